"""The map as a file: paths and text, for the players without what they do not know; from the command line and in the
window."""

import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget

from exgui.cli import main
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.gui.look import theme
from exgui.gui.map.export.ask import AskExport
from exgui.gui.map.export.files import ExportRefused, map_image, prepared_looks, write_map
from exgui.gui.map.of_battle import looks_of
from exgui.gui.map.of_public_battle import looks_of as public_looks
from exgui.gui.map.picture import MapDrawing, lay_out
from exgui.gui.printing.encounter import listed
from exgui.play.public.view import PublicView
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.toml_writing import write_toml
from exgui.sheets.printout.parts import Boxes, Section
from exgui.systems import system_for
from tests.gui.small_game import bridge_for, courtyard

ENCOUNTER = """
format = "exgui-scenario/1"
title = "At the mill"
ruleset = "ex3"
[picture]
id = "moor.png"
x = -100
y = -60
width = 900
height = 500
dim = 0
[[zone]]
id = "mill"
name = "Old mill"
terrain = "building"
notes = "Gold under the floor."
ground = "Three yards up."
x = 0
y = 0
[[zone]]
id = "weir"
name = "Weir"
terrain = "water"
shape = "ellipse"
x = 340
y = 0
[[zone]]
id = "cellar"
name = "Cellar"
hidden = true
x = 0
y = 260
[[link]]
between = ["mill", "weir"]
barrier = "obstacle"
name = "railing"
difficulty = 2
[[link]]
between = ["mill", "cellar"]
name = "trapdoor"
barrier = "obstacle"
[[combatant]]
id = "ada"
name = "Ada"
side = "heroes"
player = true
zone = "mill"
[[combatant]]
id = "vey"
name = "Mistress Vey"
side = "foes"
hidden = true
zone = "weir"
"""
SECRETS = ("Cellar", "trapdoor", "Vey", "Gold", "Three yards")


@pytest.fixture(scope="module")
def mill(qapp) -> tuple[System, Battle]:
    rules = load("ex3")
    system = system_for(rules)
    return system, system.prepare(battle_from(rules, tomllib.loads(ENCOUNTER)))


@pytest.fixture(scope="module")
def window(qapp):
    window = QWidget()  # outlives the dialogs that are deleted on closing
    yield window
    window.close()


def words_of(svg: Path) -> str:
    return " ".join(part.strip() for part in ElementTree.parse(svg).getroot().itertext())


@pytest.mark.parametrize("look", theme.THEMES)
def test_svg_contains_text_and_clipped_paths(mill, tmp_path: Path, look: str) -> None:
    path = tmp_path / "mill.svg"
    write_map(theme.THEMES[look], MapDrawing(looks_of(*mill)), path, "At the mill")
    text = path.read_text()
    assert text.count("<clipPath") >= 2
    assert "<pattern" not in text
    assert 'version="1.1"' in text
    assert all(word in words_of(path) for word in ("At the mill", "Old mill", "railing · 2", "Mistress Vey", "Cellar"))


def test_svg_embeds_only_portraits_and_background(qapp, tmp_path: Path) -> None:
    rules = load("ex3")
    system = system_for(rules)
    data = tomllib.loads(ENCOUNTER)
    data["zone"][0].update(difficult=True, hazard="cold")
    ada, vey = data["combatant"]
    ada.update(mount="horse", state={"mount": "horse", "initiative": -3}, portrait="ada.png")
    vey.update(mount="horse", state={"mount": ""})  # a mount by itself has an icon in place of letters
    battle = system.prepare(battle_from(rules, data))
    path = tmp_path / "mill.svg"
    write_map(theme.LIGHT, MapDrawing(looks_of(system, battle)), path)
    text = path.read_text()
    assert "<image" not in text
    assert ">A</text>" not in text  # the letters on a token are paths, names are text
    assert "Mistress Vey" in words_of(path)
    face, moor = QPixmap(8, 8), QImage(9, 5, QImage.Format.Format_RGB32)
    face.fill(QColor("#00ff00"))
    moor.fill(QColor("#ff0000"))
    write_map(theme.LIGHT, MapDrawing(looks_of(system, battle), moor, lambda name: face if name else QPixmap()), path)
    assert path.read_text().count("<image") == 2


def test_players_file_contains_no_secrets(mill, tmp_path: Path) -> None:
    path = tmp_path / "mill.svg"
    content = prepared_looks(*mill, True)
    write_map(theme.DARK, MapDrawing(content), path)
    assert all(word in words_of(path) for word in ("Old mill", "Weir", "railing · 2", "Ada"))
    assert not any(secret in path.read_text() or secret in repr(content) for secret in SECRETS)


def test_mount_is_on_the_map_with_or_without_its_rider(qapp) -> None:
    rules = load("ex3")
    system = system_for(rules)
    data = tomllib.loads(ENCOUNTER)
    for one, riding in zip(data["combatant"], ("horse", ""), strict=True):
        one.update(mount="horse", hidden=False, state={"mount": riding})
    battle = system.prepare(battle_from(rules, data))
    content = looks_of(system, battle)
    assert set(content.carriers) == {"ada"}
    assert len(content.inside["weir"]) == 2
    shown = prepared_looks(system, battle, True)
    assert len(shown.carriers) == 1
    assert sum(map(len, shown.inside.values())) == 3
    assert not map_image(theme.DARK, MapDrawing(content)).isNull()


def test_picture_covers_the_map_and_includes_the_background(mill, tmp_path: Path) -> None:
    under = QImage(9, 5, QImage.Format.Format_RGB32)
    under.fill(QColor("#ff0000"))
    drawing = MapDrawing(looks_of(*mill), under)
    image = map_image(theme.DARK, drawing, 1.0)
    assert (image.width(), image.height()) == (round(drawing.box.width()), round(drawing.box.height()))
    at = drawing.box.topLeft()
    assert image.pixelColor(round(-90 - at.x()), round(-50 - at.y())) == QColor("#ff0000")
    assert image.pixelColor(2, 2) == theme.DARK.color("background")
    assert map_image(theme.DARK, drawing, 100.0).width() == 8_000


def test_a_pdf_has_one_page_on_which_names_are_found(mill, tmp_path: Path) -> None:
    path = tmp_path / "mill.pdf"
    write_map(theme.LIGHT, MapDrawing(looks_of(*mill)), path, "At the mill")
    (page,) = PdfReader(path).pages
    assert "Weir" in page.extract_text()
    assert page.mediabox.width > page.mediabox.height


def test_empty_map_can_be_exported(qapp, tmp_path: Path) -> None:
    system = system_for(load("ex3"))
    for kind in ("svg", "png", "pdf"):
        write_map(theme.DARK, MapDrawing(looks_of(system, Battle(rules=load("ex3")))), tmp_path / f"nothing.{kind}")
    assert len(list(tmp_path.iterdir())) == 3


def test_unknown_extension_and_missing_folder_are_refused(mill, tmp_path: Path) -> None:
    drawing = MapDrawing(looks_of(*mill))
    with pytest.raises(ExportRefused, match=r"mill\.jpg: a map is saved as \.svg, \.png, \.pdf or \.dd2vtt"):
        write_map(theme.DARK, drawing, tmp_path / "mill.jpg")
    with pytest.raises(OSError, match="No such file"):
        write_map(theme.DARK, drawing, tmp_path / "missing" / "mill.svg")
    assert not list(tmp_path.iterdir())


def test_command_line_writes_the_players_map_by_default(qapp, tmp_path: Path, capsys) -> None:
    text, out = tmp_path / "mill.toml", tmp_path / "mill.svg"
    text.write_text(ENCOUNTER)
    assert main(["map", "export", str(text), "at the mill", str(out)]) == 0
    assert "Vey" not in words_of(out)
    assert main(["map", "export", str(text), "At the mill", str(out), "--for", "me", "--theme", "dark"]) == 0
    assert "Mistress Vey" in words_of(out)
    assert main(["map", "export", str(text), "mil", str(out)]) == 2
    assert main(["map", "export", str(text), "At the mill", str(tmp_path / "none" / "a.svg")]) == 2
    output = capsys.readouterr().err
    assert "there is no encounter 'mil'; there are: At the mill." in output
    assert "can’t be written there" in output


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_window_asks_for_audience_and_format(window: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[tuple[bool, Path]] = []
    monkeypatch.setattr(QFileDialog, "show", lambda dialog: dialog.fileSelected.emit("/tmp/map.svg"))
    for keys, for_players in (((), True), ((Qt.Key.Key_Space,), False)):
        ask = AskExport(window, lambda for_players, path: saved.append((for_players, path)))
        ask.show()
        assert ask.for_players.isChecked()
        assert ask.kind == "png"
        for key in keys:
            QTest.keyClick(ask.for_me, key)
        QTest.mouseClick(ask.formats["svg"], Qt.MouseButton.LeftButton)
        assert ask.kind == "svg"
        QTest.mouseClick(ask.export_button, Qt.MouseButton.LeftButton)
        assert saved[-1] == (for_players, Path("/tmp/map.svg"))
        # What closed itself goes before its parent does, as in the window, whose parent stays.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_an_encounter_is_printed_on_two_pages(qapp, tmp_path: Path) -> None:
    text, out = tmp_path / "mill.toml", tmp_path / "mill.pdf"
    text.write_text(ENCOUNTER)
    assert main(["encounter", "print", str(text), "at the mill", str(out)]) == 0
    first, second = (" ".join(page.extract_text().split()) for page in PdfReader(out).pages)
    assert all(word in first for word in ("At the mill", "Old mill", "Gold under the floor", "Three yards up"))
    assert all(word in second for word in ("Ada", "1 · heroes, Old mill", "Mistress Vey", "2 · foes, Weir, hidden"))
    assert "Join Battle" in second
    assert main(["encounter", "print", str(text), "at the mill", str(tmp_path / "none" / "a.pdf")]) == 2


def test_identical_combatants_share_a_block_with_separate_health_tracks(qapp, tmp_path: Path) -> None:
    rules = load("ex3")
    system = system_for(rules)
    data = tomllib.loads(ENCOUNTER)
    bandit = {"side": "foes", **rules.opponents["bandit"].fields}
    for number in range(1, 5):
        zone = "mill" if number < 4 else "weir"
        data["combatant"].append({"id": f"bandit{number}", **bandit, "name": f"Bandit {number}", "zone": zone})
    data["combatant"].append({"id": "chief", **bandit, "name": "Bandit 5", "zone": "mill", "armor": "chain_shirt"})
    battle = system.prepare(battle_from(rules, data))
    roster = listed(data, battle)
    assert [one.printout.name for one in roster] == ["Ada", "Mistress Vey", "Bandit x4", "Bandit 5"]
    many = roster[2]
    assert many.detail == "3, 4, 5 · foes, Old mill; 6 · foes, Weir"
    boxes = [
        item
        for block in many.printout.blocks
        if isinstance(block, Section)
        for item in block.items
        if isinstance(item, Boxes)
    ]
    health = [item.owner for item in boxes if len(item.groups) > 1]
    assert health == ["3", "4", "5", "6"]
    text, out = tmp_path / "mill.toml", tmp_path / "mill.pdf"
    text.write_text(write_toml({**data, "format": "exgui-scenario/1"}))
    assert main(["encounter", "print", str(text), "at the mill", str(out)]) == 0
    printed = " ".join(page.extract_text() for page in PdfReader(out).pages)
    assert "Bandit x4" in printed


def test_every_map_shows_movement_in_progress_and_the_same_links(qapp) -> None:
    battle = courtyard()
    bridge = bridge_for(battle.but(zones=battle.zones.put("yard", battle.zones["yard"].but(shape="ellipse"))))
    mine = lay_out(looks_of(bridge.system, bridge.battle))
    theirs = lay_out(public_looks(PublicView(bridge.play).battle()), people=False)
    for picture in (mine, theirs):
        assert [(one.way.look.name, one.trail) for one in picture.ways] == [("Reed", True)]
    seen = {one.ends for one in mine.links if not one.link.hidden}
    assert {one.ends for one in theirs.links} == seen
    bridge.close()
