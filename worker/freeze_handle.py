"""How the arbiter reaches a sandbox to freeze it and to read its CPU time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FreezeHandle:
    """One of the two is set.

    `cgroup` is a path below the root of its hierarchy ("/docker/4fa6..."): the same in
    every hierarchy of cgroup v1, and in the one of v2. `process_group` is for sandboxes
    that have no cgroup of their own; a process that leaves the group is not reached.
    """

    cgroup: str = ""
    process_group: int = 0
