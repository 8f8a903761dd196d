"""Becomes another program that dies with its parent and keeps to a few limits.

Run as a file, never imported, by the interpreter alone (`-I -S`: about 11 ms):

    python -I -S shim.py PARENT SIGNAL [join=FILE ...] [cores=N,N] [LIMIT=N ...] -- ARGV...

PARENT is the process id of whoever starts it, SIGNAL the number of the signal that the
program gets when the starting thread of PARENT ends, FILE the list of members of a
control group to join. `cores` are the processor cores to keep to, LIMIT is the name of an
rlimit without its prefix ("nofile=1024"). Exit code 127 says that ARGV could not be run.
"""

import os
import resource
import sys

PR_SET_PDEATHSIG = 1


def die_with(parent: int, signal_number: int) -> None:
    """Asks the kernel for the signal; ends here if the parent had gone before that."""
    if sys.platform != "linux":
        return
    import ctypes  # a third of the start-up time, and of use on Linux only

    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal_number) != 0:
        sys.exit(f"cannot ask for a death signal: {os.strerror(ctypes.get_errno())}")
    if os.getppid() != parent:
        sys.exit("the parent process is gone")


def join(members: str) -> None:
    """Joins the control group with that list of members: 0 stands for the writer."""
    try:
        with open(members, "w") as file:  # noqa: PTH123 - pathlib takes 5 ms to import
            file.write("0")
    except OSError as error:
        sys.exit(f"cannot join {members}: {error.strerror}")


def pin(cores: str) -> None:
    """Keeps to these cores. A program counts its cores when it starts, and its threads stay
    where they were made: later would be too late."""
    try:
        os.sched_setaffinity(0, map(int, cores.split(",")))
    except OSError as error:
        sys.exit(f"cannot run on cores {cores} (ARENA_CORES): {error.strerror}")


def limit(name: str, value: str) -> None:
    """Sets one limit, soft and hard, never above the hard limit there is."""
    which = getattr(resource, f"RLIMIT_{name.upper()}")
    hard = resource.getrlimit(which)[1]
    wanted = int(value) if hard == resource.RLIM_INFINITY else min(int(value), hard)
    resource.setrlimit(which, (wanted, wanted))


def main(arguments: list[str]) -> None:
    """Takes the arguments described above; returns only by an exit."""
    split = arguments.index("--")
    (parent, signal_number), orders = arguments[:2], arguments[2:split]
    argv = arguments[split + 1 :]
    die_with(int(parent), int(signal_number))
    for order in orders:
        name, _, value = order.partition("=")
        if name == "join":
            join(value)
        elif name == "cores":
            pin(value)
        else:
            limit(name, value)
    try:
        os.execvp(argv[0], argv)
    except OSError as error:
        print(f"cannot run {argv[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201
        os._exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
