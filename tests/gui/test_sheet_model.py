"""The model of a sheet and its document: one undo per edit, saved automatically, and nothing lost when saving fails."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.gui.models.sheet_document import SheetDocument
from exgui.gui.models.sheet_model import Role, SheetModel
from exgui.rulebook.reader import load
from exgui.sheets import editing

RULES = load("ex3")
VOLFER: dict[str, Any] = {"name": "Volfer", "traits": {"dexterity": 4, "melee": 4}, "weapons": ["straight_sword"]}


class NoPictures:
    """A store of pictures with nothing to delete."""

    def delete_unused(self, _id: str) -> bool:
        return False


class Shelf:
    """A file of one sheet, whose disk may be full."""

    read_only = False
    full = False
    pictures = NoPictures()

    def __init__(self) -> None:
        self.saved: dict[str, Any] = dict(VOLFER)
        self.writes = 0

    def sheet(self, _id: str) -> dict[str, Any]:
        return self.saved

    def put_sheet(self, data: Mapping[str, Any], ruleset: str, id: str | None = None) -> str:
        if self.full:
            raise CampaignError(Path("here.exgui"), "the disk is full. Free some room.", "full")
        self.saved = dict(data)
        self.writes += 1
        return id or ruleset


@pytest.fixture
def document(qapp: QApplication) -> SheetDocument:
    return SheetDocument(Shelf(), "volfer", "ex3", RULES)


def model(document: SheetDocument) -> SheetModel:
    assert document.model is not None
    return document.model


def text(document: SheetDocument, id: str) -> str:
    return str(model(document).index_of(id).data())


def test_sheet_model_is_valid_during_every_kind_of_edit(document: SheetDocument, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model(document), force_py=True)
    sheet, _ = editing.add_item(document.sheet, RULES, "weapon", "knife")
    document.edit(sheet, "A knife")
    document.edit(editing.remove_item(document.sheet, RULES, ("weapons", 0)), "No sword")
    document.edit(editing.add_specialty(document.sheet, RULES, "melee", "knife"), "Specialty")
    document.edit({**document.sheet, "kind": "quick_character", "pools": {"senses": 5}}, "Quick")
    while document.history.undo():
        pass
    while document.history.redo():
        pass
    assert text(document, "pools.senses") == "5"


def test_typed_text_is_one_undo_step_and_updates_derived_values(document: SheetDocument) -> None:
    index = model(document).index_of("traits.melee")
    assert model(document).setData(index, "5")
    assert text(document, "value:parry") == "6"  # (4 + 5) / 2 = 4.5, rounded up, + 1
    assert model(document).index_of("value:parry").data(Role.PARTS).total == 6
    document.history.undo()
    assert text(document, "value:parry") == "5"
    assert not document.history.can_undo()


def test_invalid_text_shows_its_error_beside_it(document: SheetDocument) -> None:
    index = model(document).index_of("traits.melee")
    model(document).setData(index, "lots")
    assert (index.data(), index.data(Role.VALUE)) == ("lots", 4)
    assert index.data(Role.ERROR) == "must be a whole number, not “lots”"
    assert "must be a whole number" in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_only_changes_are_signaled(document: SheetDocument) -> None:
    seen: list[str] = []
    model(document).dataChanged.connect(lambda first, _last: seen.append(first.data(Role.NODE).id))
    document.type_in(("traits", "wits"), "3")
    assert seen == ["traits.wits", "value:join_battle", "value:resolve"]


def test_value_set_by_hand_is_marked_and_one_edit_resets_it(document: SheetDocument) -> None:
    index = model(document).index_of("value:soak")
    model(document).setData(index, "7")
    assert index.data(Role.BY_HAND)
    assert index.data(Role.BY_RULES).total == 1
    document.put(("printed", "soak"), None, "Soak by the rules")
    assert not index.data(Role.BY_HAND)
    assert document.sheet == VOLFER


def test_edit_is_saved_when_its_event_ends(document: SheetDocument, qapp: QApplication) -> None:
    shelf = document._file
    document.type_in(("name",), "Kesh")
    document.type_in(("traits", "wits"), "3")
    qapp.processEvents()
    assert isinstance(shelf, Shelf)
    assert (shelf.saved["name"], shelf.writes) == ("Kesh", 1)
    document.history.undo()
    document.save()
    assert "wits" not in shelf.saved["traits"]


def test_failed_save_is_reported_kept_and_retried(document: SheetDocument) -> None:
    shelf, messages = document._file, []
    assert isinstance(shelf, Shelf)
    document.message.connect(messages.append)
    shelf.full = True
    document.type_in(("name",), "Kesh")
    document.save()
    document.save()
    assert not document.is_saved
    assert len(messages) == 1
    assert "The disk is full" in messages[0]
    shelf.full = False
    document._timer.timeout.emit()
    assert (shelf.saved["name"], document.is_saved) == ("Kesh", True)


def test_edits_of_one_gesture_are_undone_together(document: SheetDocument) -> None:
    for dots in "345":
        document.type_in(("traits", "wits"), dots, gesture="drag")
    document.history.undo()
    assert document.sheet == VOLFER


def test_reload_merges_unsaved_edits(document: SheetDocument) -> None:
    shelf = document._file
    assert isinstance(shelf, Shelf)
    document.type_in(("notes",), "Owes Maren a horse.")
    shelf.saved = {**VOLFER, "name": "Volfer the Bold"}
    document.reload()
    assert (document.sheet["name"], document.sheet["notes"]) == ("Volfer the Bold", "Owes Maren a horse.")


def test_campaign_keeps_a_sheet_with_invalid_text(tmp_path: Path, qapp: QApplication) -> None:
    with Campaign.create(tmp_path / "here.exgui") as campaign:
        id = campaign.put_sheet(VOLFER, "ex3")
        document = SheetDocument(campaign, id, "ex3", RULES)
        document.type_in(("weapons", 0, "damage"), "1e99")
        document.type_in(("traits", "melee"), "9" * 40)
        document.close()
    with Campaign.open(tmp_path / "here.exgui") as campaign:
        again = SheetDocument(campaign, id, "ex3", RULES)
        assert text(again, "weapons[1].damage") == "1e99"
        assert text(again, "traits.melee") == "9" * 40


def test_read_only_sheet_refuses_changes_with_a_reason(qapp: QApplication) -> None:
    shelf, messages = Shelf(), []
    shelf.read_only = True
    document = SheetDocument(shelf, "volfer", "ex3", RULES)
    document.message.connect(messages.append)
    assert not document.type_in(("name",), "Kesh")
    assert document.sheet == VOLFER
    assert "read-only" in messages[0]
    assert not model(document).flags(model(document).index_of("name")) & Qt.ItemFlag.ItemIsEditable
