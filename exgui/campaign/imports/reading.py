"""Recognizes a file by its content and reads it. Nothing in it is trusted, and nothing is written."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from exgui.campaign.errors import CampaignError, explained
from exgui.campaign.guard.open_in_process import read_other_file
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.foundry_scene import is_scene, read_scene
from exgui.campaign.imports.known_forms import KnownForms
from exgui.campaign.imports.maps import FoundPicture, Lines, MapProposal
from exgui.campaign.imports.one_page_dungeon import is_one_page_dungeon, read_one_page_dungeon
from exgui.campaign.imports.own_text import read_own_text
from exgui.campaign.imports.pdf_form import NoForm, read_form
from exgui.campaign.imports.universal_vtt import NoMap, is_universal_vtt, read_universal_vtt
from exgui.campaign.pictures import picture_kind
from exgui.campaign.rulesets import RulesetMissing, find
from exgui.campaign.stat_blocks import read_best
from exgui.engine.record import EMPTY
from exgui.sheets.command import decoded
from exgui.sheets.stat_block.corrections import CorrectedText
from exgui.sheets.stat_block.json_source import NotJson, looks_like_json, read_tree
from exgui.sheets.stat_block.own_export import is_own_export
from exgui.sheets.stat_block.reading import ALL_KEPT, is_long
from exgui.sheets.stat_block.vocabulary import vocabulary_of

LARGEST_FILE = 64 << 20
"""The most bytes of a file."""
_NO_RULES = "None of the rulesets can be used, so it can’t be read."
_GAME_OF_PROGRAMS = "ex3"
_ROWS_OF_TABLE = 20
"""Lines that are looked at to recognize a table."""
_PDF_BEGINS = 1_024
"""Bytes at the start of a file among which a PDF's signature must be."""
_MAPS: tuple[tuple[str, Callable[[Any], bool], Callable[[Mapping[str, Any], str], MapProposal]], ...] = (
    ("Universal VTT", is_universal_vtt, read_universal_vtt),
    ("One Page Dungeon", is_one_page_dungeon, read_one_page_dungeon),
    ("Foundry VTT scene", is_scene, read_scene),
)
_WORDS_OF_MAPS = ('"resolution"', '"rects"', '"walls"')
"""Keys, one of which is in every map, and seldom in a character."""
_ATEMI = ("attr_strength", "attrStrength", "qc_attacks", "qcAttacks")


def read_file(path: Path, rulesets: Sequence[str], forms: KnownForms = EMPTY) -> Found:
    """Read a file of any kind. Never raises because of its contents: `Found.trouble` says why it cannot be read.

    Args:
        rulesets: the ruleset that understands most of the characters is chosen from these.
        forms: meanings entered for fields of PDF forms.
    """
    try:
        content = read_other_file(path, LARGEST_FILE)
    except FileNotFoundError:
        return _unreadable(path.name, "There is no such file.")
    except (OSError, ValueError) as error:
        return _unreadable(path.name, explained(path, error).sentence if isinstance(error, OSError) else f"{error}.")
    except CampaignError as error:
        return _unreadable(path.name, error.sentence)
    return read_content(content, path.name, rulesets, forms)


def read_content(content: bytes, name: str, rulesets: Sequence[str], forms: KnownForms = EMPTY) -> Found:
    """Read the content of a file of that name."""
    title = Path(name).stem or name
    if not content.strip():
        return _unreadable(name, "This file is empty.")
    if content.startswith(b"SQLite format 3\x00"):
        return _unreadable(name, "This is a campaign or another database: open it instead of importing it.")
    if picture_kind(content):
        lines = Lines()
        lines.add(f"Picture: {len(content):,} bytes", "understood", "picture")
        proposal = MapProposal(title, picture=FoundPicture(content, name=title), lines=lines.all)
        return Found(name, "picture", "Picture", map=proposal)
    if b"%PDF-" in content[:_PDF_BEGINS]:
        return _read_form(content, name, rulesets, forms)
    text = decoded(content)
    if text is None:
        return _unreadable(name, "This is neither a text, nor a picture, nor a readable form.")
    return read_text(text.replace("\r\n", "\n"), name, rulesets)


def _read_form(content: bytes, name: str, rulesets: Sequence[str], forms: KnownForms) -> Found:
    try:
        form = read_form(content)
    except NoForm as error:
        return _unreadable(name, str(error))
    best: Found | None = None
    known = forms.get(form.key, EMPTY)
    for where in rulesets:
        with suppress(RulesetMissing):
            text = form.text(vocabulary_of(find(where)), known)
            found = _characters(text, name, "PDF form", [where])
            if best is None or found.understood > best.understood:
                best = found
    return _unreadable(name, _NO_RULES) if best is None else best.but(form=form.key)


def looks_like_map(text: str) -> bool:
    """Return whether a text may be a map of another program."""
    return looks_like_json(text) and any(word in text for word in _WORDS_OF_MAPS)


def read_text(text: str, name: str, rulesets: Sequence[str]) -> Found:
    """Read a text of any kind."""
    title = Path(name).stem or name
    if is_own_export(text):
        return read_own_text(text, name)
    source = "Table" if _is_table(text) else "Text"
    if looks_like_json(text):
        rulesets = _of_game(rulesets) or rulesets
        source = "Lot-Casting Atemi" if any(f'"{key}"' in text for key in _ATEMI) else "Foundry VTT"
        if any(word in text for word in _WORDS_OF_MAPS):
            try:
                found = _map_in(read_tree(text), name, title)
            except (NotJson, NoMap) as error:
                return _unreadable(name, str(error))
            if found is not None:
                return found
    return _characters(text, name, source, rulesets)


def _is_table(text: str) -> bool:
    """Return whether a text is a table, with a line of headings and as many cells in each row."""
    lines = [line for line in text.split("\n", _ROWS_OF_TABLE)[:_ROWS_OF_TABLE] if line.strip()]
    if len(lines) < 2 or any(letter.isdigit() for letter in lines[0]):
        return False
    for sign in ",;\t":
        with suppress(csv.Error):
            counts = {len(row) for row in csv.reader(lines, delimiter=sign)}
            if len(counts) == 1 and min(counts) > 2:
                return True
    return False


def _of_game(rulesets: Iterable[str]) -> list[str]:
    """Return the rulesets of the game whose characters the other programs have."""
    found = []
    for where in rulesets:
        with suppress(RulesetMissing):
            if find(where).system == _GAME_OF_PROGRAMS:
                found.append(where)
    return found


def _characters(text: str, name: str, source: str, rulesets: Iterable[str]) -> Found:
    # A long file of another program is listed value by value: its lines cannot be corrected, and it is read only
    # once.
    long = looks_like_json(text) and is_long(text)
    best = read_best(CorrectedText.of(text), list(rulesets)[:1] if long else rulesets)
    if best is None:
        return _unreadable(name, _NO_RULES)
    found = Found(name, "characters", source, best.where, best.sheets, text="" if long else text)
    if all(line.verdict == "kept" for sheet in best.sheets for line in sheet.lines):
        remark = next((sheet.remark for sheet in best.sheets if sheet.remark), "")
        return _unreadable(name, remark.removesuffix(ALL_KEPT) or "Nothing in it looks like a character or a map.")
    return found


def _map_in(tree: Any, name: str, title: str) -> Found | None:
    for source, fits, read in _MAPS:
        if fits(tree):
            return Found(name, "map", source, map=read(tree, title))
    return None


def _unreadable(name: str, why: str) -> Found:
    return Found(name, "unreadable", "Unknown", trouble=why)
