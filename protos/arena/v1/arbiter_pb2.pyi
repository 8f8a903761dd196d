from arena.v1 import agent_pb2 as _agent_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Blame(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BLAME_UNSPECIFIED: _ClassVar[Blame]
    BLAME_HOST: _ClassVar[Blame]
    BLAME_ARBITER: _ClassVar[Blame]
    BLAME_NETWORK: _ClassVar[Blame]
    BLAME_SANDBOX: _ClassVar[Blame]
BLAME_UNSPECIFIED: Blame
BLAME_HOST: Blame
BLAME_ARBITER: Blame
BLAME_NETWORK: Blame
BLAME_SANDBOX: Blame

class RunMatchRequest(_message.Message):
    __slots__ = ("spec", "beat", "seat_lost")
    SPEC_FIELD_NUMBER: _ClassVar[int]
    BEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_LOST_FIELD_NUMBER: _ClassVar[int]
    spec: MatchSpec
    beat: Beat
    seat_lost: SeatLost
    def __init__(self, spec: _Optional[_Union[MatchSpec, _Mapping]] = ..., beat: _Optional[_Union[Beat, _Mapping]] = ..., seat_lost: _Optional[_Union[SeatLost, _Mapping]] = ...) -> None: ...

class Beat(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SeatLost(_message.Message):
    __slots__ = ("seat", "termination", "detail")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    termination: _agent_pb2.Termination
    detail: str
    def __init__(self, seat: _Optional[int] = ..., termination: _Optional[_Union[_agent_pb2.Termination, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class MatchSpec(_message.Message):
    __slots__ = ("match_id", "attempt", "game", "options", "seed", "time_control", "position", "opening", "seats", "pondering", "start_limit_us", "journal", "grace_us", "config", "achess_mode", "lot_seed", "salt", "achess_log")
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
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PONDERING_FIELD_NUMBER: _ClassVar[int]
    START_LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    JOURNAL_FIELD_NUMBER: _ClassVar[int]
    GRACE_US_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    ACHESS_MODE_FIELD_NUMBER: _ClassVar[int]
    LOT_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    ACHESS_LOG_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    attempt: int
    game: str
    options: _containers.ScalarMap[str, str]
    seed: int
    time_control: str
    position: str
    opening: _containers.RepeatedScalarFieldContainer[str]
    seats: _containers.RepeatedCompositeFieldContainer[SeatSpec]
    pondering: _agent_pb2.Pondering
    start_limit_us: int
    journal: _containers.RepeatedCompositeFieldContainer[JournalEntry]
    grace_us: int
    config: _containers.ScalarMap[str, str]
    achess_mode: _agent_pb2.AchessMode
    lot_seed: int
    salt: str
    achess_log: AchessLog
    def __init__(self, match_id: _Optional[str] = ..., attempt: _Optional[int] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seed: _Optional[int] = ..., time_control: _Optional[str] = ..., position: _Optional[str] = ..., opening: _Optional[_Iterable[str]] = ..., seats: _Optional[_Iterable[_Union[SeatSpec, _Mapping]]] = ..., pondering: _Optional[_Union[_agent_pb2.Pondering, str]] = ..., start_limit_us: _Optional[int] = ..., journal: _Optional[_Iterable[_Union[JournalEntry, _Mapping]]] = ..., grace_us: _Optional[int] = ..., config: _Optional[_Mapping[str, str]] = ..., achess_mode: _Optional[_Union[_agent_pb2.AchessMode, str]] = ..., lot_seed: _Optional[int] = ..., salt: _Optional[str] = ..., achess_log: _Optional[_Union[AchessLog, _Mapping]] = ...) -> None: ...

class SeatSpec(_message.Message):
    __slots__ = ("name", "version", "address", "dial_in_agent", "sandboxed", "freeze", "root_certificates", "seed")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    DIAL_IN_AGENT_FIELD_NUMBER: _ClassVar[int]
    SANDBOXED_FIELD_NUMBER: _ClassVar[int]
    FREEZE_FIELD_NUMBER: _ClassVar[int]
    ROOT_CERTIFICATES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    address: str
    dial_in_agent: str
    sandboxed: bool
    freeze: FreezeHandle
    root_certificates: str
    seed: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., address: _Optional[str] = ..., dial_in_agent: _Optional[str] = ..., sandboxed: bool = ..., freeze: _Optional[_Union[FreezeHandle, _Mapping]] = ..., root_certificates: _Optional[str] = ..., seed: _Optional[int] = ...) -> None: ...

class FreezeHandle(_message.Message):
    __slots__ = ("cgroup", "process_group")
    CGROUP_FIELD_NUMBER: _ClassVar[int]
    PROCESS_GROUP_FIELD_NUMBER: _ClassVar[int]
    cgroup: str
    process_group: int
    def __init__(self, cgroup: _Optional[str] = ..., process_group: _Optional[int] = ...) -> None: ...

class RunMatchResponse(_message.Message):
    __slots__ = ("started", "journal", "finished", "void", "achess_log")
    STARTED_FIELD_NUMBER: _ClassVar[int]
    JOURNAL_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    VOID_FIELD_NUMBER: _ClassVar[int]
    ACHESS_LOG_FIELD_NUMBER: _ClassVar[int]
    started: Started
    journal: JournalBatch
    finished: Finished
    void: Void
    achess_log: AchessLog
    def __init__(self, started: _Optional[_Union[Started, _Mapping]] = ..., journal: _Optional[_Union[JournalBatch, _Mapping]] = ..., finished: _Optional[_Union[Finished, _Mapping]] = ..., void: _Optional[_Union[Void, _Mapping]] = ..., achess_log: _Optional[_Union[AchessLog, _Mapping]] = ...) -> None: ...

class Started(_message.Message):
    __slots__ = ("agents", "position", "watch_address", "pondering")
    AGENTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    WATCH_ADDRESS_FIELD_NUMBER: _ClassVar[int]
    PONDERING_FIELD_NUMBER: _ClassVar[int]
    agents: _containers.RepeatedCompositeFieldContainer[_agent_pb2.Ready]
    position: str
    watch_address: str
    pondering: _agent_pb2.Pondering
    def __init__(self, agents: _Optional[_Iterable[_Union[_agent_pb2.Ready, _Mapping]]] = ..., position: _Optional[str] = ..., watch_address: _Optional[str] = ..., pondering: _Optional[_Union[_agent_pb2.Pondering, str]] = ...) -> None: ...

class JournalBatch(_message.Message):
    __slots__ = ("attempt", "entries")
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    attempt: int
    entries: _containers.RepeatedCompositeFieldContainer[JournalEntry]
    def __init__(self, attempt: _Optional[int] = ..., entries: _Optional[_Iterable[_Union[JournalEntry, _Mapping]]] = ...) -> None: ...

class JournalEntry(_message.Message):
    __slots__ = ("ply", "seat", "move", "ledger", "clocks", "thought", "offered_draw", "grace_left_us", "achess_log")
    PLY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    THOUGHT_FIELD_NUMBER: _ClassVar[int]
    OFFERED_DRAW_FIELD_NUMBER: _ClassVar[int]
    GRACE_LEFT_US_FIELD_NUMBER: _ClassVar[int]
    ACHESS_LOG_FIELD_NUMBER: _ClassVar[int]
    ply: int
    seat: int
    move: str
    ledger: _agent_pb2.LedgerEntry
    clocks: _containers.RepeatedCompositeFieldContainer[_agent_pb2.Clock]
    thought: _agent_pb2.Thought
    offered_draw: bool
    grace_left_us: int
    achess_log: AchessLog
    def __init__(self, ply: _Optional[int] = ..., seat: _Optional[int] = ..., move: _Optional[str] = ..., ledger: _Optional[_Union[_agent_pb2.LedgerEntry, _Mapping]] = ..., clocks: _Optional[_Iterable[_Union[_agent_pb2.Clock, _Mapping]]] = ..., thought: _Optional[_Union[_agent_pb2.Thought, _Mapping]] = ..., offered_draw: bool = ..., grace_left_us: _Optional[int] = ..., achess_log: _Optional[_Union[AchessLog, _Mapping]] = ...) -> None: ...

class AchessLog(_message.Message):
    __slots__ = ("attempt", "orders", "time_ms", "hash")
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    attempt: int
    orders: _containers.RepeatedCompositeFieldContainer[StampedOrder]
    time_ms: int
    hash: str
    def __init__(self, attempt: _Optional[int] = ..., orders: _Optional[_Iterable[_Union[StampedOrder, _Mapping]]] = ..., time_ms: _Optional[int] = ..., hash: _Optional[str] = ...) -> None: ...

class StampedOrder(_message.Message):
    __slots__ = ("stamp_ms", "counter", "seat", "order", "held_ms")
    STAMP_MS_FIELD_NUMBER: _ClassVar[int]
    COUNTER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    HELD_MS_FIELD_NUMBER: _ClassVar[int]
    stamp_ms: int
    counter: int
    seat: int
    order: _agent_pb2.Order
    held_ms: int
    def __init__(self, stamp_ms: _Optional[int] = ..., counter: _Optional[int] = ..., seat: _Optional[int] = ..., order: _Optional[_Union[_agent_pb2.Order, _Mapping]] = ..., held_ms: _Optional[int] = ...) -> None: ...

class Finished(_message.Message):
    __slots__ = ("attempt", "scores", "termination", "at_fault", "detail", "position", "plies", "seats", "last_charge", "pondering", "achess")
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    AT_FAULT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PLIES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LAST_CHARGE_FIELD_NUMBER: _ClassVar[int]
    PONDERING_FIELD_NUMBER: _ClassVar[int]
    ACHESS_FIELD_NUMBER: _ClassVar[int]
    attempt: int
    scores: _containers.RepeatedScalarFieldContainer[float]
    termination: _agent_pb2.Termination
    at_fault: int
    detail: str
    position: str
    plies: int
    seats: _containers.RepeatedCompositeFieldContainer[SeatReport]
    last_charge: _agent_pb2.LedgerEntry
    pondering: _agent_pb2.Pondering
    achess: AchessReport
    def __init__(self, attempt: _Optional[int] = ..., scores: _Optional[_Iterable[float]] = ..., termination: _Optional[_Union[_agent_pb2.Termination, str]] = ..., at_fault: _Optional[int] = ..., detail: _Optional[str] = ..., position: _Optional[str] = ..., plies: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[SeatReport, _Mapping]]] = ..., last_charge: _Optional[_Union[_agent_pb2.LedgerEntry, _Mapping]] = ..., pondering: _Optional[_Union[_agent_pb2.Pondering, str]] = ..., achess: _Optional[_Union[AchessReport, _Mapping]] = ...) -> None: ...

class AchessReport(_message.Message):
    __slots__ = ("lot_seed", "salt", "time_ms", "state", "hash", "seats", "late_p50_us", "late_p99_us", "late_max_us")
    LOT_SEED_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LATE_P50_US_FIELD_NUMBER: _ClassVar[int]
    LATE_P99_US_FIELD_NUMBER: _ClassVar[int]
    LATE_MAX_US_FIELD_NUMBER: _ClassVar[int]
    lot_seed: int
    salt: str
    time_ms: int
    state: str
    hash: str
    seats: _containers.RepeatedCompositeFieldContainer[AchessSeatReport]
    late_p50_us: int
    late_p99_us: int
    late_max_us: int
    def __init__(self, lot_seed: _Optional[int] = ..., salt: _Optional[str] = ..., time_ms: _Optional[int] = ..., state: _Optional[str] = ..., hash: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[AchessSeatReport, _Mapping]]] = ..., late_p50_us: _Optional[int] = ..., late_p99_us: _Optional[int] = ..., late_max_us: _Optional[int] = ...) -> None: ...

class AchessSeatReport(_message.Message):
    __slots__ = ("orders", "rejected", "over_rate", "round_trip_us", "held_max_ms", "away_ms", "thinking_ms")
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    REJECTED_FIELD_NUMBER: _ClassVar[int]
    OVER_RATE_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    HELD_MAX_MS_FIELD_NUMBER: _ClassVar[int]
    AWAY_MS_FIELD_NUMBER: _ClassVar[int]
    THINKING_MS_FIELD_NUMBER: _ClassVar[int]
    orders: int
    rejected: int
    over_rate: int
    round_trip_us: int
    held_max_ms: int
    away_ms: int
    thinking_ms: int
    def __init__(self, orders: _Optional[int] = ..., rejected: _Optional[int] = ..., over_rate: _Optional[int] = ..., round_trip_us: _Optional[int] = ..., held_max_ms: _Optional[int] = ..., away_ms: _Optional[int] = ..., thinking_ms: _Optional[int] = ...) -> None: ...

class SeatReport(_message.Message):
    __slots__ = ("clock", "turns", "charged_us", "wall_us", "ignored", "false_claims", "round_trip_us", "start_us", "said_name", "said_version")
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    WALL_US_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    FALSE_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    START_US_FIELD_NUMBER: _ClassVar[int]
    SAID_NAME_FIELD_NUMBER: _ClassVar[int]
    SAID_VERSION_FIELD_NUMBER: _ClassVar[int]
    clock: _agent_pb2.Clock
    turns: int
    charged_us: int
    wall_us: int
    ignored: int
    false_claims: int
    round_trip_us: int
    start_us: int
    said_name: str
    said_version: str
    def __init__(self, clock: _Optional[_Union[_agent_pb2.Clock, _Mapping]] = ..., turns: _Optional[int] = ..., charged_us: _Optional[int] = ..., wall_us: _Optional[int] = ..., ignored: _Optional[int] = ..., false_claims: _Optional[int] = ..., round_trip_us: _Optional[int] = ..., start_us: _Optional[int] = ..., said_name: _Optional[str] = ..., said_version: _Optional[str] = ...) -> None: ...

class Void(_message.Message):
    __slots__ = ("attempt", "blame", "reason")
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    BLAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    attempt: int
    blame: Blame
    reason: str
    def __init__(self, attempt: _Optional[int] = ..., blame: _Optional[_Union[Blame, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class WatchMatchRequest(_message.Message):
    __slots__ = ("match_id", "from_ply")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    FROM_PLY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    from_ply: int
    def __init__(self, match_id: _Optional[str] = ..., from_ply: _Optional[int] = ...) -> None: ...

class WatchMatchResponse(_message.Message):
    __slots__ = ("header", "entry", "turning", "finished", "void", "events", "snapshot")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    TURNING_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    VOID_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    header: WatchHeader
    entry: JournalEntry
    turning: Turning
    finished: Finished
    void: Void
    events: _agent_pb2.Events
    snapshot: _agent_pb2.Snapshot
    def __init__(self, header: _Optional[_Union[WatchHeader, _Mapping]] = ..., entry: _Optional[_Union[JournalEntry, _Mapping]] = ..., turning: _Optional[_Union[Turning, _Mapping]] = ..., finished: _Optional[_Union[Finished, _Mapping]] = ..., void: _Optional[_Union[Void, _Mapping]] = ..., events: _Optional[_Union[_agent_pb2.Events, _Mapping]] = ..., snapshot: _Optional[_Union[_agent_pb2.Snapshot, _Mapping]] = ...) -> None: ...

class WatchHeader(_message.Message):
    __slots__ = ("match_id", "game", "options", "seat_names", "time_control", "position", "opening", "clocks")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_NAMES_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    options: _containers.ScalarMap[str, str]
    seat_names: _containers.RepeatedScalarFieldContainer[str]
    time_control: str
    position: str
    opening: _containers.RepeatedScalarFieldContainer[str]
    clocks: _containers.RepeatedCompositeFieldContainer[_agent_pb2.Clock]
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seat_names: _Optional[_Iterable[str]] = ..., time_control: _Optional[str] = ..., position: _Optional[str] = ..., opening: _Optional[_Iterable[str]] = ..., clocks: _Optional[_Iterable[_Union[_agent_pb2.Clock, _Mapping]]] = ...) -> None: ...

class Turning(_message.Message):
    __slots__ = ("ply", "seat", "clocks")
    PLY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    ply: int
    seat: int
    clocks: _containers.RepeatedCompositeFieldContainer[_agent_pb2.Clock]
    def __init__(self, ply: _Optional[int] = ..., seat: _Optional[int] = ..., clocks: _Optional[_Iterable[_Union[_agent_pb2.Clock, _Mapping]]] = ...) -> None: ...

class GetStatusRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetStatusResponse(_message.Message):
    __slots__ = ("name", "version", "capacity", "matches", "lag_p50_us", "lag_p99_us", "turns", "finished", "void")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    LAG_P50_US_FIELD_NUMBER: _ClassVar[int]
    LAG_P99_US_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    VOID_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    capacity: int
    matches: _containers.RepeatedCompositeFieldContainer[RunningMatch]
    lag_p50_us: int
    lag_p99_us: int
    turns: int
    finished: int
    void: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., capacity: _Optional[int] = ..., matches: _Optional[_Iterable[_Union[RunningMatch, _Mapping]]] = ..., lag_p50_us: _Optional[int] = ..., lag_p99_us: _Optional[int] = ..., turns: _Optional[int] = ..., finished: _Optional[int] = ..., void: _Optional[int] = ...) -> None: ...

class RunningMatch(_message.Message):
    __slots__ = ("match_id", "attempt", "game", "seat_names", "ply")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_NAMES_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    attempt: int
    game: str
    seat_names: _containers.RepeatedScalarFieldContainer[str]
    ply: int
    def __init__(self, match_id: _Optional[str] = ..., attempt: _Optional[int] = ..., game: _Optional[str] = ..., seat_names: _Optional[_Iterable[str]] = ..., ply: _Optional[int] = ...) -> None: ...
