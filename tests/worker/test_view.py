"""Which files an agent is shown."""

import sys
from pathlib import Path

import pytest

from worker.settings import SandboxSettings
from worker.view import View, view_of_command, view_of_reference


def view(tmp_path: Path, *argv: str, **environment: str) -> View:
    """As of a command that is run in tmp_path/here."""
    here = tmp_path / "here"
    here.mkdir(exist_ok=True)
    settings = SandboxSettings(directory=here, environment=environment)
    return view_of_command(argv, settings, tmp_path / "private")


def shown(tmp_path: Path, *argv: str, **environment: str) -> set[str]:
    """What is shown of tmp_path, besides the directory that the command runs in."""
    found = view(tmp_path, *argv, **environment).readable
    return {str(path.relative_to(tmp_path)) for path in found if path.is_relative_to(tmp_path)} - {
        "here"
    }


def program(path: Path, text: str = "\x7fELF") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o700)
    return str(path)


def test_a_command_is_shown_where_it_runs(tmp_path: Path) -> None:
    found = view(tmp_path, "/bin/true")
    assert tmp_path / "here" in found.readable
    assert found.directory == tmp_path / "here"
    assert found.private == tmp_path / "private"
    assert found.hidden == ()


@pytest.mark.parametrize("word", ["../lib/net.bin", "--model=../lib/net.bin", "../lib"])
def test_a_named_file_is_shown_with_its_neighbours(tmp_path: Path, word: str) -> None:
    program(tmp_path / "lib" / "net.bin")
    assert shown(tmp_path, "/bin/true", word) == {"lib"}


def test_of_a_wide_directory_only_the_file_is_shown(tmp_path: Path) -> None:
    named = program(tmp_path / "home" / "bot.py")
    home = str(tmp_path / "home")
    assert shown(tmp_path, "/bin/true", named, HOME=home) == {"home/bot.py"}
    assert shown(tmp_path, "/bin/true", home, HOME=home) == set()


def test_a_program_is_shown_with_its_installation(tmp_path: Path) -> None:
    assert shown(tmp_path, program(tmp_path / "tool" / "bin" / "run")) == {"tool"}


def test_a_home_is_not_taken_for_an_installation(tmp_path: Path) -> None:
    run = program(tmp_path / "home" / "bin" / "run")
    assert shown(tmp_path, run, HOME=str(tmp_path / "home")) == {"home/bin"}


def test_all_links_to_a_program_are_followed(tmp_path: Path) -> None:
    """As a virtual environment's python is one to a link elsewhere."""
    program(tmp_path / "python" / "bin" / "python3.11")
    (tmp_path / "python" / "bin" / "python3").symlink_to("python3.11")
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    link = tmp_path / "venv" / "bin" / "python"
    link.symlink_to(tmp_path / "python" / "bin" / "python3")
    assert shown(tmp_path, str(link)) == {"venv", "python"}


@pytest.mark.parametrize(
    "line", ["#!{}/bin/lua -O2", "#!/usr/bin/env lua", "#!/usr/bin/env -S lua"]
)
def test_the_interpreter_of_a_script_is_shown(tmp_path: Path, line: str) -> None:
    program(tmp_path / "lang" / "bin" / "lua")
    script = program(tmp_path / "here" / "bot", line.format(tmp_path / "lang") + "\n")
    search = str(tmp_path / "lang" / "bin")
    assert shown(tmp_path, script, PATH=search) == {"lang"}


def test_a_script_that_names_itself_is_no_endless_tale(tmp_path: Path) -> None:
    script = program(tmp_path / "own" / "bot", f"#!{tmp_path}/own/bot\n")
    assert shown(tmp_path, script) == {"own"}


def test_sockets_and_devices_are_not_shown_for_being_named(tmp_path: Path) -> None:
    found = view(tmp_path, "/bin/true", "/dev/null", "/proc/1/environ", "/run", "/")
    outside = {path for path in found.readable if not path.is_relative_to(tmp_path)}
    assert not [path for path in outside if path.parts[1:2] in [("dev",), ("proc",), ("run",)]]
    assert Path("/") not in outside


def test_the_arenas_directory_is_hidden_where_it_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "here" / ".arena").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    assert view(tmp_path, "/bin/true").hidden == (tmp_path / "here" / ".arena",)
    assert view(tmp_path, "/bin/true", ARENA_HOME=str(tmp_path / "elsewhere")).hidden == ()


def test_what_is_named_in_a_hidden_directory_is_shown(tmp_path: Path) -> None:
    program(tmp_path / "here" / ".arena" / "bots" / "bot.py")
    found = view(tmp_path, "/bin/true", ".arena/bots/bot.py")
    home = tmp_path / "here" / ".arena"
    assert {tmp_path / "here", home / "bots"} <= set(found.readable)
    assert found.hidden == (home,)


def test_a_reference_agent_is_shown_python_and_what_it_is_made_of(tmp_path: Path) -> None:
    settings = SandboxSettings(directory=tmp_path, environment={})
    found = view_of_reference(settings, tmp_path)
    assert tmp_path not in found.readable
    assert found.directory == tmp_path
    sdk = next(path for path in found.readable if path.name == "arena_sdk")
    assert (sdk / "agents").exists() or (sdk / "agents.py").exists()
    assert any(Path(sys.prefix).is_relative_to(path) for path in found.readable)
