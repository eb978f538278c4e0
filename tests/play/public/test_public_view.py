"""The players' view of a battle in progress: ids, names, bands, sentences, and what a secret moment hides."""

from __future__ import annotations

import json

import pytest

from exgui.engine.asks import command
from exgui.play.play import Play
from exgui.play.public import PublicSettings, PublicView, public_data
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for

PEOPLE = [
    {"id": "volfer", "side": "heroes", "player": True, "zone": "yard", "state": {"initiative": 8}},
    {"id": "b1", "name": "Bandit 1", "side": "gang", "zone": "yard", "state": {"initiative": 6}},
    {"id": "b2", "name": "Bandit 2", "side": "gang", "zone": "yard", "hidden": True, "state": {"initiative": 9}},
    {"id": "b3", "name": "Bandit 3", "side": "gang", "zone": "vault", "state": {"initiative": 4}},
    {
        "id": "mistress_vey",
        "side": "gang",
        "zone": "yard",
        "revealed": False,
        "notes": "a demon",
        "state": {"initiative": 2},
    },
]


@pytest.fixture
def play() -> Play:
    """A hero, three bandits of whom one is hidden and one in a zone that is hidden, and someone unknown."""
    data = {
        "zone": [{"id": "yard"}, {"id": "vault", "hidden": True}],
        "link": [{"between": ["yard", "vault"]}],
        "close": [{"members": ["volfer", "b1", "b2"]}],
        "combatant": [{**one, "auto_reveal": one["id"] != "b2"} for one in PEOPLE],
    }
    ruleset = load("ex3")
    return Play.begin(system_for(ruleset), battle_from(ruleset, data, "test"))


@pytest.fixture
def view(play: Play) -> PublicView:
    return PublicView(play)


def test_ids_and_numbers_have_no_gap(view: PublicView) -> None:
    shown = view.battle()
    assert [(one.id, one.name) for one in shown.combatants.values()] == [
        ("c1", "Volfer"),
        ("c2", "Bandit 1"),
        ("c3", "Bandit 2"),
        ("c4", "Unknown"),
    ]
    assert list(shown.zones) == ["z1"]
    assert shown.links == ()
    assert shown.combatants["c3"].zone is None


def test_rings_have_no_gap(view: PublicView) -> None:
    assert view.battle().combatants["c1"].close == ("c2",)


def test_public_data_contains_no_secret(play: Play, view: PublicView) -> None:
    play.dispatch(command("start"))
    data = json.dumps(public_data(view.battle())).casefold()
    for secret in ("b1", "b2", "b3", "vey", "demon", "vault", 'volfer":', "bandit 3"):
        assert secret not in data


def test_foes_are_seen_by_bands_and_heroes_by_numbers(play: Play, view: PublicView) -> None:
    play.dispatch(command("adjust", who="b1", set={"health": {"lethal": 4}}))
    shown = view.battle().combatants
    assert (shown["c1"].health, shown["c2"].health, shown["c3"].health) == ("7/7", "badly hurt", "unhurt")


@pytest.mark.parametrize(
    ("lethal", "band"), [(0, "unhurt"), (1, "hurt"), (3, "hurt"), (4, "badly hurt"), (6, "badly hurt"), (7, "down")]
)
def test_half_the_levels_lost_is_badly_hurt(play: Play, view: PublicView, lethal: int, band: str) -> None:
    play.dispatch(command("adjust", who="b1", set={"health": {"lethal": lethal}}))
    assert view.battle().combatants["c2"].band == band


def test_only_the_order_hides_the_tick_of_a_foe(play: Play) -> None:
    view = PublicView(play, PublicSettings(foes_initiative="order"))
    for do in (command("start"), command("end_turn", "b2"), command("end_turn", "volfer")):
        play.dispatch(do)
    shown = view.battle()
    assert (shown.up, shown.tick, shown.caption) == (("c2",), None, "")
    assert [one.place for one in shown.combatants.values()] == [8, None, None, None]


def test_nothing_moves_while_a_hidden_combatant_is_up(play: Play, view: PublicView) -> None:
    prepared = view.battle()
    play.dispatch(command("start"))
    assert play.battle.up == ("b2",)
    assert view.battle() == prepared
    play.dispatch(command("full_defense", "b2"))
    assert view.battle() == prepared
    play.dispatch(command("end_turn", "b2"))
    shown = view.battle()
    assert shown.up == ("c1",)
    assert [line.text for line in shown.log] == ["The battle begins. Round 1."]


def test_combatant_revealed_at_a_secret_moment_is_seen_immediately(play: Play, view: PublicView) -> None:
    play.dispatch(command("start"))
    play.dispatch(command("reveal", who="b2"))
    shown = view.battle()
    assert shown.combatants["c5"].name == "Bandit 3"
    assert shown.up == ("c5",)
    assert shown.log[-1].text == "Bandit 3 comes into view."


def test_name_learned_at_a_secret_moment_is_the_current_one(play: Play, view: PublicView) -> None:
    play.dispatch(command("start"))
    play.dispatch(command("adjust", who="mistress_vey", set={"name": "Mistress Ash"}, overrule=True))
    assert view.battle().combatants["c4"].name == "Unknown"
    play.dispatch(command("reveal", who="mistress_vey"))
    assert view.battle().combatants["c4"].name == "Mistress Ash"


def test_combatant_hidden_at_a_secret_moment_disappears_immediately(play: Play, view: PublicView) -> None:
    play.dispatch(command("start"))
    play.dispatch(command("hide", who="b1"))
    assert [one.id for one in view.battle().combatants.values()] == ["c1", "c3", "c4"]


def test_ids_stay_and_undo_reverts_what_was_shown(play: Play, view: PublicView) -> None:
    play.dispatch(command("reveal", who="b2"))
    shown = view.battle()
    assert list(shown.combatants) == ["c1", "c2", "c3", "c4", "c5"]
    play.undo()
    assert list(view.battle().combatants) == ["c1", "c2", "c3", "c4"]
    play.redo()
    assert view.battle() == shown == PublicView(play).battle()
    play.dispatch(command("hide", who="b1"))
    play.dispatch(command("reveal", who="b1"))
    assert view.battle().combatants == shown.combatants


def test_timer_is_secret_until_announced(play: Play, view: PublicView) -> None:
    play.dispatch(command("timer", label="The bridge falls", round=3))
    assert view.battle().notices == view.battle().log == ()
    play.dispatch(command("timer", label="The gate opens", round=3, announced=True))
    assert [notice.label for notice in view.battle().notices] == ["The gate opens"]
    assert [line.text for line in view.battle().log] == ["Timer set: The gate opens."]


@pytest.mark.parametrize(("secret", "lines"), [(False, 1), (True, 0)])
def test_roll_can_be_kept_secret(play: Play, view: PublicView, secret: bool, lines: int) -> None:
    play.dispatch(command("roll", "volfer", pool=3, secret=secret))
    play.roll()
    log = view.battle().log
    assert len(log) == lines
    assert all(len(line.rolls[0].faces or ()) == 3 and line.rolls[0].who == "c1" for line in log)


def test_sentences_about_foes_have_no_numbers_unless_numbers_are_shown(play: Play, view: PublicView) -> None:
    play.dispatch(command("roll", "b1", pool=3, difficulty=1))
    play.roll()
    (line,) = view.battle().log
    assert line.text == ""
    view.settings = PublicSettings(foes_health="exact")
    assert view.battle().log[0].text.startswith("Bandit 1 rolls 3 dice: ")


def test_storyteller_rulings_are_not_shown(play: Play, view: PublicView) -> None:
    play.dispatch(command("adjust", who="b1", set={"initiative": 3}))
    assert view.battle().log == ()


def test_public_ids_of_sides_and_pictures_are_separate() -> None:
    ruleset = load("ex3")
    data = {
        "zone": [{"id": "yard"}],
        "picture": {"id": "throne_of_the_demon.png"},
        "combatant": [
            {**PEOPLE[0], "portrait": "volfer.png"},
            {"id": "spy", "name": "Ash", "side": "traitors", "zone": "yard", "portrait": "lord_of_ash.png"},
            {"id": "shade", "side": "demon_court", "zone": "yard", "revealed": False, "portrait": "shade.png"},
            {"id": "lurker", "side": "sect", "zone": "yard", "hidden": True, "portrait": "lurker.png"},
        ],
    }
    play = Play.begin(system_for(ruleset), battle_from(ruleset, data, "test"))
    view = PublicView(play)
    shown = view.battle()
    assert [(one.side, one.portrait) for one in shown.combatants.values()] == [("s1", "p1"), ("s2", "p2"), ("s3", "")]
    assert [(side.id, side.name) for side in shown.sides.values()] == [
        ("s1", "Heroes"),
        ("s2", "Traitors"),  # they know the name of somebody on it
        ("s3", "Unknown"),
    ]
    assert view.pictures() == {"p1": "volfer.png", "p2": "lord_of_ash.png", "p3": "throne_of_the_demon.png"}
    content = json.dumps(public_data(shown)).casefold()
    for secret in ("demon", "sect", ".png", "lurker"):
        assert secret not in content
    play.dispatch(command("reveal", who="shade"))
    play.dispatch(command("hide", who="spy"))
    shown = view.battle()
    assert [(side.id, side.name) for side in shown.sides.values()] == [("s1", "Heroes"), ("s3", "Demon court")]
    assert view.pictures()["p4"] == "shade.png"


def test_objects_are_damaged_not_hurt() -> None:
    data = {
        "zone": [{"id": "road"}],
        "combatant": [{"id": "ann", "side": "heroes", "zone": "road"}],
        "object": [{"id": "cart", "zone": "road", "structure": 12}],
    }
    rules = load("skirmish")
    play = Play.begin(system_for(rules), battle_from(rules, data, "cart"))
    messages = []
    for structure in (12, 9, 2):
        play.dispatch(command("adjust", who="cart", set={"structure": structure}))
        messages += [one.health for one in PublicView(play).battle().combatants.values() if one.kind == "object"]
    assert messages == ["unhurt", "damaged", "badly damaged"]
