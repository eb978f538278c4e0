"""Secrets that a text or drawing about something else could betray: each of them once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from exgui.engine.asks import Choice, Fall, command
from exgui.engine.record import Table
from exgui.play.play import Play
from exgui.play.public import PublicSettings, PublicView, begin, public, public_data
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems import system_for
from exgui.systems.common.together import together
from exgui.systems.reincarnated.first_to_act import ROLLED

HERO = {"id": "volfer", "side": "heroes", "player": True, "zone": "yard"}
BANDIT = {"id": "b1", "name": "Bandit 1", "side": "gang", "zone": "yard"}
LURKER = {"id": "vey", "name": "Vey", "side": "sect", "zone": "yard", "hidden": True, "auto_reveal": False}
GATE = {"between": ["yard", "vault"], "name": "gate"}
TUNNEL = {"between": ["yard", "vault"], "name": "tunnel", "hidden": True}


def begun(game: str, people: Sequence[dict[str, Any]], **data: Any) -> Play:
    """A fight in a yard beside a vault."""
    ruleset = load(game)
    everything = {"zone": [{"id": "yard"}, {"id": "vault"}], "combatant": list(people), **data}
    return Play.begin(system_for(ruleset), battle_from(ruleset, everything, "test"))


def public_text(view: PublicView) -> str:
    """Everything in what the players may know, as one text."""
    return json.dumps(public_data(view.battle())).casefold()


def placed(*people: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**one, "state": {"initiative": 9 - number}} for number, one in enumerate(people)]


def test_side_with_only_hidden_combatants_left_is_not_asked_who_activates() -> None:
    play = begun("skirmish", [HERO, {**LURKER, "side": "gang"}, BANDIT])
    view = PublicView(play)
    for step in (command("start"), command("activate", "volfer"), command("end_turn", "volfer")):
        play.dispatch(step)
    play.dispatch(command("activate", "b1"))
    before = view.battle()
    play.dispatch(command("end_turn", "b1"))
    assert play.battle.up == ()
    assert view.battle() == before
    play.dispatch(command("activate", "vey"))
    assert view.battle() == before
    play.dispatch(command("end_turn", "vey"))
    now = view.battle()
    assert now.caption == "Round 2 · Heroes: who activates?"
    assert now.choosing == now.combatants["c1"].side


def test_hidden_side_is_not_named() -> None:
    play = begun("reincarnated", [HERO, BANDIT, LURKER], options={"turn_order": "alternating"})
    view = PublicView(play)
    play.dispatch(command("start"))
    play.answer(Choice(ROLLED))
    while play.pending is not None:
        play.roll()
    assert any("Sect" in note.text for line in play.log() for note in line.notes)
    assert "sect" not in public_text(view)


def test_sheet_changes_are_not_shown() -> None:
    play = begun("ex3", placed(HERO, BANDIT))
    view = PublicView(play, PublicSettings(foes_health="exact"))
    play.dispatch(command("change_sheet", who="b1", sheet={"traits": {"dexterity": 5}}))
    assert view.battle().log == ()


def test_tunnel_stays_secret_while_a_hidden_combatant_is_up() -> None:
    play = begun("ex3", placed(LURKER, HERO), link=[GATE, TUNNEL])
    view = PublicView(play)
    play.dispatch(command("start"))
    assert [link.name for link in view.battle().links] == ["gate"]
    play.dispatch(command("link", between=["yard", "vault"], hidden=True))
    assert view.battle().links == ()


def test_hidden_picture_is_not_shown_in_place_of_the_next() -> None:
    play = begun("ex3", placed(LURKER, HERO), picture={"id": "ritual.png", "hidden": True})
    view = PublicView(play)
    play.dispatch(command("start"))
    play.dispatch(command("picture", id="moor.png", hidden=False))
    shown = view.battle().picture
    assert shown is not None
    assert (shown.id, view.pictures()) == ("p1", {"p1": "moor.png"})


def test_zone_removed_on_a_hidden_turn_leaves_people_in_place() -> None:
    play = begun("ex3", placed({**LURKER, "zone": "vault"}, HERO))
    view = PublicView(play)
    play.dispatch(command("start"))
    play.dispatch(command("remove_zone", zone="yard", to="vault"))
    shown = view.battle()
    assert [(one.name, one.zone) for one in shown.combatants.values()] == [("Volfer", "z2")]
    assert list(shown.zones) == ["z2"]


def test_dice_reveal_no_place_if_only_the_order_is_shown() -> None:
    play = begun("ex3", [HERO, BANDIT])
    view = PublicView(play, PublicSettings(foes_initiative="order"))
    play.dispatch(command("start"))
    while play.pending is not None:
        play.roll()
    assert [roll.who for line in view.battle().log for roll in line.rolls] == ["c1"]
    view.settings = PublicSettings()
    assert {roll.who for line in view.battle().log for roll in line.rolls} == {"c1", "c2"}


def test_dice_against_an_unannounced_hazard_are_not_shown() -> None:
    for announced in (False, True):
        play = begun("ex3", placed(HERO))
        view = PublicView(play)
        harm = {"damage": 1, "resist": 4, "when": "turn", "announced": announced}
        play.dispatch(command("hazard", label="Poisoned wine", who=["volfer"], **harm))
        play.dispatch(command("start"))
        play.dispatch(command("end_turn", "volfer"))
        while play.pending is not None:
            play.roll()
        assert any(line.rolls for line in view.battle().log) is announced


def test_attack_on_a_hidden_combatant_is_not_shown() -> None:
    play = begun("ex3", placed(HERO, LURKER), close=[{"members": ["volfer", "vey"]}])
    view = PublicView(play)
    play.dispatch(command("start"))
    lines = view.battle().log
    play.dispatch(command("attack", "volfer", target="vey", weapon="unarmed", mode="withering"))
    while play.pending is not None:
        play.roll()
    assert view.battle().log == lines


def test_horse_does_not_reveal_an_unknown_name() -> None:
    rider = {**LURKER, "hidden": False, "revealed": False, "mount": {"id": "warhorse", "name": "Vey's mare"}}
    view = PublicView(begun("ex3", placed(HERO, rider)))
    assert [one.name for one in view.battle().companions] == ["Unknown's mare"]
    assert "vey" not in public_text(view)


def test_objects_are_on_the_map_but_not_in_the_order() -> None:
    view = PublicView(begun("skirmish", [HERO, BANDIT], object=[{"id": "cart", "zone": "yard", "structure": 9}]))
    shown = view.battle()
    cart = next(one for one in shown.combatants.values() if one.name == "Cart")
    assert (cart.zone, cart.state, cart.band) == ("z1", "coming", "unhurt")
    assert cart.id not in shown.order


def test_horse_does_not_reveal_its_hidden_rider() -> None:
    horse = Table(id="horse", name="Black horse", fields=Table(), zone="yard", rider="vey")
    for hidden, seen in ((True, []), (False, ["Black horse"])):
        play = begun("ex3", placed(HERO, {**LURKER, "hidden": hidden}))
        start = play.battle.but(facts=Table(mounts=(horse,)))
        shown = public(play.system, begin(play.system, start))
        assert [one.name for one in shown.companions] == seen


def test_combined_step_reports_only_visible_arrivals() -> None:
    for settings, dice in ((PublicSettings(), 1), (PublicSettings(foes_initiative="order"), 0)):
        play = begun("ex2", [HERO])
        view = PublicView(play, settings)
        play.dispatch(command("start"))
        while play.pending is not None:
            play.roll()
        before = len(view.battle().log)
        parts = []
        for id, hidden in (("guard", False), ("shade", True)):
            new = Table(name=id.capitalize(), side="gang", zone="yard", hidden=hidden, state=Table(waiting=True))
            parts += [command("add", combatant=new, id=id), command("join", id)]
        play.dispatch(together(tuple(parts)))
        while play.pending is not None:
            play.roll()
        (line,) = view.battle().log[before:]
        assert line.text.startswith("Guard joins the battle")
        assert len(line.rolls) == dice
        assert "shade" not in public_text(view)


def test_place_of_a_waiting_combatant_is_not_shown() -> None:
    waits = {**BANDIT, "state": {"waiting": True}}
    play = begun("skirmish", [HERO, waits])
    play.dispatch(command("start"))
    view = PublicView(play)
    before = len(view.battle().log)
    play.dispatch(together((command("place", who=waits["id"], zone="yard"), command("join", waits["id"]))))
    (line,) = view.battle().log[before:]
    assert line.text == "Bandit joins the battle."


def test_end_of_a_hidden_combatants_hold_is_not_shown() -> None:
    for hidden, lines in ((True, []), (False, ["The storyteller moves Vey to Vault. Volfer is free again."])):
        held = {**HERO, "state": {"entangled_by": "vey"}}
        play = begun("skirmish", [held, BANDIT, {**LURKER, "hidden": hidden}])
        view = PublicView(play)
        play.dispatch(command("start"))
        play.dispatch(command("activate", "volfer"))
        count = len(view.battle().log)
        play.dispatch(command("place", who="vey", zone="vault"))
        assert [line.text for line in view.battle().log[count:] if "free" in line.text] == lines


def test_past_of_a_secretly_revealed_combatant_is_not_shown() -> None:
    hidden = {"id": "ash", "name": "Ash", "side": "traitors", "zone": "vault", "hidden": True}
    play = begun("ex3", placed(LURKER, HERO, hidden))
    view = PublicView(play)
    play.dispatch(command("start"))
    play.dispatch(command("adjust", who="ash", set={"side": "heroes"}))
    play.dispatch(command("place", who="ash", zone="yard"))
    play.dispatch(command("reveal", who="ash"))
    assert play.battle.up == ("vey",)
    shown = view.battle()
    ash = next(one for one in shown.combatants.values() if one.name == "Ash")
    assert (shown.sides[ash.side].name, ash.zone) == ("Heroes", "z1")
    assert "traitors" not in public_text(view)


def test_removal_before_a_hidden_turn_keeps_the_clock_and_asks_nothing() -> None:
    for game, first in (("ex3", command("start")), ("skirmish", command("activate", "volfer"))):
        play = begun(game, [{**one, "state": {"initiative": 9}} for one in (HERO, LURKER)] if game == "ex3" else [HERO])
        if game == "skirmish":
            play.dispatch(command("add", combatant=Table(LURKER), id="vey"))
            play.dispatch(command("start"))
        view = PublicView(play)
        play.dispatch(first)
        before = view.battle()
        play.dispatch(command("remove", who="volfer"))
        shown = view.battle()
        assert (before.up, shown.up, shown.asked, list(shown.combatants)) == (("c1",), (), False, [])
        assert (shown.round, shown.tick, shown.caption) == (before.round, before.tick, before.caption)


def test_joining_a_hidden_group_hides_without_a_question() -> None:
    second = {**BANDIT, "id": "b2", "name": "Bandit 2", "hidden": True}
    play = begun("ex3", placed(BANDIT, second, LURKER, HERO))
    view = PublicView(play)
    play.dispatch(command("start"))
    before = view.battle()
    play.dispatch(command("merge", who=["b1", "b2"]))
    shown = view.battle()
    assert play.battle.up == ("bandit_group",)
    assert (shown.up, shown.asked, [one.name for one in shown.combatants.values()]) == ((), False, ["Volfer"])
    assert (shown.tick, shown.caption) == (before.tick, before.caption)


def test_round_waiting_only_for_a_hidden_choice_does_not_appear_to_wait() -> None:
    play = begun("reincarnated", [HERO, BANDIT, LURKER])
    view = PublicView(play)
    play.dispatch(command("start", first="volfer"))
    play.dispatch(command("adjust", who="volfer", set={"health": 0}))
    for to in ("b1", "vey"):
        play.dispatch(command("pass", play.battle.chooser, to=to))
        before = view.battle()
        play.dispatch(command("end_turn", to))
    assert (play.battle.round, play.battle.up) == (2, ())
    assert view.battle() == before
    play.dispatch(command("pass", play.battle.chooser, to="b1"))
    shown = view.battle()
    assert (shown.round, shown.up, shown.asked) == (2, ("c2",), False)


def test_timer_falling_due_by_a_ruling_is_announced() -> None:
    play = begun("ex3", placed(HERO, BANDIT))
    view = PublicView(play)
    play.dispatch(command("timer", label="The bridge falls", round=2, announced=True))
    play.dispatch(command("start"))
    play.dispatch(command("end_turn", "volfer"))
    play.dispatch(command("adjust", who="b1", set={"health": {"lethal": 7}}))
    assert play.battle.round == 2
    assert view.battle().log[-1].text == "Round 2. Now: The bridge falls."


def test_tie_break_dice_with_a_hidden_combatant_are_not_shown() -> None:
    play = begun("reincarnated", [HERO, BANDIT, LURKER])
    view = PublicView(play)
    play.dispatch(command("start"))
    play.answer(Choice(ROLLED))
    falls = {"volfer": [2, 1], "b1": [1], "vey": [2, 1]}
    while play.pending is not None:
        asked = play.pending
        play.answer(Fall(None, falls[asked.by].pop(0) if falls[asked.by] else 2))  # the coin falls heads
    assert play.battle.up == ("volfer",)
    assert [(roll.who, roll.score) for line in view.battle().log for roll in line.rolls] == [("c1", 2), ("c2", 1)]


def test_log_line_does_not_reveal_a_hidden_removal() -> None:
    logs = []
    for people in (placed(HERO), placed(HERO, LURKER)):
        play = begun("ex3", people)
        view = PublicView(play)
        play.dispatch(command("hazard", label="Poison", who=["volfer"], damage=1, when="turn", announced=True))
        play.dispatch(command("start"))
        play.dispatch(command("end_turn", "volfer"))
        if "vey" in play.battle.up:
            play.dispatch(command("adjust", who="vey", set={"health": {"lethal": 7}}))
        assert play.battle.round == 2
        logs.append([line.text for line in view.battle().log])
    assert logs[0] == logs[1]
