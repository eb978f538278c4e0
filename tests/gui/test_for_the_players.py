"""Exports and printouts for the players hold no secret, in any format; each asks first which audience it is for."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from exgui.cli import main
from exgui.gui.map.export.ask import AskExport
from exgui.gui.printing import encounter as printing

ENCOUNTER = """
format = "exgui-scenario/1"
title = "Treason of the abbot"
notes = "He is a demon."
ruleset = "ex3"
[[zone]]
id = "yard"
notes = "Gold under the floor."
[[zone]]
id = "crypt"
hidden = true
[[link]]
between = ["yard", "crypt"]
name = "trapdoor"
[[combatant]]
id = "ada"
side = "heroes"
player = true
zone = "crypt"
notes = "She does not know her father."
[[combatant]]
id = "vey"
side = "coven"
zone = "yard"
revealed = false
[[combatant]]
id = "kestrel"
side = "coven"
zone = "yard"
hidden = true
"""
SECRETS = re.compile("treason|abbot|demon|gold|crypt|trapdoor|father|vey|kestrel|coven", re.IGNORECASE)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "told.toml"
    path.write_text(ENCOUNTER)
    return path


def inside(path: Path) -> str:
    """All that is in a file, unpacked where it is packed."""
    data = path.read_bytes()
    found = [data.decode("latin-1")]
    for part in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            found.append(zlib.decompress(part).decode("latin-1"))
        except zlib.error:
            continue
    text = "".join(found)
    return text + text.replace("\0", "")  # titles are written in two bytes a letter


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_exported_encounter_map_hides_secrets_from_players(file: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"map.{kind}"
    assert main(["map", "export", str(file), "Treason of the abbot", str(out)]) == 0
    assert SECRETS.search(inside(out)) is None
    assert main(["map", "export", str(file), "Treason of the abbot", str(out), "--for", "me"]) == 0
    assert kind == "png" or SECRETS.search(inside(out)) is not None


def test_printed_encounter_hides_secrets_from_players(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []
    pages = printing.encounter_pages
    monkeypatch.setattr(printing, "encounter_pages", lambda *given: words.append(repr(given)) or pages(*given))
    out = tmp_path / "told.pdf"
    for whom in ("players", "me"):
        assert main(["encounter", "print", str(file), "Treason of the abbot", str(out), "--for", whom]) == 0
        words[-1] += inside(out)
    assert "Ada" in words[0]
    assert SECRETS.search(words[0]) is None
    assert SECRETS.search(words[1]) is not None


def test_printing_an_encounter_asks_for_its_audience(qtbot) -> None:
    asked = AskExport(None, lambda *_given: None, "Print the encounter", {"pdf": ("Document (PDF)", "")})  # type: ignore[arg-type]
    qtbot.addWidget(asked)
    assert asked.for_players.isChecked()
    assert asked.kind == "pdf"
