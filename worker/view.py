"""Which files an agent is shown: what its command needs, and nothing of ours."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worker.settings import SandboxSettings

# What reference agents are made of, and Python bots use, where it is installed from sources.
_PACKAGES = ("arena", "arena_games", "arena_sdk")
# Too wide to be shown for the sake of one file in it.
_WIDE = frozenset(map(Path, ("/", "/tmp", "/var", "/var/tmp", "/home", "/srv", "/mnt", "/etc")))
# Never shown: shown to everybody already, or made anew, or none of an agent's business.
_FIXED = tuple(map(Path, ("/usr", "/opt", "/nix", "/proc", "/sys", "/dev", "/run", "/var/run")))
# Programs lie in these below the directory that has all that they need.
_PROGRAMS = frozenset({"bin", "sbin", "shims"})
_LONGEST_LINE = 256
# How often an interpreter may be a script itself; that is where the kernel gives up, too.
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class View:
    """Absolute paths, each shown to the agent where it is.

    `readable` cannot be written, `hidden` looks empty, `private` is the agent's own;
    it starts in `directory`.
    """

    readable: tuple[Path, ...]
    hidden: tuple[Path, ...]
    private: Path
    directory: Path


def view_of_command(argv: Sequence[str], settings: SandboxSettings, private: Path) -> View:
    """For a user's own command, whose program is a whole path: the directory that it runs
    in, those of its program and of the files that it names, and the SDK's packages."""
    directory = settings.directory.absolute()
    named = [found for word in argv for found in _named(word, directory)]
    shown = {*_around(directory, settings), *_runtime(Path(argv[0]), settings)}
    shown.update(place for file in named for place in _around(file, settings))
    shown.update(_locations(_PACKAGES))
    return _view(shown, settings, private, directory)


def view_of_reference(settings: SandboxSettings, private: Path) -> View:
    """For a reference agent: our own Python, with the packages that it is made of."""
    installed = {
        Path(entry)
        for entry in (sys.prefix, sys.base_prefix, *sys.path)
        if entry in (sys.prefix, sys.base_prefix) or entry.endswith("-packages")
    }
    shown = {*_runtime(Path(sys.executable), settings), *installed, *_locations(_PACKAGES)}
    return _view(shown, settings, private, private)


def _view(shown: Iterable[Path], settings: SandboxSettings, private: Path, directory: Path) -> View:
    readable = {
        path
        for path in (*shown, *settings.readable, *_listed(settings))
        if path.exists() and not any(path.is_relative_to(fixed) for fixed in _FIXED)
    }
    hidden = {
        path
        for path in (*settings.hidden, _home(settings))
        if path.is_dir() and any(path.is_relative_to(place) for place in readable)
    }
    # What is shown for its own sake stays shown, and is not shown twice.
    hidden -= readable
    outermost = {path for path in readable if not _is_inside(path, readable, hidden)}
    return View(tuple(outermost), tuple(hidden), private, directory)


def _is_inside(path: Path, readable: set[Path], hidden: set[Path]) -> bool:
    """Whether a path is seen anyway: in one that is readable, with none hidden between."""
    nearest = next((place for place in path.parents if place in readable or place in hidden), None)
    return nearest in readable


def _listed(settings: SandboxSettings) -> Iterator[Path]:
    """What a user lists in ARENA_READABLE, as in PATH."""
    for text in settings.environment.get("ARENA_READABLE", "").split(os.pathsep):
        if text:
            yield settings.directory.absolute() / text


def _home(settings: SandboxSettings) -> Path:
    """The arena's directory: records, logs of others, the socket of its Redis."""
    return settings.directory.absolute() / settings.environment.get("ARENA_HOME", ".arena")


def _named(word: str, directory: Path) -> Iterator[Path]:
    """The file that a word of a command means, if it does: "bot.py", "--model=net.bin"."""
    for text in {word, word.partition("=")[2]}:
        if text and (path := Path(os.path.normpath(directory / text))).exists():
            yield path
            yield path.resolve()


def _runtime(program: Path, settings: SandboxSettings, depth: int = _DEEPEST) -> Iterator[Path]:
    """What a program needs by its place, at each link on the way to it and in its first line."""
    path = program
    while path.is_symlink():
        yield from _home_of(path, settings)
        path = Path(os.path.normpath(path.parent / path.readlink()))
    yield from _home_of(path, settings)
    interpreter = _interpreter(path, settings.environment.get("PATH", ""))
    if interpreter is not None and depth > 0:
        yield from _runtime(interpreter, settings, depth - 1)


def _home_of(program: Path, settings: SandboxSettings) -> Iterator[Path]:
    folder = program.parent
    whole = folder.parent if folder.name in _PROGRAMS else folder
    yield from _around(folder if _is_wide(whole, settings) else whole, settings)
    yield from _around(program, settings)


def _interpreter(script: Path, search: str) -> Path | None:
    """The program of a first line such as "#!/usr/bin/env python3"."""
    with script.open("rb") as file:
        line = file.readline(_LONGEST_LINE)
    if not line.startswith(b"#!"):
        return None
    words = os.fsdecode(line[2:]).split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    found = shutil.which(words[0], path=search) if words else None
    return None if found is None else Path(found)


def _around(path: Path, settings: SandboxSettings) -> Iterator[Path]:
    """A file with its neighbours, or a directory; of wide directories only the file."""
    place = path if path.is_dir() else path.parent
    if not _is_wide(place, settings):
        yield place
    elif not path.is_dir():
        yield path


def _is_wide(path: Path, settings: SandboxSettings) -> bool:
    home = settings.environment.get("HOME")
    return path in _WIDE or (home is not None and path == Path(home))


def _locations(packages: Iterable[str]) -> Iterator[Path]:
    for package in packages:
        spec = importlib.util.find_spec(package)
        if spec is not None:
            yield from map(Path, spec.submodule_search_locations or ())
