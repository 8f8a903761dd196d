"""`arena serve arbiter`, `worker`, `director` and `up`: the services, one a process."""

from typing import Annotated

import typer

from cli.errors import UserError

Arbiter = Annotated[
    str | None,
    typer.Option(help="The arbiter on this host: unix:/path or host:port; none: start one."),
]
Concurrency = Annotated[int, typer.Option(min=0, help="Matches at once; 0: one a core.")]

_LAST_PORT = 65535


def arbiter(
    address: Annotated[str, typer.Option(help="Where to listen.")] = "localhost:7050",
    capacity: Annotated[int, typer.Option(min=1, help="Matches at once in a process.")] = 256,
    processes: Annotated[
        int, typer.Option(min=1, help="So many arbiters, on ports that follow each other.")
    ] = 1,
) -> None:
    """Run an arbiter: it owns matches and clocks, and calls the agents."""
    from cli.serving import serve_here, serve_many

    host, _, port = address.rpartition(":")
    if not address.startswith("unix:") and port.isdecimal():
        last = int(port) + processes - 1
        if last > _LAST_PORT:  # gRPC would go round and listen somewhere else
            raise UserError(f"cannot listen on port {last}: ports end at {_LAST_PORT}")
    if processes == 1:
        serve_here(address, capacity)
        return
    if address.startswith("unix:") or not host or not port.isdecimal():
        raise UserError(f"--processes needs an address with a port, not {address!r}")
    serve_many([f"{host}:{int(port) + index}" for index in range(processes)], capacity)


def worker(arbiter: Arbiter = None, concurrency: Concurrency = 0) -> None:
    """Run a worker: it plays pairings from the queue on this host."""
    from cli.serving import work

    raise typer.Exit(work(arbiter, concurrency))


def director(
    names: Annotated[
        list[str] | None, typer.Argument(help="Tournaments; none: all that are not finished.")
    ] = None,
) -> None:
    """Run a director: it sends pairings to workers, and keeps the ratings."""
    from cli.serving import direct

    direct(names or [])


def up(concurrency: Concurrency = 0) -> None:
    """Run everything on this machine until Ctrl-C: Redis, arbiter, worker, director."""
    from cli.serving import serve_all

    serve_all(concurrency)
