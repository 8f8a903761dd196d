"""The rules once more, transcribed from their page as plainly as they read: every tick is
looked at, pieces are dicts, nothing is shared with `arena_games.achess`."""

from __future__ import annotations

from typing import Any

Man = dict[str, Any]
Told = dict[str, Any]

MASK = 2**64 - 1
LINES = {
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "R": [(1, 0), (-1, 0), (0, 1), (0, -1)],
}
LINES["Q"] = LINES["B"] + LINES["R"]
CASTLES = {
    ("w", "g1"): ("K", "h1", ["f1", "g1"], ["f1", "g1"]),
    ("w", "c1"): ("Q", "a1", ["d1", "c1"], ["b1", "c1", "d1"]),
    ("b", "g8"): ("k", "h8", ["f8", "g8"], ["f8", "g8"]),
    ("b", "c8"): ("q", "a8", ["d8", "c8"], ["b8", "c8", "d8"]),
}
HOMES = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def name(file: int, rank: int) -> str:
    return "abcdefgh"[file] + str(rank + 1)


def xy(square: str) -> tuple[int, int]:
    return "abcdefgh".index(square[0]), int(square[1]) - 1


def index(square: str) -> int:
    file, rank = xy(square)
    return file + 8 * rank


def mix(z: int) -> int:
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def route(man: Man, to: str) -> list[str]:
    """The path by geometry on an empty board; empty if there is none."""
    (x, y), (u, v) = xy(man["at"]), xy(to)
    dx, dy = u - x, v - y
    far = max(abs(dx), abs(dy))
    if far == 0:
        return []
    kind = man["type"]
    if kind == "N":
        return [to] if sorted((abs(dx), abs(dy))) == [1, 2] else []
    if kind == "K":
        return [to] if far == 1 else []
    if kind == "P":
        forward = 1 if man["owner"] == "w" else -1
        if dy == forward and abs(dx) <= 1:
            return [to]
        if dx == 0 and dy == 2 * forward and y == (1 if forward == 1 else 6):
            return [name(x, y + forward), to]
        return []
    for line in LINES[kind]:
        if (line[0] * far, line[1] * far) == (dx, dy):
            return [name(x + line[0] * i, y + line[1] * i) for i in range(1, far + 1)]
    return []


class Reference:
    """One match; `log` holds its events as the rules page writes them."""

    def __init__(self, config: dict[str, Any], seed: int, position: str) -> None:
        self.config = {
            "tick_ms": 50,
            "ms_per_space": 500,
            "knight_spaces": 2,
            "cooldown_ms": 0,
            "delay_ms": 0,
            "max_ms": 600000,
            "quiet_ms": 120000,
            "castling": True,
        } | config
        self.seed = seed
        placement, _, rights = position.partition(" ")
        self.rights = set(rights) - {"-"} if self.config["castling"] else set()
        self.men: dict[int, Man] = {}
        squares = []
        for rank, row in zip(range(7, -1, -1), placement.split("/"), strict=True):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    squares.append((8 * rank + file, letter))
                    file += 1
        for number, (square, letter) in enumerate(sorted(squares)):
            self.men[number] = {
                "id": number,
                "owner": "w" if letter.isupper() else "b",
                "type": letter.upper(),
                "at": name(square % 8, square // 8),
                "path": [],
                "next": None,
                "ready": 0,
                "promo": "Q",
            }
        self.count = len(self.men)
        # Rights by the very pieces, not by the squares.
        homes = {man["at"]: man["id"] for man in self.men.values()}
        self.holders = {right: {homes[at] for at in HOMES[right]} for right in self.rights}
        self.progress = 0
        self.status = "playing"
        self.t = 0
        self.log: list[Told] = []

    def play(self, orders: list[Told], until: int) -> None:
        """From the start; every tick is looked at."""
        tick = self.config["tick_ms"]
        for now in range(0, until + 1, tick):
            self.t = now
            mine = [order for order in orders if self.effective(order["t"]) == now]
            self.instant(now, mine)
            if self.status != "playing":
                return
        self.t = until

    def effective(self, t: int) -> int:
        tick: int = self.config["tick_ms"]
        waited: int = t + self.config["delay_ms"]
        return -(-waited // tick) * tick

    def tell(self, e: str, **told: Any) -> None:
        self.log.append({"t": self.t, "e": e, **told})

    def pace(self, man: Man) -> int:
        pace = self.config["ms_per_space"]
        found: int = pace[man["type"]] if isinstance(pace, dict) else pace
        return found

    def pick(self, square: str, kind: int, k: int) -> int:
        n = 1 + 256 * self.t + 4 * index(square) + kind
        return (mix((self.seed + n * 0x9E3779B97F4A7C15) & MASK) >> 32) * k >> 32

    def on(self, square: str) -> Man | None:
        found = [man for man in self.men.values() if man["at"] == square]
        assert len(found) <= 1
        return found[0] if found else None

    # Section 4.

    def instant(self, now: int, orders: list[Told]) -> None:
        before = {man["owner"] for man in self.men.values() if man["type"] == "K"}
        self.deconflict(now)
        after = {man["owner"] for man in self.men.values() if man["type"] == "K"}
        resigned = {order["player"] for order in orders if order.get("resign")}
        assert before == {"w", "b"}
        if not after:
            self.end("draw", "both_kings")
        elif after != before:
            self.end("white" if "w" in after else "black", "king")
        elif now >= self.config["max_ms"]:
            self.end("draw", "time_cap")
        elif now - self.progress >= self.config["quiet_ms"]:
            self.end("draw", "quiet")
        elif len(resigned) == 2:
            self.end("draw", "both_resign")
        elif resigned:
            self.end("black" if "w" in resigned else "white", "resign")
        else:
            for order in orders:
                self.obey(order, now)

    def end(self, result: str, why: str) -> None:
        self.status = result
        self.tell("over", result=result, why=why)

    # Section 5.

    def deconflict(self, now: int) -> None:
        pending = {number for number, man in self.men.items() if man["next"] == now}
        target = {number: self.men[number]["path"][0] for number in pending}
        for square in sorted(set(target.values()), key=index):
            for kind, owner in enumerate("wb"):
                rivals = sorted(
                    p for p in pending if target[p] == square and self.men[p]["owner"] == owner
                )
                if len(rivals) >= 2:
                    kept = rivals[self.pick(square, kind, len(rivals))]
                    for p in rivals:
                        if p != kept:
                            pending.remove(p)
                            self.rest(p, now)
                            self.tell("stop", p=p, at=self.men[p]["at"], why="friendly")
        stopped: dict[int, str] = {}
        while True:
            while blocked := self.blocked(pending, target):
                p, why = blocked
                stopped[p] = why
                pending.remove(p)
            empty = {p for p in pending if self.steps_at_nothing(p, pending, target)}
            if not empty:
                break
            stopped |= dict.fromkeys(empty, "pawn_empty")
            pending -= empty
        for p in sorted(stopped):
            self.rest(p, now)
            self.tell("stop", p=p, at=self.men[p]["at"], why=stopped[p])
        killers = set()
        for square in sorted(set(target.values()), key=index):
            pair = [p for p in pending if target[p] == square]
            if len(pair) == 2:
                pair.sort(key=lambda p: "wb".index(self.men[p]["owner"]))
                winner = pair.pop(self.pick(square, 2, 2))
                self.tell("contest", at=square, win=winner, lose=pair[0])
                self.kill(pair[0], winner, now)
                pending.remove(pair[0])
                killers.add(winner)
        origins = {p: self.men[p]["at"] for p in pending}
        for p in pending:
            self.men[p]["at"] = None
        for p in sorted(pending, key=lambda p: index(target[p])):
            man = self.men[p]
            victim = self.on(target[p])
            if victim is not None:
                assert victim["owner"] != man["owner"]
                self.kill(victim["id"], p, now)
                killers.add(p)
            man["at"] = man["path"].pop(0)
            self.tell("enter", p=p, **{"from": origins[p]}, to=man["at"])
            self.end_rights(p)
            if man["type"] == "P":
                self.progress = now
                if man["at"][1] == ("8" if man["owner"] == "w" else "1"):
                    man["type"] = man["promo"]
                    self.tell("promote", p=p, type=man["type"])
            if p in killers or not man["path"]:
                self.rest(p, now)
                why = "kill" if p in killers else "dest"
                self.tell("rest", p=p, at=man["at"], why=why)
            else:
                man["next"] = now + self.pace(man)

    def blocked(self, pending: set[int], target: dict[int, str]) -> tuple[int, str] | None:
        for p in pending:
            man, there = self.men[p], self.on(target[p])
            if there is None or there["id"] in pending:
                continue
            if there["owner"] == man["owner"]:
                return p, "blocked"
            if man["type"] == "P" and man["at"][0] == target[p][0]:
                return p, "pawn_blocked"
        return None

    def steps_at_nothing(self, p: int, pending: set[int], target: dict[int, str]) -> bool:
        man, there = self.men[p], self.on(target[p])
        if man["type"] != "P" or man["at"][0] == target[p][0]:
            return False
        stays = there is not None and there["id"] not in pending
        return not stays and not any(q != p and target[q] == target[p] for q in pending)

    def rest(self, p: int, now: int) -> None:
        self.men[p] |= {"path": [], "next": None, "ready": now + self.config["cooldown_ms"]}

    def kill(self, p: int, by: int, now: int) -> None:
        self.tell("kill", p=p, at=self.men[p]["at"], by=by)
        self.end_rights(p)
        del self.men[p]
        self.progress = now

    def end_rights(self, p: int) -> None:
        self.rights -= {right for right in self.rights if p in self.holders[right]}

    # Sections 3 and 7.

    def obey(self, order: Told, now: int) -> None:
        p: Any = order.get("piece")
        to: Any = order.get("to")
        player: str = order["player"]
        squares = [name(file, rank) for rank in range(8) for file in range(8)]
        bad = type(p) is not int or not 0 <= p < self.count or to not in squares
        man = None if bad else self.men.get(p)
        why, castle = "", None
        if bad or order.get("promo", "Q") not in ["Q", "R", "B", "N"]:
            why = "malformed"
        elif man is None:
            why = "dead"
        elif man["owner"] != player:
            why = "not_owner"
        elif man["path"]:
            why = "moving"
        elif now < man["ready"]:
            why = "cooldown"
        elif not (path := route(man, to)):
            home = "e1" if player == "w" else "e8"
            castle = CASTLES.get((player, to)) if (man["type"], man["at"]) == ("K", home) else None
            if castle is None or castle[0] not in self.rights:
                why = "geometry"
            else:
                rook = self.on(castle[1])
                assert rook is not None
                crowded = any(self.on(square) for square in castle[3])
                if rook["path"] or now < rook["ready"] or crowded:
                    why = "castle"
        if why:
            self.tell("reject", player=player, p=p, why=why)
            return
        assert man is not None
        if castle is None:
            spaces = self.config["knight_spaces"] if man["type"] == "N" else 1
            self.start(man, path, now + spaces * self.pace(man))
            man["promo"] = order.get("promo", "Q")
        else:
            assert rook is not None
            self.start(man, castle[2], now + self.pace(man))
            self.start(rook, castle[2][:1], now + 2 * self.pace(man))

    def start(self, man: Man, path: list[str], first: int) -> None:
        man |= {"path": list(path), "next": first}
        self.tell("start", p=man["id"], path=list(path), first=first)

    # Section 9.

    def text(self) -> str:
        rights = "".join(right for right in "KQkq" if right in self.rights) or "-"
        lines = [f"t={self.t};status={self.status};rights={rights};progress={self.progress}"]
        for p, man in sorted(self.men.items()):
            line = f"{p}:{man['owner']}{man['type']}@{man['at']}"
            if man["path"]:
                line += f">{','.join(man['path'])}@{man['next']}"
            elif man["ready"] > self.t:
                line += f"~{man['ready']}"
            lines.append(line)
        return "\n".join(lines)
