"""Changes to an entry, applied to its current version."""

from __future__ import annotations

from exgui.gui.history import three_way_merge


def test_merge_keeps_later_changes_and_adopts_the_rest() -> None:
    before = {"name": "Anjali", "state": {"health": 7}, "words": ["a"], "gear": [{"id": "axe", "uses": 1}]}
    after = {"name": "Anjali", "state": {"health": 0, "torn": True}, "words": ["b"], "gear": []}
    now = {"name": "Anji", "state": {"health": 7, "luck": 1}, "words": ["a", "c"], "gear": before["gear"]}
    assert three_way_merge(now, before, after) == {
        "name": "Anji",
        "state": {"health": 0, "luck": 1, "torn": True},
        "words": ["c", "b"],
        "gear": [],
    }


def test_tables_are_matched_by_id_and_other_text_is_kept() -> None:
    before = [{"id": "a", "health": 7}, {"id": "b", "health": 7}]
    after = [{"id": "a", "health": 1}, {"id": "b", "health": 1}]
    now = [{"id": "new"}, {"id": "b", "health": 5}, {"id": "a", "health": 7}]
    assert three_way_merge(now, before, after) == [{"id": "new"}, {"id": "b", "health": 5}, {"id": "a", "health": 1}]
