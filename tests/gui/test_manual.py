"""The manual: everything it names exists, its examples play and prove the numbers that it quotes, and it is found and
read in the window."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from examples import played
from pypdf import PdfReader
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from exgui import shipped
from exgui.cli import main as command_line
from exgui.engine.asks import Roll
from exgui.engine.explained import Explained, Part
from exgui.gui.commands.table import BY_ID, COMMANDS
from exgui.gui.look.appearance import appearance
from exgui.gui.main_window import MainWindow
from exgui.gui.manual import pages
from exgui.gui.manual.card import NOTHING_FOUND, ManualCard
from exgui.gui.manual.document import headings
from exgui.gui.manual.files import default_names, write_manual_html, write_manual_pdf
from exgui.gui.manual.pages import MARK, PAGES, TARGET, Section, section_at, source, term_at
from exgui.gui.pages.battle.keys import KEYS as BATTLE_KEYS
from exgui.gui.panel.typed_modifier import read_modifier
from exgui.gui.table_control.settings_card import SettingsCard
from exgui.gui.window_command import shown_key
from exgui.rulebook.reader import load
from exgui.scenario.expect import value_at
from tests.gui.ambush import ambush
from tests.gui.conftest import Hands

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((pages.folder() / "examples").glob("*.toml"))
MARKS = [(page, found) for page in PAGES for found in MARK.finditer(source(page))]
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
RULE = re.compile(r"\]\(rule:([\w-]+)\)")
KEY = re.compile(r"\b(?:Ctrl|Alt|Shift)\+|\bF\d+\b|\b(?:Enter|Escape|Delete|Backspace)\b")


def named(kind: str) -> Iterator[tuple[str, str]]:
    """The names in all marks of a kind, each with its page."""
    return ((page, found["what"]) for page, found in MARKS if found["kind"] == kind)


@cache
def texts_of_the_program() -> frozenset[str]:
    """Every text in the code of the window and in rule data."""
    out: set[str] = set()
    for file in (ROOT / "exgui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                out.add(node.value.rstrip("\N{HORIZONTAL ELLIPSIS} "))
    for file in shipped.rulesets().rglob("*.toml"):
        out.update(re.findall(r'"([^"\n]+)"', file.read_text("utf-8")))
    return frozenset(out)


# What it names


def test_every_page_is_in_the_manual_and_has_one_title() -> None:
    assert {file.stem for file in pages.folder().glob("*.md")} == set(PAGES)
    for page in PAGES:
        assert [one.level for one in pages.sections(page)].count(1) == 1
        slugs = [one.slug for one in pages.sections(page)]
        assert len(slugs) == len(set(slugs)), page


def test_every_mark_is_known() -> None:
    kinds = {found["kind"] for _page, found in MARKS if found["kind"]}
    assert kinds <= {"key", "command", "menu", "action", "press", "says"}
    for page in PAGES:
        assert "[[" not in MARK.sub("", source(page)), page


def test_named_commands_keys_and_menus_exist() -> None:
    for kind in ("key", "command", "menu"):
        for page, id in named(kind):
            assert id in BY_ID, (page, id)
            assert kind != "key" or BY_ID[id].keys, (page, id, "has no key: name it as a command")
            assert kind != "menu" or BY_ID[id].in_menu, (page, id, "is in no menu")


def test_named_actions_exist_in_their_games() -> None:
    for page, what in named("action"):
        game, _, id = what.partition("/")
        actions = load(game).actions
        assert id in actions, (page, what)
        assert not actions[id].hidden, (page, what)


def test_quoted_texts_occur_in_the_program() -> None:
    for page, text in named("says"):
        assert text in texts_of_the_program(), (page, text)


def test_keys_are_always_marked() -> None:
    """The keys are the user's own: a key that is written out may be another one."""
    for page in PAGES:
        assert KEY.findall(MARK.sub("", source(page))) == [], page


def test_keys_named_for_a_page_work_there(window: MainWindow, tmp_path: Path) -> None:
    hands = ambush(window, tmp_path)
    known = {"battle": _listed(hands)}
    known["battle"] |= {shown_key(name) for one in BATTLE_KEYS for name in one.keys.split()}
    campaign = window.session.campaign
    assert campaign is not None
    window.navigation.open_sheet(campaign.sheets()[0].id)
    known["sheet"] = _listed(hands)
    window.navigation.back()
    window.navigation.open_encounter(campaign.encounters()[0].id)
    known["encounter"] = _listed(hands)
    known["everywhere"] = {
        shown_key(key.toString()) for action in window.actions() for key in action.shortcuts() if not key.isEmpty()
    }
    for page, what in named("press"):
        where, _, key = what.partition("/")
        assert shown_key(key) in known[where], (page, what)


def _listed(hands: Hands) -> set[str]:
    """The keys that the list of keys has for the page that is shown."""
    page = hands.window.page
    lines = [line for _heading, lines in page.own_keys() for line in lines]
    return {one for shown, _title in lines for one in shown.split(", ")}


def test_every_manual_link_leads_to_a_heading() -> None:
    for page in PAGES:
        text = source(page)
        for target, slug in TARGET.findall(text):
            assert target in PAGES, (page, target)
            assert slug in {one.slug for one in pages.sections(target)}, (page, target, slug)
        for id in RULE.findall(text):
            assert id in load(id.rpartition("-")[0]).catalogue, (page, id)
        links = re.findall(r"(?<!!)\[[^\]\[]+\]\(", text)
        assert len(links) == len(TARGET.findall(text)) + len(RULE.findall(text)), f"{page}: a link leads elsewhere"


def test_every_manual_link_of_the_window_exists() -> None:
    for at in pages.PAGE_FOR.values():
        assert section_at(at).at == at
    for game in ("ex3", "ex2", "reincarnated", "skirmish"):
        assert f"fight_{game}" in PAGES


def test_pictures_exist_are_described_and_small() -> None:
    shown = set()
    for page in PAGES:
        for words, name in PICTURE.findall(source(page)):
            assert len(words) > 10, (page, name)
            assert not QImage(str(pages.folder() / name)).isNull(), (page, name)
            shown.add(name)
    there = {f"pictures/{file.name}" for file in (pages.folder() / "pictures").iterdir()}
    assert there == shown
    assert sum((pages.folder() / name).stat().st_size for name in there) < 600_000


# Its examples


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_example_plays(file: Path) -> None:
    assert [str(failure) for failure in played(file).result.failures] == []


def test_quoted_numbers_match_their_examples() -> None:
    used = set()
    for page, found in MARKS:
        if found["number"] is None:
            continue
        name, number, path = found["proof"].split("/", 2)
        file, step = pages.folder() / "examples" / f"{name}.toml", int(number)
        used.add(file)
        assert file in EXAMPLES, (page, found[0])
        assert str(_number(file, step, path)) == found["number"], (page, found[0])
    assert used == set(EXAMPLES), "an example that no page quotes"


def _number(file: Path, step: int, path: str) -> object:
    """The value at a path of the view after a step, or the number of dice if the path names a roll."""
    rolls = tomllib.loads(file.read_text("utf-8"))["step"][step - 1].get("rolls", ())
    dice = next((len(roll["faces"]) for roll in rolls if roll["of"] == path), None)
    if dice is not None:
        return dice
    example = played(file)
    return value_at(example.play.system.view(example.battles[step - 1]), path)


def test_quoted_house_rules_are_valid(tmp_path: Path) -> None:
    (weapons,) = re.findall(r"```toml\n(.*?)```", source("house_rules"), re.DOTALL)
    (tmp_path / "ruleset.toml").write_text('extends = "ex3"\nname = "Our table"\n', "utf-8")
    (tmp_path / "weapons.toml").write_text(weapons, "utf-8")
    assert command_line(["ruleset", "check", str(tmp_path)]) == 0
    assert set(tomllib.loads(weapons)) & set(load("ex3").tables["weapon"]) == {"knife"}


def test_quoted_modifiers_are_fully_understood(window: MainWindow, tmp_path: Path) -> None:
    hands = ambush(window, tmp_path)
    hands.press("A", "5", "Enter")
    pending, bridge = hands.bridge.pending, hands.bridge
    assert isinstance(pending, Roll)
    shown = re.findall(r"`([+-][^`]+)`", source("fighting"))
    assert len(shown) == 3
    for text in shown:
        assert read_modifier(text, pending, bridge.battle, bridge.system, 0).effect.label == "modifier", text


# In the window


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Hands:
    return ambush(window, tmp_path)


def card(hands: Hands) -> ManualCard:
    return hands.window.overlays.manual


def read(hands: Hands, at: str) -> Section:
    """Open the manual at this place and return the shown text."""
    card(hands).open(at)
    shown = card(hands).section
    assert shown is not None
    return shown


def test_help_key_pressed_twice_opens_the_games_page_and_again_closes_it(hands: Hands) -> None:
    hands.press("F1", "F1")
    assert not hands.window.overlays.key_list.isVisible()
    assert card(hands).isVisible()
    assert card(hands).section == section_at("fight_ex3")
    assert "A fight in Third Edition" in card(hands).text.toPlainText()
    hands.press("F1")
    assert not card(hands).isVisible()
    assert not hands.window.overlays.key_list.isVisible()


def test_escape_closes_it_and_restores_the_focus(hands: Hands) -> None:
    before = QApplication.focusWidget()
    hands.window.run("manual")
    assert card(hands).search.hasFocus()
    hands.press("Escape")
    assert not card(hands).isVisible()
    assert QApplication.focusWidget() is before


def test_each_kind_of_page_opens_its_manual_page(hands: Hands) -> None:
    campaign = hands.window.session.campaign
    assert campaign is not None
    hands.window.navigation.open_encounter(campaign.encounters()[0].id)
    hands.window.run("manual")
    assert card(hands).section == section_at("preparing")
    hands.press("Escape")


def test_typing_finds_headings_and_words_within(hands: Hands) -> None:
    hands.window.run("manual")
    hands.type("onslaught")
    assert card(hands).list.picks[0].value == section_at("fight_ex3#what-is-onslaught")
    assert card(hands).section == section_at("fight_ex3#what-is-onslaught")
    assert card(hands).text.extraSelections()
    card(hands).search.clear()
    hands.type("projector")
    assert card(hands).section == section_at("players_screen")
    card(hands).search.clear()
    hands.type("zyzzyva")
    assert card(hands).text.toPlainText() == NOTHING_FOUND
    hands.press("Escape")


def test_selected_section_is_scrolled_to_and_enter_focuses_its_text(hands: Hands) -> None:
    section = read(hands, "fight_ex3#what-is-onslaught")
    text = card(hands).text
    number = pages.sections("fight_ex3").index(section)
    top = text.document().documentLayout().blockBoundingRect(headings(text.document())[number]).top()
    bar = text.verticalScrollBar()
    assert bar.value() == min(round(top) - 8, bar.maximum())
    hands.press("Enter")
    assert text.hasFocus()
    hands.press("Escape")
    assert not card(hands).isVisible()


def test_links_are_followed_and_back_returns(hands: Hands) -> None:
    read(hands, "first_evening")
    card(hands).text.anchorClicked.emit(QUrl("fighting.md#change-what-happened"))
    assert card(hands).section == section_at("fighting#change-what-happened")
    QTest.mouseClick(card(hands).back_button, Qt.MouseButton.LeftButton)
    assert card(hands).section == section_at("first_evening")
    assert not card(hands).back_button.isVisible()
    card(hands).text.anchorClicked.emit(QUrl("rule:ex3-45"))
    rule = hands.window.overlays.rules.rule
    assert rule is not None
    assert rule.id == "ex3-45"
    hands.press("Escape", "Escape")


def test_links_are_followed_by_keys_alone(hands: Hands) -> None:
    read(hands, "first_evening")
    hands.press("Enter", "Tab", "Enter")
    assert card(hands).section == section_at("fighting#change-what-happened")
    hands.press("Escape")
    assert not card(hands).isVisible()


def test_the_users_own_keys_are_shown(hands: Hands) -> None:
    window = hands.window
    read(hands, "keyboard")
    assert "Ctrl+Shift+U" not in card(hands).text.toPlainText()
    hands.press("Escape")
    window.keymap.set_command("outline", "Ctrl+Shift+U")
    try:
        read(hands, "keyboard")
        assert "Outline (Ctrl+Shift+U)" in card(hands).text.toPlainText()
    finally:
        window.keymap.reset("outline")
        card(hands).close_overlay()


def test_the_palette_finds_pages_and_headings_after_commands(hands: Hands) -> None:
    hands.press("Ctrl+K")
    hands.type("onslaught")
    first = hands.window.overlays.palette.list.picks[0]
    assert first.label == "What is onslaught?"
    hands.press("Enter")
    assert card(hands).section == section_at("fight_ex3#what-is-onslaught")
    hands.press("Escape", "Ctrl+K")
    hands.type("manual")
    assert hands.window.overlays.palette.list.picks[0].label == BY_ID["manual"].plain_title
    hands.press("Escape")


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
@pytest.mark.parametrize(
    ("size", "percent", "theme"),
    [
        ((1366, 768), 80, "light"),
        ((1366, 768), 160, "dark"),
        ((683, 384), 80, "dark"),
        ((683, 384), 160, "light"),
    ],
)
def test_every_page_fits_its_width(hands: Hands, size: tuple[int, int], percent: int, theme: str) -> None:
    window = hands.window
    smallest = window.minimumSize()
    window.setMinimumSize(1, 1)
    window.resize(*size)
    appearance().choose(theme)
    appearance().set_text_size(percent)
    try:
        for page in PAGES:
            read(hands, page)
            assert window.rect().contains(card(hands).geometry())
            text = card(hands).text
            assert text.horizontalScrollBar().maximum() == 0, page
            assert text.viewport().width() > 200
        card(hands).close_overlay()
    finally:
        appearance().set_text_size(100)
        appearance().choose("dark")
        window.setMinimumSize(smallest)


# A word where it is met


def test_words_are_explained_by_their_games_page() -> None:
    assert term_at("fight_ex3", "onslaught") == "fight_ex3#what-is-onslaught"
    assert term_at("fight_ex3", "Evasion") == "fight_ex3#what-are-parry-and-evasion"
    assert term_at("fight_skirmish", "onslaught") == ""
    assert term_at("fight_unknown", "onslaught") == ""


def test_number_offers_questions_about_its_terms(hands: Hands) -> None:
    window = hands.window
    value = Explained(5, (Part("Parry", 4), Part("onslaught", -1), Part("stunt", 2)))
    window.overlays.why.show_numbers([("Defense", value)], window.page.map)
    links = [one for one in window.overlays.why.findChildren(QPushButton) if one.isVisible()]
    assert [one.text() for one in links] == ["What is Defense?", "What are Parry and Evasion?", "What is onslaught?"]
    QTest.mouseClick(links[2], Qt.MouseButton.LeftButton)
    assert not window.overlays.why.isVisible()
    assert card(hands).section == section_at("fight_ex3#what-is-onslaught")
    hands.press("Escape")


def test_pages_and_cards_link_to_the_manual(hands: Hands) -> None:
    window = hands.window
    for command, at in (("house_rules", "house_rules"), ("paste_stat_block", "sheets#pasting-a-stat-block")):
        QApplication.clipboard().clear()
        window.run(command)
        QTest.mouseClick(window.page.manual, Qt.MouseButton.LeftButton)
        assert card(hands).section == section_at(at)
        hands.press("Escape", "Escape")
    window.run("table_settings")
    (settings,) = window.findChildren(SettingsCard)
    (link,) = [one for one in settings.findChildren(QPushButton) if one.text() == "Manual"]
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert not settings.isVisible()
    assert card(hands).section == section_at("players_screen")
    hands.press("Escape")
    settings.deleteLater()


# In files


def test_browser_page_contains_everything(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "manual.html"
    write_manual_html(default_names(COMMANDS), path)
    html = path.read_text("utf-8")
    places = set(re.findall(r'id="([^"]+)"', html))
    for page in PAGES:
        assert {one.at.replace("#", "--") for one in pages.sections(page)} <= places
    links = re.findall(r'href="([^"]+)"', html)
    assert len(links) > len(PAGES)
    assert {link.removeprefix("#") for link in links} <= places
    pictures = re.findall(r'src="([^"]{0,30})', html)
    assert len(pictures) == sum(len(PICTURE.findall(source(page))) for page in PAGES)
    assert all(one.startswith("data:image/webp;base64,") for one in pictures)
    assert "<kbd>Ctrl+Z</kbd>" in html
    assert "[[" not in html
    assert "style=" not in html


def test_printable_manual_has_a_table_of_contents(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "manual.pdf"
    write_manual_pdf(default_names(COMMANDS), path)
    printed = [page.extract_text() for page in PdfReader(path).pages]
    listed = re.findall(r"^(\d+)$", printed[0], re.MULTILINE)
    assert len(listed) == len(PAGES)
    for page, number in zip(PAGES, listed, strict=True):
        title = pages.sections(page)[0].title
        assert title in printed[0]
        assert printed[int(number) - 1].lstrip().startswith(title)
