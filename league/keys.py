"""Every key of the league in Redis, in one place.

arena:schema                     the schema's version
arena:secret                     what lots depend on beside seeds (see league.lots)
arena:tournaments                set of tournament names
arena:tournament:NAME            hash: definition, counts of pairings and matches
arena:tournament:NAME:open       sorted set of unfinished pairings, by place in the schedule
arena:tournament:NAME:matches    list of finished match ids, in order
arena:tournament:NAME:given_up   hash: unplayable match -> why
arena:pairing:ID                 hash: spec, lease (attempt, owner, expires, arbiter),
                                 tournament, total, done, and for each match that is over
                                 "m:MATCH" -> finished, or unplayable: WHY
arena:journal:MATCH              hash: ply -> JournalEntry, of a match under way
arena:voids:MATCH                hash: attempt -> blame and reason
arena:record:MATCH               hash: head, plies (see league.record)
arena:agents                     set of names of submitted agents
arena:agent:NAME                 hash: version -> submission, "id:ID" of a submission -> version,
                                 latest -> the newest version
arena:agent:NAME:reports         hash: version -> the reports of its checks
arena:pools                      set of pool names
arena:pool:POOL:results          stream of results, the rater's input
arena:pool:POOL:ratings          hash: agent -> rating and tally
arena:pool:POOL:cursor           the last result that the ratings contain
arena:leader:ROLE                hash: fencing token, owner, expires
"""

SCHEMA = "arena:schema"
SECRET = "arena:secret"
TOURNAMENTS = "arena:tournaments"
POOLS = "arena:pools"
AGENTS = "arena:agents"


def tournament(name: str) -> str:
    """The tournament's definition and counts."""
    return f"arena:tournament:{name}"


def open_pairings(name: str) -> str:
    """The tournament's unfinished pairings."""
    return f"arena:tournament:{name}:open"


def matches(name: str) -> str:
    """The tournament's finished matches."""
    return f"arena:tournament:{name}:matches"


def given_up(name: str) -> str:
    """The tournament's matches that could not be played."""
    return f"arena:tournament:{name}:given_up"


def pairing(pairing_id: str) -> str:
    """A pairing: its spec, its lease, and how far its matches are."""
    return f"arena:pairing:{pairing_id}"


def journal(match_id: str) -> str:
    """The journal of a match under way."""
    return f"arena:journal:{match_id}"


def voids(match_id: str) -> str:
    """The void attempts of a match."""
    return f"arena:voids:{match_id}"


def record(match_id: str) -> str:
    """The record of a finished match."""
    return f"arena:record:{match_id}"


def agent(name: str) -> str:
    """The versions of a submitted agent."""
    return f"arena:agent:{name}"


def reports(name: str) -> str:
    """The reports of the checks that they passed."""
    return f"arena:agent:{name}:reports"


def results(pool: str) -> str:
    """The result stream of a pool."""
    return f"arena:pool:{pool}:results"


def ratings(pool: str) -> str:
    """The ratings of a pool."""
    return f"arena:pool:{pool}:ratings"


def cursor(pool: str) -> str:
    """How far the ratings of a pool have got in its stream."""
    return f"arena:pool:{pool}:cursor"


def leader(role: str) -> str:
    """Who leads in a role."""
    return f"arena:leader:{role}"
