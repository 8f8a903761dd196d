"""The agents that there are: reference agents, and those that were submitted."""

from typing import Any

from arena_sdk.agents import CATALOGUE
from arena_sdk.agents.catalogue import Entry, Parameter
from cli.output import emit, out, table


def list_agents(json: bool) -> None:
    """Prints both kinds."""
    submitted = _submitted()
    if json:
        emit([*map(_reference, CATALOGUE.values()), *submitted])
        return
    rows = [
        (
            name,
            ", ".join(entry.games) or "any with turns",
            ", ".join(_shown(parameter) for parameter in entry.parameters),
            entry.summary,
        )
        for name, entry in CATALOGUE.items()
    ]
    out.print(table("Reference agents", ("agent", "games", "parameters", "what it does"), rows))
    if submitted:
        columns = ("agent", "games", "given as", "submitted")
        told = [
            (each["agent"], ", ".join(each["games"]), each["given"], each["submitted_at"])
            for each in submitted
        ]
        out.print()
        out.print(table("Submitted agents", columns, told))
    out.print(
        "\nName one as [bold]greedy[/] or [bold]paranoid:depth=3[/], a submitted one as "
        "[bold]mine[/] (its latest version) or [bold]mine@3[/]. Others: "
        "[bold]cmd:./my_bot[/] runs a command, which finds its address in ARENA_ADDRESS "
        "(or as {address} in the command); [bold]image:name:tag[/] runs a container; "
        "[bold]grpc://host:port[/] calls one that runs already."
    )


def show_agent(text: str, json: bool) -> None:
    """Prints a submitted agent's version and what its checks found. Raises UserError."""
    from cli.checking import print_report
    from cli.errors import UserError
    from cli.listing import open_records
    from league import submissions

    named = submissions.read_name(text)
    if named is None:
        raise UserError(f"agent {text[:60]!r}: a submitted agent is named mine or mine@3")
    with open_records() as records:
        if records.redis is None:
            raise UserError(f"no agent {text!r} was submitted: this arena has none")
        version = submissions.get(records.redis, *named)
        reports = submissions.reports(records.redis, version)
    if json:
        emit(_version(version) | {"reports": reports})
        return
    kept = version.submission
    out.print(f"[bold]{version.text}[/]  submitted {kept.submitted_at}", end="  ")
    out.print(f"runs {kept.runs}", markup=False, soft_wrap=True)
    for report in reports.values():
        print_report(report)


def _shown(parameter: Parameter) -> str:
    """A parameter and its default, if there is one."""
    return f"{parameter.name}=" + ("" if parameter.default is None else str(parameter.default))


def _reference(entry: Entry) -> dict[str, Any]:
    return {
        "agent": entry.name,
        "kind": "reference",
        "summary": entry.summary,
        "games": list(entry.games),
        "parameters": [
            {"name": each.name, "default": each.default, "takes": each.takes}
            for each in entry.parameters
        ],
    }


def _submitted() -> list[dict[str, Any]]:
    """The submitted agents; none where the league's packages are not installed."""
    try:
        from cli.listing import open_records
        from league import submissions
    except ModuleNotFoundError:
        return []
    with open_records() as records:
        everyone = submissions.everyone(records.redis) if records.redis is not None else []
    return [_version(version) for version in everyone]


def _version(version: Any) -> dict[str, Any]:
    kept = version.submission
    return {
        "agent": version.text,
        "kind": "submitted",
        "name": kept.name,
        "version": version.number,
        "games": list(kept.games),
        "runs": kept.runs,
        "given": kept.given,
        "submitted_at": kept.submitted_at,
    }
