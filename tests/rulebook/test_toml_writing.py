"""Values written as TOML are read back unchanged."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgui.rulebook.toml_writing import write_toml

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
SCALARS = TEXT | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=20
)


@given(st.dictionaries(TEXT, VALUES, max_size=6))
def test_plain_data_survives_a_round_trip(data: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(data)) == data


@given(st.dictionaries(TEXT, st.lists(st.dictionaries(TEXT, VALUES, max_size=4), max_size=3), max_size=4))
def test_lists_of_tables_survive_a_round_trip(data: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(data)) == data


def test_number_types_are_kept() -> None:
    data = {"whole": 1, "float": 1.0, "true": True, "large": 1e22, "small": -1e-7}
    back = tomllib.loads(write_toml(data))
    assert [type(value) for value in back.values()] == [int, float, bool, float, float]
    assert back == data


def test_document_is_laid_out_like_a_scenario() -> None:
    data = {
        "zone": [{"id": "yard"}, {"id": "gate", "cover": {"light": 1}}],
        "title": 'The "gate"\n\\',
        "options": {"late join": 3},
        "close": [],
    }
    assert write_toml(data) == (
        'title = "The \\"gate\\"\\n\\\\"\nclose = []\n'
        '\n[options]\n"late join" = 3\n'
        '\n[[zone]]\nid = "yard"\n'
        '\n[[zone]]\nid = "gate"\ncover = { light = 1 }\n'
    )


@pytest.mark.parametrize("value", [None, object(), b"bytes", {1, 2}, "\ud800"])
def test_values_toml_cannot_hold_are_refused_with_their_key(value: object) -> None:
    with pytest.raises(ValueError, match="notes"):
        write_toml({"sheet": [{"notes": [value]}]})
