"""Who is meant by a name that is no reference agent's: submitted agents, and which version."""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from redis import Redis

from arena_sdk.agents import CATALOGUE
from cli.errors import UserError
from cli.listing import open_records
from league import submissions, tournaments
from league.agents import AgentSpec
from league.errors import UnknownSubmission, UnknownTournament
from league.pairing import Entrant
from league.tournament import Tournament


def is_submitted(text: str) -> bool:
    """Whether an agent text can only mean a submitted agent. Raises InvalidAgent."""
    agent = AgentSpec.parse(text)
    if agent.kind == "submitted":
        return True
    known = agent.target.partition(":")[0] in CATALOGUE
    named = submissions.read_name(agent.target) is not None
    return agent.kind == "reference" and named and not known


def pinned(
    redis: Redis | None, entrants: Iterable[Entrant], game: str, before: Sequence[Entrant] = ()
) -> tuple[Entrant, ...]:
    """The entrants, those that are submitted agents with the version that plays.

    A name alone means the version of the entrant of that name in `before`, else the
    latest. `redis` is None where nothing was ever submitted. Raises UserError.
    """
    told = []
    for entrant in entrants:
        if is_submitted(entrant.agent):
            version = _version(redis, _as_before(entrant, before), game)
            entrant = replace(entrant, agent=version.text, runs=version.submission.runs)
        told.append(entrant)
    return tuple(told)


def pinned_here(entrants: Sequence[Entrant], game: str) -> tuple[Entrant, ...]:
    """As `pinned`, with a look into the league only if there is a name to look up."""
    if not any(is_submitted(entrant.agent) for entrant in entrants):
        return tuple(entrants)
    with open_records() as records:
        return pinned(records.redis, entrants, game)


def pinned_tournament(redis: Redis, tournament: Tournament) -> Tournament:
    """The tournament with every version settled: as it was registered, if it was."""
    before: Sequence[Entrant] = ()
    with contextlib.suppress(UnknownTournament):
        before = tournaments.definition(redis, tournament.name).entrants
    return replace(tournament, entrants=pinned(redis, tournament.entrants, tournament.game, before))


def _as_before(entrant: Entrant, before: Sequence[Entrant]) -> str:
    """The agent text, with the version that it had."""
    then = next((each.agent for each in before if each.name == entrant.name), "")
    return then if then.partition("@")[0] == entrant.agent else entrant.agent


def _version(redis: Redis | None, text: str, game: str) -> submissions.Version:
    named = submissions.read_name(text)
    assert named is not None, "is_submitted said so"
    name, number = named
    if redis is None:
        raise _unknown(text, [])
    try:
        version = submissions.get(redis, name, number)
    except UnknownSubmission as error:
        raise _unknown(text, error.known) from None
    if game not in version.submission.games:
        games = ", ".join(version.submission.games)
        raise UserError(
            f"agent {version.text} was submitted for {games}, not for {game}; "
            f"submit it again with --game {game}"
        )
    return version


def _unknown(text: str, known: Sequence[str]) -> UserError:
    return UserError(
        f"unknown agent {text[:60]!r}; reference agents are {', '.join(CATALOGUE)}; "
        f"submitted are {', '.join(known) or 'none'}"
    )
