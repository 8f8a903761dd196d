"""`arena agents`: the reference agents, and the check that an agent can be run at all."""

from arena_sdk.agents import CATALOGUE
from cli.arguments import JsonFlag
from cli.output import emit, out, table


def agents(json: JsonFlag = False) -> None:
    """List the reference agents and the other ways to name an agent."""
    if json:
        emit(
            [
                {
                    "agent": name,
                    "summary": entry.summary,
                    "games": list(entry.games),
                    "parameters": [
                        {
                            "name": parameter.name,
                            "default": parameter.default,
                            "takes": parameter.takes,
                        }
                        for parameter in entry.parameters
                    ],
                }
                for name, entry in CATALOGUE.items()
            ]
        )
        return
    rows = [
        (
            name,
            ", ".join(entry.games) or "any",
            ", ".join(f"{p.name}={p.default}" for p in entry.parameters),
            entry.summary,
        )
        for name, entry in CATALOGUE.items()
    ]
    out.print(table("Reference agents", ("agent", "games", "parameters", "what it does"), rows))
    out.print(
        "\nName one as [bold]greedy[/] or [bold]paranoid:depth=3[/]. Others: "
        "[bold]cmd:./my_bot[/] runs a command, which finds its address in ARENA_ADDRESS "
        "(or as {address} in the command); [bold]grpc://host:port[/] calls one that runs already."
    )
