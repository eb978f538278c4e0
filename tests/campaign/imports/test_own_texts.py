"""The app's own texts: whatever a sheet or an encounter is, its text is imported as it was."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sheets.test_foundry_export import full, quick

from exgui.campaign import stored_text
from exgui.campaign.encounter_edits.edit import encounter_data
from exgui.campaign.exchange import encounter_text, sheet_text
from exgui.campaign.imports.own_text import read_own_text
from tests.campaign.test_encounter_edits import edited


@settings(max_examples=60, deadline=None)
@given(full | quick)
def test_every_sheet_is_read_as_it_was_written(sheet: dict[str, Any]) -> None:
    found = read_own_text(sheet_text(sheet, "ex3"), "sheet.toml")
    assert found.contents is not None, found.trouble
    assert found.contents.sheets == ((sheet, "ex3"),)
    assert [one.name for one in found.sheets] == [sheet["name"]]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_every_encounter_is_read_as_it_was_written(seed: int) -> None:
    data = edited(seed)
    found = read_own_text(encounter_text(stored_text.check_encounter(data)), "any.toml")
    assert found.contents is not None, found.trouble
    assert found.map is not None
    assert encounter_data(found.contents.encounter or {}) == encounter_data(found.map.encounter("")) == data
