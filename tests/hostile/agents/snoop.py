"""Looks for what is none of its business: files, environments, memory."""

import os
from pathlib import Path

from cover import BAIT, play, report, tried  # type: ignore[import-not-found]

_PROC = Path("/proc")
_SECRETS = (
    *("/etc/shadow", "/root/.ssh", "/root/.bash_history", "/proc/kcore", "/dev/mem"),
    *("/proc/1/mem", "/sys/kernel/security", "/sys/firmware/efi/efivars", "/proc/kmsg"),
)


def environments() -> list[bytes]:
    """Of every process that is seen."""
    told = []
    for entry in _PROC.iterdir():
        if entry.name.isdecimal() and os.access(entry / "environ", os.R_OK):
            tried(lambda entry=entry: told.append((entry / "environ").read_bytes()))
    return told


def attack() -> None:
    report(
        environments=[text.decode() for text in environments() if b"HOSTILE_BAIT" in text],
        own=[name for name in os.environ if name == "HOSTILE_BAIT"],
        bait=tried(lambda: Path(BAIT["file"]).read_text()),
        through_init=tried(lambda: Path("/proc/1/root" + BAIT["file"]).read_text()),
        read=[path for path in _SECRETS if tried(lambda path=path: look(Path(path))) == "done"],
        processes=[int(entry.name) for entry in _PROC.iterdir() if entry.name.isdecimal()],
        # Its own scripts' directory is shown to it, wherever the checkout lies.
        rival=[
            str(path)
            for path in Path("/tmp").rglob("thinker*")
            if path.parent != Path(__file__).parent
        ],
    )


def look(path: Path) -> None:
    if path.is_dir():
        if not os.listdir(path):  # noqa: PTH208
            raise FileNotFoundError
    else:
        with path.open("rb") as file:
            if not file.read(1):
                raise FileNotFoundError


play(attack)
