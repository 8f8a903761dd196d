from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Pondering(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PONDERING_UNSPECIFIED: _ClassVar[Pondering]
    PONDERING_OFF: _ClassVar[Pondering]
    PONDERING_ON: _ClassVar[Pondering]
    PONDERING_UNENFORCED: _ClassVar[Pondering]

class AchessMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACHESS_MODE_UNSPECIFIED: _ClassVar[AchessMode]
    ACHESS_MODE_REAL_TIME: _ClassVar[AchessMode]
    ACHESS_MODE_LOCK_STEP: _ClassVar[AchessMode]

class Claim(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLAIM_UNSPECIFIED: _ClassVar[Claim]
    CLAIM_DRAW: _ClassVar[Claim]

class Termination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_UNSPECIFIED: _ClassVar[Termination]
    TERMINATION_CHECKMATE: _ClassVar[Termination]
    TERMINATION_STALEMATE: _ClassVar[Termination]
    TERMINATION_DEAD_POSITION: _ClassVar[Termination]
    TERMINATION_FIVEFOLD_REPETITION: _ClassVar[Termination]
    TERMINATION_SEVENTYFIVE_MOVES: _ClassVar[Termination]
    TERMINATION_THREEFOLD_REPETITION: _ClassVar[Termination]
    TERMINATION_FIFTY_MOVES: _ClassVar[Termination]
    TERMINATION_REPETITION: _ClassVar[Termination]
    TERMINATION_KING_CAPTURED: _ClassVar[Termination]
    TERMINATION_BOTH_KINGS_CAPTURED: _ClassVar[Termination]
    TERMINATION_NO_MOVES: _ClassVar[Termination]
    TERMINATION_MAX_PLIES: _ClassVar[Termination]
    TERMINATION_TIME_CAP: _ClassVar[Termination]
    TERMINATION_QUIET: _ClassVar[Termination]
    TERMINATION_KNIGHT_CAPTURED: _ClassVar[Termination]
    TERMINATION_DRAW_AGREED: _ClassVar[Termination]
    TERMINATION_RESIGNATION: _ClassVar[Termination]
    TERMINATION_BOTH_RESIGNED: _ClassVar[Termination]
    TERMINATION_TIME_FORFEIT: _ClassVar[Termination]
    TERMINATION_ILLEGAL_MOVE: _ClassVar[Termination]
    TERMINATION_UNREADABLE: _ClassVar[Termination]
    TERMINATION_CRASH: _ClassVar[Termination]
    TERMINATION_DISCONNECT: _ClassVar[Termination]
    TERMINATION_NOT_READY: _ClassVar[Termination]
    TERMINATION_FLOOD: _ClassVar[Termination]
    TERMINATION_OVERSIZE: _ClassVar[Termination]
    TERMINATION_OUT_OF_MEMORY: _ClassVar[Termination]
    TERMINATION_TOO_MANY_PROCESSES: _ClassVar[Termination]
    TERMINATION_RULE_VIOLATION: _ClassVar[Termination]
PONDERING_UNSPECIFIED: Pondering
PONDERING_OFF: Pondering
PONDERING_ON: Pondering
PONDERING_UNENFORCED: Pondering
ACHESS_MODE_UNSPECIFIED: AchessMode
ACHESS_MODE_REAL_TIME: AchessMode
ACHESS_MODE_LOCK_STEP: AchessMode
CLAIM_UNSPECIFIED: Claim
CLAIM_DRAW: Claim
TERMINATION_UNSPECIFIED: Termination
TERMINATION_CHECKMATE: Termination
TERMINATION_STALEMATE: Termination
TERMINATION_DEAD_POSITION: Termination
TERMINATION_FIVEFOLD_REPETITION: Termination
TERMINATION_SEVENTYFIVE_MOVES: Termination
TERMINATION_THREEFOLD_REPETITION: Termination
TERMINATION_FIFTY_MOVES: Termination
TERMINATION_REPETITION: Termination
TERMINATION_KING_CAPTURED: Termination
TERMINATION_BOTH_KINGS_CAPTURED: Termination
TERMINATION_NO_MOVES: Termination
TERMINATION_MAX_PLIES: Termination
TERMINATION_TIME_CAP: Termination
TERMINATION_QUIET: Termination
TERMINATION_KNIGHT_CAPTURED: Termination
TERMINATION_DRAW_AGREED: Termination
TERMINATION_RESIGNATION: Termination
TERMINATION_BOTH_RESIGNED: Termination
TERMINATION_TIME_FORFEIT: Termination
TERMINATION_ILLEGAL_MOVE: Termination
TERMINATION_UNREADABLE: Termination
TERMINATION_CRASH: Termination
TERMINATION_DISCONNECT: Termination
TERMINATION_NOT_READY: Termination
TERMINATION_FLOOD: Termination
TERMINATION_OVERSIZE: Termination
TERMINATION_OUT_OF_MEMORY: Termination
TERMINATION_TOO_MANY_PROCESSES: Termination
TERMINATION_RULE_VIOLATION: Termination

class PlayRequest(_message.Message):
    __slots__ = ("start", "turn", "events", "snapshot", "finish", "redirect", "ping", "order_reply", "tick_over")
    START_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    REDIRECT_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    ORDER_REPLY_FIELD_NUMBER: _ClassVar[int]
    TICK_OVER_FIELD_NUMBER: _ClassVar[int]
    start: Start
    turn: Turn
    events: Events
    snapshot: Snapshot
    finish: Finish
    redirect: Redirect
    ping: Ping
    order_reply: OrderReply
    tick_over: TickOver
    def __init__(self, start: _Optional[_Union[Start, _Mapping]] = ..., turn: _Optional[_Union[Turn, _Mapping]] = ..., events: _Optional[_Union[Events, _Mapping]] = ..., snapshot: _Optional[_Union[Snapshot, _Mapping]] = ..., finish: _Optional[_Union[Finish, _Mapping]] = ..., redirect: _Optional[_Union[Redirect, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., order_reply: _Optional[_Union[OrderReply, _Mapping]] = ..., tick_over: _Optional[_Union[TickOver, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("ready", "move", "order", "resign", "pong", "tick_done")
    READY_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    TICK_DONE_FIELD_NUMBER: _ClassVar[int]
    ready: Ready
    move: Move
    order: Order
    resign: Resign
    pong: Pong
    tick_done: TickDone
    def __init__(self, ready: _Optional[_Union[Ready, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., order: _Optional[_Union[Order, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., tick_done: _Optional[_Union[TickDone, _Mapping]] = ...) -> None: ...

class Start(_message.Message):
    __slots__ = ("match_id", "game", "options", "seed", "seat", "seat_names", "time_control", "position", "moves", "clocks", "pondering", "config", "seed_commitment", "achess_mode", "sequence")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class ConfigEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_NAMES_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    PONDERING_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    ACHESS_MODE_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    options: _containers.ScalarMap[str, str]
    seed: int
    seat: int
    seat_names: _containers.RepeatedScalarFieldContainer[str]
    time_control: str
    position: str
    moves: _containers.RepeatedScalarFieldContainer[str]
    clocks: _containers.RepeatedCompositeFieldContainer[Clock]
    pondering: Pondering
    config: _containers.ScalarMap[str, str]
    seed_commitment: str
    achess_mode: AchessMode
    sequence: int
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seed: _Optional[int] = ..., seat: _Optional[int] = ..., seat_names: _Optional[_Iterable[str]] = ..., time_control: _Optional[str] = ..., position: _Optional[str] = ..., moves: _Optional[_Iterable[str]] = ..., clocks: _Optional[_Iterable[_Union[Clock, _Mapping]]] = ..., pondering: _Optional[_Union[Pondering, str]] = ..., config: _Optional[_Mapping[str, str]] = ..., seed_commitment: _Optional[str] = ..., achess_mode: _Optional[_Union[AchessMode, str]] = ..., sequence: _Optional[int] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("left_us", "increment_us", "delay_us", "moves_to_go", "period_us", "charges_cpu")
    LEFT_US_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_US_FIELD_NUMBER: _ClassVar[int]
    DELAY_US_FIELD_NUMBER: _ClassVar[int]
    MOVES_TO_GO_FIELD_NUMBER: _ClassVar[int]
    PERIOD_US_FIELD_NUMBER: _ClassVar[int]
    CHARGES_CPU_FIELD_NUMBER: _ClassVar[int]
    left_us: int
    increment_us: int
    delay_us: int
    moves_to_go: int
    period_us: int
    charges_cpu: bool
    def __init__(self, left_us: _Optional[int] = ..., increment_us: _Optional[int] = ..., delay_us: _Optional[int] = ..., moves_to_go: _Optional[int] = ..., period_us: _Optional[int] = ..., charges_cpu: bool = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ("name", "version", "features", "author")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    features: Features
    author: str
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., features: _Optional[_Union[Features, _Mapping]] = ..., author: _Optional[str] = ...) -> None: ...

class Features(_message.Message):
    __slots__ = ("wants_legal_moves", "wants_position", "may_ponder", "max_concurrent_matches", "wants_ledger")
    WANTS_LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    WANTS_POSITION_FIELD_NUMBER: _ClassVar[int]
    MAY_PONDER_FIELD_NUMBER: _ClassVar[int]
    MAX_CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    WANTS_LEDGER_FIELD_NUMBER: _ClassVar[int]
    wants_legal_moves: bool
    wants_position: bool
    may_ponder: bool
    max_concurrent_matches: int
    wants_ledger: bool
    def __init__(self, wants_legal_moves: bool = ..., wants_position: bool = ..., may_ponder: bool = ..., max_concurrent_matches: _Optional[int] = ..., wants_ledger: bool = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("ply", "moves", "clocks", "position", "legal_moves", "draw_offered", "draw_offered_by")
    PLY_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_BY_FIELD_NUMBER: _ClassVar[int]
    ply: int
    moves: _containers.RepeatedScalarFieldContainer[str]
    clocks: _containers.RepeatedCompositeFieldContainer[Clock]
    position: str
    legal_moves: _containers.RepeatedScalarFieldContainer[str]
    draw_offered: bool
    draw_offered_by: int
    def __init__(self, ply: _Optional[int] = ..., moves: _Optional[_Iterable[str]] = ..., clocks: _Optional[_Iterable[_Union[Clock, _Mapping]]] = ..., position: _Optional[str] = ..., legal_moves: _Optional[_Iterable[str]] = ..., draw_offered: bool = ..., draw_offered_by: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("ply", "move", "claim", "offer_draw", "accept_draw", "thought")
    PLY_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    OFFER_DRAW_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_DRAW_FIELD_NUMBER: _ClassVar[int]
    THOUGHT_FIELD_NUMBER: _ClassVar[int]
    ply: int
    move: str
    claim: Claim
    offer_draw: bool
    accept_draw: bool
    thought: Thought
    def __init__(self, ply: _Optional[int] = ..., move: _Optional[str] = ..., claim: _Optional[_Union[Claim, str]] = ..., offer_draw: bool = ..., accept_draw: bool = ..., thought: _Optional[_Union[Thought, _Mapping]] = ...) -> None: ...

class Thought(_message.Message):
    __slots__ = ("score", "depth", "nodes", "principal_variation", "comment")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_VARIATION_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    score: float
    depth: int
    nodes: int
    principal_variation: _containers.RepeatedScalarFieldContainer[str]
    comment: str
    def __init__(self, score: _Optional[float] = ..., depth: _Optional[int] = ..., nodes: _Optional[int] = ..., principal_variation: _Optional[_Iterable[str]] = ..., comment: _Optional[str] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("comment",)
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    comment: str
    def __init__(self, comment: _Optional[str] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Finish(_message.Message):
    __slots__ = ("scores", "termination", "at_fault", "detail", "ledger", "clocks", "moves", "lot_seed", "salt")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    AT_FAULT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    LOT_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[float]
    termination: Termination
    at_fault: int
    detail: str
    ledger: _containers.RepeatedCompositeFieldContainer[LedgerEntry]
    clocks: _containers.RepeatedCompositeFieldContainer[Clock]
    moves: _containers.RepeatedScalarFieldContainer[str]
    lot_seed: int
    salt: str
    def __init__(self, scores: _Optional[_Iterable[float]] = ..., termination: _Optional[_Union[Termination, str]] = ..., at_fault: _Optional[int] = ..., detail: _Optional[str] = ..., ledger: _Optional[_Iterable[_Union[LedgerEntry, _Mapping]]] = ..., clocks: _Optional[_Iterable[_Union[Clock, _Mapping]]] = ..., moves: _Optional[_Iterable[str]] = ..., lot_seed: _Optional[int] = ..., salt: _Optional[str] = ...) -> None: ...

class LedgerEntry(_message.Message):
    __slots__ = ("ply", "seat", "wall_us", "own_lag_us", "transport_us", "cpu_us", "steal_us", "pressure_us", "grace_us", "charged_us", "left_us")
    PLY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WALL_US_FIELD_NUMBER: _ClassVar[int]
    OWN_LAG_US_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_US_FIELD_NUMBER: _ClassVar[int]
    CPU_US_FIELD_NUMBER: _ClassVar[int]
    STEAL_US_FIELD_NUMBER: _ClassVar[int]
    PRESSURE_US_FIELD_NUMBER: _ClassVar[int]
    GRACE_US_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    LEFT_US_FIELD_NUMBER: _ClassVar[int]
    ply: int
    seat: int
    wall_us: int
    own_lag_us: int
    transport_us: int
    cpu_us: int
    steal_us: int
    pressure_us: int
    grace_us: int
    charged_us: int
    left_us: int
    def __init__(self, ply: _Optional[int] = ..., seat: _Optional[int] = ..., wall_us: _Optional[int] = ..., own_lag_us: _Optional[int] = ..., transport_us: _Optional[int] = ..., cpu_us: _Optional[int] = ..., steal_us: _Optional[int] = ..., pressure_us: _Optional[int] = ..., grace_us: _Optional[int] = ..., charged_us: _Optional[int] = ..., left_us: _Optional[int] = ...) -> None: ...

class Redirect(_message.Message):
    __slots__ = ("address",)
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    address: str
    def __init__(self, address: _Optional[str] = ...) -> None: ...

class Order(_message.Message):
    __slots__ = ("order_id", "piece", "to", "promotion", "resign")
    ORDER_ID_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    PROMOTION_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    order_id: int
    piece: int
    to: str
    promotion: str
    resign: bool
    def __init__(self, order_id: _Optional[int] = ..., piece: _Optional[int] = ..., to: _Optional[str] = ..., promotion: _Optional[str] = ..., resign: bool = ...) -> None: ...

class OrderReply(_message.Message):
    __slots__ = ("order_id", "verdict", "why", "stamp_ms", "sequence")
    class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        VERDICT_UNSPECIFIED: _ClassVar[OrderReply.Verdict]
        VERDICT_STARTED: _ClassVar[OrderReply.Verdict]
        VERDICT_REJECTED: _ClassVar[OrderReply.Verdict]
    VERDICT_UNSPECIFIED: OrderReply.Verdict
    VERDICT_STARTED: OrderReply.Verdict
    VERDICT_REJECTED: OrderReply.Verdict
    ORDER_ID_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    STAMP_MS_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    order_id: int
    verdict: OrderReply.Verdict
    why: str
    stamp_ms: int
    sequence: int
    def __init__(self, order_id: _Optional[int] = ..., verdict: _Optional[_Union[OrderReply.Verdict, str]] = ..., why: _Optional[str] = ..., stamp_ms: _Optional[int] = ..., sequence: _Optional[int] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("sequence", "time_ms", "events")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    time_ms: int
    events: _containers.RepeatedCompositeFieldContainer[AchessEvent]
    def __init__(self, sequence: _Optional[int] = ..., time_ms: _Optional[int] = ..., events: _Optional[_Iterable[_Union[AchessEvent, _Mapping]]] = ...) -> None: ...

class AchessEvent(_message.Message):
    __slots__ = ("kind", "piece", "path", "first_ms", "player", "why", "at", "by", "win", "lose", "to", "type", "result")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[AchessEvent.Kind]
        KIND_START: _ClassVar[AchessEvent.Kind]
        KIND_REJECT: _ClassVar[AchessEvent.Kind]
        KIND_STOP: _ClassVar[AchessEvent.Kind]
        KIND_CONTEST: _ClassVar[AchessEvent.Kind]
        KIND_KILL: _ClassVar[AchessEvent.Kind]
        KIND_ENTER: _ClassVar[AchessEvent.Kind]
        KIND_PROMOTE: _ClassVar[AchessEvent.Kind]
        KIND_REST: _ClassVar[AchessEvent.Kind]
        KIND_OVER: _ClassVar[AchessEvent.Kind]
    KIND_UNSPECIFIED: AchessEvent.Kind
    KIND_START: AchessEvent.Kind
    KIND_REJECT: AchessEvent.Kind
    KIND_STOP: AchessEvent.Kind
    KIND_CONTEST: AchessEvent.Kind
    KIND_KILL: AchessEvent.Kind
    KIND_ENTER: AchessEvent.Kind
    KIND_PROMOTE: AchessEvent.Kind
    KIND_REST: AchessEvent.Kind
    KIND_OVER: AchessEvent.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    FIRST_MS_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    WIN_FIELD_NUMBER: _ClassVar[int]
    LOSE_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    kind: AchessEvent.Kind
    piece: int
    path: _containers.RepeatedScalarFieldContainer[str]
    first_ms: int
    player: str
    why: str
    at: str
    by: int
    win: int
    lose: int
    to: str
    type: str
    result: str
    def __init__(self, kind: _Optional[_Union[AchessEvent.Kind, str]] = ..., piece: _Optional[int] = ..., path: _Optional[_Iterable[str]] = ..., first_ms: _Optional[int] = ..., player: _Optional[str] = ..., why: _Optional[str] = ..., at: _Optional[str] = ..., by: _Optional[int] = ..., win: _Optional[int] = ..., lose: _Optional[int] = ..., to: _Optional[str] = ..., type: _Optional[str] = ..., result: _Optional[str] = ..., **kwargs) -> None: ...

class Snapshot(_message.Message):
    __slots__ = ("sequence", "time_ms", "state", "hash")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    time_ms: int
    state: str
    hash: str
    def __init__(self, sequence: _Optional[int] = ..., time_ms: _Optional[int] = ..., state: _Optional[str] = ..., hash: _Optional[str] = ...) -> None: ...

class TickOver(_message.Message):
    __slots__ = ("time_ms",)
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    time_ms: int
    def __init__(self, time_ms: _Optional[int] = ...) -> None: ...

class TickDone(_message.Message):
    __slots__ = ("time_ms", "thinking_ms", "rest_until_ms")
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    REST_UNTIL_MS_FIELD_NUMBER: _ClassVar[int]
    time_ms: int
    thinking_ms: int
    rest_until_ms: int
    def __init__(self, time_ms: _Optional[int] = ..., thinking_ms: _Optional[int] = ..., rest_until_ms: _Optional[int] = ...) -> None: ...
