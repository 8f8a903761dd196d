"""Monte-Carlo tree search: kings, trees that are kept, and what bounds them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_games import Board, Position, get_game
from arena_games.board import DECISIVE
from arena_games.search import Against, Decided, MonteCarlo, coalition, mcts
from arena_games.search.threechess_worth import ThreeChessWorth
from tests.arena_games.search.random_tree import RandomTree
from tests.arena_games.search.test_searches import walk

seeds = st.integers(0, 2**64 - 1)
# Blue's rook and green's king stand on one file; the second: with green to move.
ON_ONE_FILE = "BR3BK3,1BP6,8,8/7GK,GP7,8,8/4RK3,RP7,8,8 {} 9 -/-/-"


def on_one_file(to_move: str) -> Position:
    return get_game("threechess").load(ON_ONE_FILE.format(to_move))


def exposed(board: Board, captor: int) -> bool:
    """Whether a seat could take a king if it were to move."""
    board.to_move = captor
    return any(board.prize(move) >= DECISIVE for move in board.legal())


@pytest.mark.parametrize("seed", range(3))
def test_a_king_is_taken(seed: int) -> None:
    position = on_one_file("B")
    found = mcts(position.board(), ThreeChessWorth(), iterations=10, scale=600.0, seed=seed)
    assert position.decode(found.move) == "BA1GH1"
    assert found.value == 1.0
    found = coalition(position.board(), ThreeChessWorth(), depth=3, seed=seed)
    assert position.decode(found.move) == "BA1GH1"


@pytest.mark.parametrize("seed", range(3))
def test_a_king_in_danger_is_saved(seed: int) -> None:
    position = on_one_file("G")
    assert exposed(position.board(), 0)
    for found in (
        mcts(position.board(), ThreeChessWorth(), iterations=400, scale=600.0, seed=seed),
        coalition(position.board(), ThreeChessWorth(), depth=3, seed=seed),
    ):
        after = position.play(position.decode(found.move))
        assert not exposed(after.board(), 0)


def test_the_evaluation_knows_who_takes_a_king() -> None:
    worth = ThreeChessWorth()
    blue, green = on_one_file("B").board(), on_one_file("G").board()
    assert [worth.of(blue, seat, 0) for seat in range(3)] == [999_999, -999_999, 0]
    assert abs(worth.of(green, 1, 0)) < 100_000
    red = on_one_file("R").board()  # red plays, then blue takes
    assert worth.of(red, 1, 0) < worth.of(green, 1, 0)


@given(st.integers(2, 4), seeds, st.integers(1, 40))
def test_a_tree_counts_its_visits(seats: int, size: int, iterations: int) -> None:
    tree = RandomTree(seats, 6, size)
    search = MonteCarlo(Decided(Against()))
    search.search(tree, iterations=iterations, seed=size)
    assert_sound(search, tree)
    assert search.nodes.visits_of(0) == iterations


@given(st.integers(2, 4), seeds, st.lists(st.integers(0, 9), min_size=1, max_size=4))
def test_a_tree_goes_on_from_turn_to_turn(seats: int, size: int, draws: list[int]) -> None:
    board = RandomTree(seats, 7, size)
    search = MonteCarlo(Decided(Against()))
    search.search(board, iterations=60, seed=1)
    moves = []
    for draw in draws:
        if board.over:
            return
        moves.append(board.legal()[draw % len(board.legal())])
        board.make(moves[-1])
    visits = search.nodes.visits_of(node_of(search, moves))
    search.advance(moves)
    assert_sound(search, board)
    assert search.nodes.visits_of(0) == visits
    if not board.over:
        found = search.search(board, iterations=30, seed=2)
        assert found.move in board.legal()
        assert search.nodes.visits_of(0) == visits + 30
        assert_sound(search, board)


def node_of(search: MonteCarlo, moves: list[int]) -> int:
    """The node that the moves lead to, or that of no visits: one past the last."""
    node = 0
    for move in moves:
        node = search.nodes.child(node, move)
        if node < 0:
            return -1
    return node


def assert_sound(search: MonteCarlo, board: Board) -> None:
    """Children are the legal moves, and no node was visited more often than its parent."""
    nodes, waiting, seen = search.nodes, [(0, board.copy())], 0
    while waiting:
        node, state = waiting.pop()
        seen += 1
        children = list(nodes.children(node))
        if children:
            assert sorted(nodes.move_of(child) for child in children) == state.legal()
        assert sum(map(nodes.visits_of, children)) <= nodes.visits_of(node)
        for child in children:
            following = state.copy()
            following.make(nodes.move_of(child))
            waiting.append((child, following))
    assert seen == nodes.count


def test_a_move_never_looked_at_leaves_an_empty_tree() -> None:
    search = MonteCarlo(Against())
    board = RandomTree(3, 6, 7)
    search.search(board, iterations=20)
    search.advance([99, 0])
    assert (search.nodes.count, search.nodes.visits_of(0)) == (1, 0)


def test_a_tree_keeps_to_its_room() -> None:
    board = walk("threechess", 2).board()
    search = MonteCarlo(ThreeChessWorth(), scale=600.0, room=150)
    found = search.search(board, iterations=120, seed=5)
    assert search.nodes.count <= 150
    assert search.nodes.visits_of(0) == 120
    assert found.move in board.legal()


@pytest.mark.parametrize("rollout", [0, 6])
def test_the_seed_decides(rollout: int) -> None:
    board = walk("threechess", 1).board()

    def found(seed: int) -> object:
        return mcts(
            board,
            ThreeChessWorth(),
            iterations=40,
            scale=600.0,
            rollout_plies=rollout,
            seed=seed,
        )

    assert found(1) == found(1)
    start = get_game("threechess").start().board()
    moves = {mcts(start, Against(), iterations=1, seed=seed).move for seed in range(30)}
    assert len(moves) > 5


@pytest.mark.parametrize("room", [1, 20])
def test_a_tree_must_have_room_for_all_moves(room: int) -> None:
    board = get_game("chess").start().board()  # 20 moves, and the root
    with pytest.raises(ValueError, match="no room"):
        MonteCarlo(Decided(Against()), room=room).search(board, iterations=1)
    MonteCarlo(Decided(Against()), room=21).search(board, iterations=50)
