from pathlib import Path

import pytest
from pydantic import ValidationError

from league.errors import InvalidSettings
from league.settings import load_settings


def test_variables_set_what_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_HOME", "/somewhere")
    monkeypatch.setenv("ARENA_LEASE_TTL", "4.5")
    settings = load_settings()
    assert (settings.home, settings.lease_ttl) == (Path("/somewhere"), 4.5)


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        load_settings().window = 3


def test_a_bad_value_is_one_line_that_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_WINDOW", "many")
    with pytest.raises(InvalidSettings, match="ARENA_WINDOW='many': ") as caught:
        load_settings()
    assert "\n" not in str(caught.value)
