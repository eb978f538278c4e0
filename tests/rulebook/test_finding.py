"""The one order in which typed words find things."""

from __future__ import annotations

import pytest

from exgui.rulebook.finding import ranked


def found(text: str, *labels: str, scattered: bool = False) -> list[str]:
    """Labels as they are found; what follows a bar are other words."""
    words = {label.partition("|")[0]: label.partition("|")[2] for label in labels}
    return ranked(text, words, lambda label: (label, words[label]), scattered=scattered)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("theme", ["Theme", "Theme of the table", "My theme", "The themes", "Dark|theme", "Light|themes"]),
        ("roll", ["Roll", "Rolls anything", "Let it roll", "Let it be rolled", "Dice|roll", "Scroll the log"]),
        ("wind fire", ["Wind, fire, fire wind", "Windy fires", "Wind|fires", "Rewinding campfire"]),
        ("don't", ["Don\N{RIGHT SINGLE QUOTATION MARK}t ask"]),
        ("ÉTÉ", ["été"]),
    ],
)
def test_matches_rank_by_label_then_words_then_parts(text: str, labels: list[str]) -> None:
    names = [label.partition("|")[0] for label in labels]
    assert found(text, *labels) == names
    assert found(text, *reversed(labels)) == names


def test_ties_keep_their_order_and_empty_text_finds_all() -> None:
    assert found("old", "Old Bo", "Old Al") == ["Old Bo", "Old Al"]
    assert found("  ", "Zed", "Al") == ["Zed", "Al"]


def test_every_word_must_fit_in_any_order() -> None:
    assert found("arch ban", "Bandit archer", "Bandit", "Archer") == ["Bandit archer"]


def test_scattered_letters_match_only_on_request_as_a_last_resort() -> None:
    assert found("rlan", "Roll anything", scattered=True) == ["Roll anything"]
    assert found("rlan", "Roll anything", "Overland", scattered=True) == ["Overland"]
    assert found("rlan", "Roll anything") == []
    assert found("zebra", "Roll anything", scattered=True) == []


def test_entries_marked_last_stay_last() -> None:
    assert ranked("a", ["a", "ba", "ab"], lambda one: (one, ""), last=lambda one: one == "a") == ["ab", "ba", "a"]
