"""How an agent is named in one text, on the command line and in tournament files.

greedy, paranoid:depth=3               a reference agent and its parameters
achess:tactician:every=100             one whose name has two parts
mine@3                                 a version of a submitted agent
mine                                   its latest, if no reference agent has that name
cmd:./my_bot --socket {address}        a command, run in a sandbox
image:name:tag                         a container image
grpc://host:port                       a remote agent that runs already
uci:/usr/games/stockfish               a UCI engine, through the bridge
"""

import re
from dataclasses import dataclass
from typing import Literal

from league.errors import InvalidAgent

AgentKind = Literal["reference", "command", "image", "remote", "uci", "submitted"]

_PREFIXES: dict[str, AgentKind] = {
    "cmd:": "command",
    "image:": "image",
    "grpc://": "remote",
    "uci:": "uci",
}
_HOST_PORT = re.compile(r"(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})")
_REFERENCE = re.compile(r"[A-Za-z_][\w-]*(:[\w-]+)?(:[^\s:]+)?")
_SUBMITTED = re.compile(r"[A-Za-z][\w-]*@[1-9]\d*")


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """One agent as it was named: the text, what kind it is, and the text less its prefix."""

    text: str
    kind: AgentKind
    target: str

    @classmethod
    def parse(cls, text: str) -> "AgentSpec":
        """Reads an agent text. Whether an agent of that name exists, whether a command can
        be run or a host reached, is found out where it is used. A name alone is read as a
        reference agent's: only who knows those can tell that it is a submitted one's.

        Raises InvalidAgent.
        """
        text = text.strip()
        if not text.isprintable():
            raise InvalidAgent(f"agent {text[:60]!r}: an agent is one line of printable text")
        for prefix, kind in _PREFIXES.items():
            if text.startswith(prefix):
                return cls(text, kind, _target(text, prefix, kind))
        if _SUBMITTED.fullmatch(text):
            return cls(text, "submitted", text)
        if not _REFERENCE.fullmatch(text):
            raise InvalidAgent(
                f"agent {text[:60]!r}: name a reference agent (greedy, paranoid:depth=3), "
                "a submitted one (mine, mine@3), cmd:COMMAND, image:NAME:TAG, grpc://HOST:PORT "
                "or uci:PATH"
            )
        return cls(text, "reference", text)


def _target(text: str, prefix: str, kind: AgentKind) -> str:
    target = text.removeprefix(prefix).strip()
    if not target:
        raise InvalidAgent(f"agent {text!r}: nothing follows {prefix}")
    if kind == "remote":
        match = _HOST_PORT.fullmatch(target)
        if match is None or not 0 < int(match[2]) < 65536:
            raise InvalidAgent(f"agent {text[:60]!r}: a remote agent is grpc://HOST:PORT")
    return target
