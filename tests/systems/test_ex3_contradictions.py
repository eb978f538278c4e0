"""Set-ups that contradict themselves are refused in a sentence that names the key; no hold outlives its reason.

The scenarios `contrary_*.toml` show what resolves under the rules instead, and how the log reports it.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgui.engine.asks import Command
from exgui.play.play import Play
from exgui.rulebook.reader import RulesetError, load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError
from exgui.systems import system_for

RULES = load("ex3")
IDS = ("volfer", "kesh", "rana")


def data(state: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Three in one zone, the first as given."""
    people = [
        {"id": id, "side": "foes" if id == "kesh" else "heroes", "zone": "yard", "weapons": ["straight_sword"]}
        for id in IDS
    ]
    people[0] |= {"state": {"initiative": 9, **state}, **more}
    for speed, one in enumerate(people[1:], 3):
        one["state"] = {"initiative": speed}
    people[1]["mount"] = "warhorse"
    return {"zone": [{"id": "yard"}, {"id": "gate"}], "combatant": people, "close": [{"members": list(IDS)}]}


def charm(**fields: Any) -> dict[str, Any]:
    return {"effects": [{"id": "shout", "name": "Loud Shout", "when": "attack", **fields}]}


SETS: dict[str, dict[str, Any]] = {
    "loud": charm(modifiers=["loud shout +2"]),
    "evasoin": charm(modifiers=["evasoin +2"]),
    "dexterty": charm(modifiers=["attack +n dice"], maximum="dexterty", cost_each={"motes": 1}),
    "neither": charm(modifiers=["attack +2 dice"], keywords=["withering_only", "decisive_only"]),
    "flurried": charm(modifiers=["attack +2 dice"], keywords=["flurry"]),
    "quick": charm(when="action", type="reflexive", keywords=["flurry"]),
}
"""Charms that contradict themselves."""

REFUSED = [
    ("somebody else's mount", data({"mount": "warhorse"}), "state.mount", "volfer has no mount"),
    ("a combatant for a mount", data({"mount": "kesh"}), "state.mount", "volfer has no mount"),
    ("a sword for a mount", data({"mount": "straight_sword"}), "state.mount", "volfer has no mount"),
    ("another mount than its own", data({"mount": "horse"}, mount="camel"), "state.mount", "choose from camel"),
    ("a mount that rides", data({}, mount={"id": "nag", "mount": "horse"}), "mount.mount", "is not known here"),
    ("no such weapon in the off hand", data({"off_hand": "spear"}), "state.off_hand", "volfer has no weapon"),
    ("a ward of its own", data({"defending": "volfer"}), "state.defending", "someone else"),
    ("a grapple with oneself", data({"grappling": "volfer"}), "state.grappling", "someone else"),
    ("an aim at oneself", data({"aiming": "volfer"}), "state.aiming", "someone else"),
    ("a hostage of its own", data({"held_at_bay_by": "volfer"}), "state.held_at_bay_by", "someone else"),
    ("hidden from oneself", data({"concealed_from": ["kesh", "volfer"]}), "state.concealed_from", "someone else"),
    ("a ward nobody knows", data({"defending": "rena"}), "state.defending", "Did you mean rana"),
    ("an effect that modifies itself", data({}, **SETS["loud"]), "effects[1].modifiers[1]", "the effect itself"),
    ("an effect on no number", data({}, **SETS["evasoin"]), "effects[1].modifiers[1]", "Did you mean evasion"),
    ("an effect limited by no number", data({}, **SETS["dexterty"]), "effects[1].maximum", "Did you mean dexterity"),
    ("an effect of neither attack", data({}, **SETS["neither"]), "effects[1].keywords", "contradict each other"),
    ("no action in a flurry", data({}, **SETS["flurried"]), "effects[1].keywords[1]", 'requires when = "action"'),
    ("a reflexive flurry", data({}, **SETS["quick"]), "effects[1].keywords[1]", 'requires type = "simple"'),
]


@pytest.mark.parametrize(("setup", "key", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_contradiction_is_refused_with_key_and_message(setup: dict[str, Any], key: str, words: str) -> None:
    with pytest.raises(SetupError) as refused:
        battle_from(RULES, setup, "encounter.toml")
    message = str(refused.value)
    assert message.startswith("encounter.toml")
    assert f"combatant[1].{key}" in message
    assert words in message
    assert "\n" not in message


HELD = st.dictionaries(
    st.sampled_from(["grappling", "grappled_by", "defending", "aiming", "rushing", "climbed", "held_at_bay_by"]),
    st.sampled_from(IDS),
    max_size=4,
)


@given(
    states=st.tuples(HELD, HELD, HELD),
    out=st.sets(st.sampled_from(IDS), max_size=1),
    apart=st.booleans(),
)
def test_whatever_a_setup_claims_holds_agree_once_the_battle_runs(
    states: tuple[dict[str, str], ...], out: set[str], apart: bool
) -> None:
    setup = data({})
    for one, state in zip(setup["combatant"], states, strict=True):
        one["state"] |= {name: other for name, other in state.items() if other != one["id"]}
        if one["id"] in out:
            one["state"]["left"] = True
    if apart:
        setup["combatant"][2]["zone"] = "gate"
        setup["close"] = [{"members": ["volfer", "kesh"]}]
    play = Play.begin(system_for(RULES), battle_from(RULES, setup))
    play.dispatch(Command("start"))
    everybody = play.battle.combatants
    for id, other in permutations(IDS, 2):
        holds = everybody[id].conditions.get("grappling") == other
        assert holds == (everybody[other].conditions.get("grappled_by") == id)
        if holds:
            assert "grappled_by" not in everybody[id].conditions
            assert other in play.battle.close_group(id)
            assert not {id, other} & out
        if everybody[id].conditions.get("defending") == other:
            assert other in play.battle.close_group(id)
    for gone in out:
        for one in everybody.values():
            named = {name: one.conditions.get(name) for name in ("rushing", "held_at_bay_by", "climbed", "defending")}
            assert gone not in named.values() or one.id == gone
            assert one.conditions.get("aiming", {}).get("target") != gone or one.id == gone


TOO_FAR = 'cost_each = { motes = 1 }\nmaximum = "dexterty"\nmodifiers = ["attack +n dice"]'
HOUSE = [
    ('modifiers = ["loud shout +2"]', "loud.modifiers[1]", "modifies the effect itself"),
    ('modifiers = ["evasoin +2"]', "loud.modifiers[1]", "Did you mean evasion"),
    (TOO_FAR, "loud.maximum", "Did you mean dexterity"),
    ('keywords = ["withering_only", "decisive_only"]', "loud.keywords", "contradict each other"),
    ('keywords = ["movement"]', "loud.keywords[1]", 'requires when = "action"'),
]


@pytest.mark.parametrize(("lines", "key", "words"), HOUSE, ids=[row[1] + " " + row[2] for row in HOUSE])
def test_a_contradiction_in_house_rules_names_file_and_key(tmp_path: Path, lines: str, key: str, words: str) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "ruleset.toml").write_text('name = "House"\nextends = "ex3"\n', encoding="utf-8")
    text = f'[loud]\nname = "Loud Shout"\nwhen = "attack"\n{lines}\n'
    (folder / "effects.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load(folder)
    assert str(refused.value).startswith(f"house/effects.toml: {key}: ")
    assert words in str(refused.value)
