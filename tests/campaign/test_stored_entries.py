"""The contents of a stored journal pass the same bounds as typed input; opening one never gives more than a
sentence."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from exgui.campaign import schema
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.stored_entries import read_stored
from exgui.engine.asks import command
from exgui.play.journal import JournalError
from tests.campaign.pebble_game import MOVES, move, standing
from tests.campaign.test_golden import GOLDEN


def forge(path: Path, seq: int, change: Callable[[Any], Any]) -> None:
    """Changes an entry of the first battle's journal, and seals it as a forger would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (text,) = connection.execute("SELECT entry FROM journal WHERE battle = 1 AND seq = ?", (seq,)).fetchone()
        changed = change(json.loads(text))
        row = (1, seq, changed if isinstance(changed, str) else json.dumps(changed))
        sql = "UPDATE journal SET entry = ?, seal = ? WHERE battle = 1 AND seq = ?"
        connection.execute(sql, (row[2], schema.seal("journal", *row), seq))


def put(*keys: Any, value: Any) -> Callable[[Any], Any]:
    """A change: this value at the end of these keys."""

    def change(data: Any) -> Any:
        place = data
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = value
        return data

    return change


BEGINNINGS: dict[str, Callable[[Any], Any]] = {
    "a trait of 9e9": put("battle", "combatants", "ada", "traits", "arm", value=9_000_000_000),
    "a trait of 9e999": lambda data: json.dumps(data).replace('"arm": 2', '"arm": 9e999'),
    "a trait that is a fraction": put("battle", "combatants", "ada", "traits", "arm", value=2.5),
    "a trait that is a text": put("battle", "combatants", "ada", "traits", "arm", value="2"),
    "a trait that is true": put("battle", "combatants", "ada", "traits", "arm", value=True),
    "a trait of ten thousand digits": lambda data: json.dumps(data).replace('"arm": 2', '"arm": ' + "9" * 10_000),
    "a zone at infinity": lambda data: json.dumps(data).replace('"x": 10.5', '"x": Infinity'),
    "a zone at NaN": lambda data: json.dumps(data).replace('"x": 10.5', '"x": NaN'),
    "a zone at 1e308": put("battle", "zones", "shore", "x", value=1e308),
    "NaN in a fact": put("battle", "facts", value={"what": float("nan")}),
    "a stranger who is up": put("battle", "up", value=["nobody"]),
    "a stranger at close range": put("battle", "close", value=[["ada", "nobody"]]),
    "a zone that does not exist": put("battle", "combatants", "ada", "zone", value="moon"),
    "a link to nowhere": put("battle", "links", value=[{"between": ["shore", "moon"], "barrier": "none"}]),
    "somebody under another id": put("battle", "combatants", "ada", "id", value="bo"),
    "a phase that does not exist": put("battle", "phase", value="halftime"),
    "a condition table that is a list": put("battle", "combatants", "ada", "conditions", value=[1, 2]),
    "a version that is a text": put("version", value="1"),
    "depth without end": lambda data: json.dumps(data).replace('"facts": {}', '"facts": ' + "[" * 5_000 + "]" * 5_000),
    "too many combatants": lambda data: put(
        "battle",
        "combatants",
        value={f"c{n}": {**data["battle"]["combatants"]["ada"], "id": f"c{n}"} for n in range(2_001)},
    )(data),
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_forged_beginning_is_reported(path: Path, name: str) -> None:
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond").dispatch(command("start"))
    forge(path, 0, BEGINNINGS[name])
    with Campaign.open(path) as campaign:
        assert len(campaign.battles()) == 1
        with pytest.raises(CampaignError) as caught:
            campaign.resume(1)
        assert caught.value.kind == "damaged", caught.value


def test_turn_of_an_unknown_combatant_is_reported(path: Path) -> None:
    with Campaign.open(path) as campaign:
        campaign.begin_battle("pond").dispatch(command("start"))

    def change(data: Any) -> Any:
        for event in data["events"]:
            if event["kind"] == "clock":
                event["up"] = ["ada", "nobody"]
        return data

    forge(path, 2, change)
    with Campaign.open(path) as campaign, pytest.raises(CampaignError, match="'nobody', who is not in it"):
        campaign.resume(1)


def test_undone_steps_must_be_valid_too(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        play.dispatch(command("start"))
        play.undo()
    forge(path, 2, lambda data: {**data, "events": [{"kind": "moved", "who": "nobody", "zone": None}]})
    with Campaign.open(path) as campaign, pytest.raises(CampaignError):
        campaign.resume(1)


def test_condition_that_breaks_the_rules_code_is_reported(tmp_path: Path) -> None:
    """Whatever the window would show is asked for once while the battle is opened."""
    golden = next(path for path in GOLDEN if path.stem == "ex3_under_way")
    path = Path(shutil.copy(golden, tmp_path))
    with closing(sqlite3.connect(path)) as connection:
        (first,) = connection.execute("SELECT entry FROM journal WHERE seq = 0").fetchone()
    someone = next(iter(json.loads(first)["battle"]["combatants"]))
    for value in ([1, [2]], {"a": {"b": None}}, "x" * 100, -3, None, True):
        copy = Path(shutil.copy(path, tmp_path / "copy.exgui"))
        conditions = dict.fromkeys(("crash", "prone", "grappled_by", "grapple", "concealed", "onslaught"), value)
        forge(copy, 0, put("battle", "combatants", someone, "conditions", value=conditions))
        try:
            with Campaign.open(copy) as campaign:
                campaign.resume(1)
        except CampaignError as error:
            assert error.kind == "damaged"  # noqa: PT017 -- either is right; nothing else may come


def test_unreadable_step_is_not_stored(campaign: Campaign) -> None:
    play = campaign.begin_battle("pond")
    play.dispatch(command("start"))
    left = standing(play)
    for note in (2**40, float("inf"), float("nan"), 1e9):
        with pytest.raises(CampaignError, match="can’t be saved"):
            play.dispatch(command("note", note="x", much=note))
    assert standing(play) == left
    assert standing(campaign.resume(1)) == left


def test_large_seed_is_accepted(path: Path) -> None:
    with Campaign.open(path) as campaign:
        play = campaign.begin_battle("pond")
        assert play.battle.seed > 1_000_000
        for what in MOVES:
            move(play, what)
        left = standing(play)
    with Campaign.open(path) as campaign:
        assert standing(campaign.resume(1)) == left


@pytest.mark.parametrize(
    "text", ["", "null", "3", "[]", '"x"', "{}", '{"kind": 3}', "\0", '{"kind": "undone", "count": 1e999}']
)
def test_invalid_entry_is_reported(text: str) -> None:
    with pytest.raises(JournalError):
        read_stored(text)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_entry_of_the_golden_battles_is_within_the_bounds(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        for (text,) in connection.execute("SELECT entry FROM journal"):
            read_stored(text)


def test_infinite_number_damages_a_sheet(path: Path) -> None:
    row = ("forged", 1, "Forged", "pebbles", '{"name": "A", "traits": {"arm": 9e999}}')
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO sheets VALUES (?, ?, ?, ?, ?, ?)", (*row, schema.seal("sheets", *row)))
    with Campaign.open(path) as campaign:
        assert campaign.sheets()[0].damaged
        with pytest.raises(CampaignError):
            campaign.sheet("forged")


def test_huge_trait_is_refused_when_a_battle_begins(campaign: Campaign) -> None:
    data = campaign.encounter("pond")
    data["combatant"][0]["traits"] = {"arm": 9_000_000_000}
    with pytest.raises(CampaignError):
        campaign.begin(data)
    assert campaign.battles() == ()


@pytest.mark.parametrize("dots", [1_001, -1_001, 1_000_000, 2.5, True, "many"])
def test_trait_above_the_input_limit_is_never_stored(campaign: Campaign, dots: object) -> None:
    encounter = campaign.encounter("pond")
    encounter["combatant"][0]["traits"] = {"arm": dots}
    for put_it in (
        lambda: campaign.put_sheet({"name": "Kesh", "traits": {"arm": dots}}, "pebbles"),
        lambda: campaign.put_encounter(encounter, "pond"),
    ):
        with pytest.raises(CampaignError, match=r"traits\.arm: must be (from -1000 to 1000|a whole number), not "):
            put_it()
    assert campaign.sheets() == ()
    assert campaign.encounter("pond") != encounter


def test_stored_huge_trait_damages_the_sheet(path: Path) -> None:
    row = ("forged", 1, "Forged", "pebbles", '{"name": "A", "traits": {"arm": 9000000000}}')
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO sheets VALUES (?, ?, ?, ?, ?, ?)", (*row, schema.seal("sheets", *row)))
    with Campaign.open(path) as campaign:
        assert campaign.sheets()[0].damaged
        with pytest.raises(CampaignError, match="the largest is 1,000,000"):
            campaign.sheet("forged")


def test_sheet_numbers_stay_within_the_input_limit(campaign: Campaign) -> None:
    with pytest.raises(CampaignError, match=r"state\.health: .*the largest is 1,000,000"):
        campaign.put_sheet({"name": "Kesh", "state": {"health": 10**9}}, "pebbles")
    with pytest.raises(CampaignError, match=r"this is too large a number"):
        campaign.put_sheet({"name": "Kesh", "state": {"health": 10**5000}}, "pebbles")
    encounter = {**campaign.encounter("pond"), "seed": 2**62}
    assert campaign.encounter(campaign.put_encounter(encounter))["seed"] == 2**62
