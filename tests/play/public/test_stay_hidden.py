"""Combatants who stay hidden from the players, and the public text about what a hidden combatant does."""

from __future__ import annotations

from typing import Any

import pytest
from play.public.test_kept_secrets import BANDIT, HERO, LURKER, begun, placed, public_text

from exgui.engine.asks import Choice, Choose, Command, Declared, Fall, Roll, command
from exgui.engine.record import Table, freeze
from exgui.play.play import Play
from exgui.play.public import PublicView
from exgui.systems.common.together import together

VAULT = {"zone": [{"id": "yard"}, {"id": "vault", "hidden": True}, {"id": "crypt", "hidden": True}]}
WAYS = [{"between": ["yard", "vault"]}, {"between": ["vault", "crypt"]}]
ARCHER = {**LURKER, "auto_reveal": True, "zone": "vault"}
EXALTED = {"strength": 4, "dexterity": 5}
STRONG = {
    "ex3": {**EXALTED, "brawl": 5},
    "ex2": {**EXALTED, "martial_arts": 5},
    "reincarnated": {**EXALTED, "brawl": 5},
    "skirmish": {},
}
QUIET = {
    "ex3": (command("aim", "vey", target="volfer"), command("full_defense", "vey"), command("move", "vey", to="crypt")),
    "ex2": (command("guard", "vey"), command("aim", "vey", target="volfer"), command("move", "vey", to="crypt")),
    "reincarnated": (command("build_power", "vey"), command("move", "vey", to="crypt")),
    "skirmish": (command("move", "vey", to="crypt"),),
}


def a_fight(game: str, archer: dict[str, Any], **data: Any) -> Play:
    """A fight in which the hidden one acts first."""
    place = {"ex3": {"initiative": 9}, "ex2": {"next_tick": 0}}.get(game, {})
    later = {"ex3": {"initiative": 5}, "ex2": {"next_tick": 3}}.get(game, {})
    people = [{**archer, "state": place}, {**HERO, "state": later}, {**BANDIT, "state": later}]
    play = begun(game, people, **data)
    first = Table(first="vey") if game == "reincarnated" else Table()
    play.dispatch(Command("start", "", first))
    if game == "skirmish":
        play.dispatch(command("activate", "vey"))
    return play


def done(play: Play, step: Command) -> None:
    """A step is taken, with low dice."""
    kind = step.but(do="maneuver", args=step.args.put("kind", step.do)) if step.do == "build_power" else step
    play.dispatch(kind)
    while play.pending is not None:
        play.roll()


@pytest.mark.parametrize(("game", "step"), [(game, step) for game, steps in QUIET.items() for step in steps])
def test_quiet_actions_out_of_sight_reveal_no_one(game: str, step: Command) -> None:
    bow = {"weapons": ["long_bow"]} if game == "ex3" else {}
    play = a_fight(game, {**ARCHER, **bow}, **VAULT, link=WAYS)
    done(play, step)
    assert play.battle.who("vey").hidden


@pytest.mark.parametrize("game", QUIET)
def test_moving_into_sight_reveals_unless_the_step_prevents_it(game: str) -> None:
    for stays in (False, True):
        play = a_fight(game, ARCHER, **VAULT, link=WAYS)
        done(play, command("move", "vey", to="yard").but(stay_hidden=stays))
        assert play.battle.who("vey").hidden is stays


@pytest.mark.parametrize("game", QUIET)
def test_acting_reveals_no_newcomers_if_only_the_storyteller_reveals(game: str) -> None:
    play = a_fight(game, ARCHER, **VAULT, link=WAYS)
    play.dispatch(command("auto_reveal", on=False))
    new = {"name": "Ash", "side": "gang", "zone": "yard", "hidden": True}
    play.dispatch(command("add", combatant=freeze(new), id="ash"))
    play.dispatch(command("copy", who="vey", id="twin"))
    assert not any(one.auto_reveal for one in play.battle.combatants.values())
    play.undo()
    play.dispatch(command("copy", who="vey", id="twin"))
    assert not play.battle.who("twin").auto_reveal
    play.dispatch(command("auto_reveal"))
    play.dispatch(command("copy", who="b1", id="third"))
    assert play.battle.who("third").auto_reveal


@pytest.mark.parametrize("game", QUIET)
def test_combatant_brought_into_a_hidden_zone_is_hidden_by_default(game: str) -> None:
    play = a_fight(game, ARCHER, **VAULT, link=WAYS)
    guard = {"name": "Guard", "side": "gang", "zone": "vault"}
    for id, more in (("g1", {}), ("g2", {"hidden": False}), ("g3", {"player": True}), ("g4", {"zone": "yard"})):
        play.dispatch(command("add", combatant=freeze({**guard, **more}), id=id))
    play.dispatch(together((command("add", combatant=freeze({**guard, "zone": "yard"}), zone="crypt", id="g5"),)))
    assert [play.battle.who(f"g{n}").hidden for n in range(1, 6)] == [True, False, False, False, True]


def test_combatant_joining_in_a_hidden_zone_is_hidden() -> None:
    waiting = {**BANDIT, "id": "b2", "name": "Bandit 2", "zone": "vault", "state": {"waiting": True}}
    play = begun("skirmish", [HERO, BANDIT, waiting], **VAULT, link=WAYS)
    view = PublicView(play)
    play.dispatch(command("start"))
    play.dispatch(command("join", "b2"))
    assert play.battle.who("b2").hidden
    assert "bandit 2" not in public_text(view)


@pytest.mark.parametrize("game", QUIET)
def test_combatant_brought_in_visibly_stays_visible_in_a_hidden_zone(game: str) -> None:
    play = a_fight(game, ARCHER, **VAULT, link=WAYS)
    guard = {"name": "Guard", "side": "gang", "zone": "vault"}
    for id, more in (("g1", {}), ("g2", {"hidden": False})):
        play.dispatch(command("add", combatant=freeze({**guard, **more}), id=id))
        play.dispatch(command("join", id))
        while play.pending is not None:
            play.roll()
    assert [play.battle.who(id).hidden for id in ("g1", "g2")] == [True, False]
    assert not any(play.battle.who(id).waiting for id in ("g1", "g2"))


HOLDS = {
    "ex3": (
        command("attack", "vey", target="volfer", weapon="unarmed", mode="gambit", gambit="grapple"),
        {"maneuver": "throw"},
        ["Volfer is held: 9 control rounds.", "Volfer is thrown.", "Volfer is thrown down and free."],
    ),
    "ex2": (
        command("grapple", "vey", target="volfer", maneuver="break_hold"),
        {},
        ["Volfer is held in a clinch.", "Volfer is thrown."],
    ),
}


@pytest.mark.parametrize("game", HOLDS)
def test_hold_and_throw_are_shown_without_the_hidden_holder(game: str) -> None:
    """9 successes of the hidden one against none."""
    step, choices, expected = HOLDS[game]
    play = a_fight(game, {**LURKER, "traits": STRONG[game]}, close=[{"members": ["vey", "volfer"]}])
    view = PublicView(play)
    play.dispatch(step)
    while play.pending is not None:
        ask = play.pending
        if isinstance(ask, Roll):
            play.answer(Fall(None, 9 if ask.by == "vey" else 0))
        elif isinstance(ask, Choose):
            play.answer(Choice(choices.get(ask.name, ask.default)))
        else:
            play.answer(Declared())
    if "vey" in play.battle.up:
        play.dispatch(command("end_turn", "vey"))
    text = " ".join(line.text for line in view.battle().log)
    for sentence in expected:
        assert sentence in text
    assert "vey" not in public_text(view)


def names(view: PublicView) -> list[str]:
    return [one.name for one in view.battle().combatants.values()]


def test_numbers_count_only_combatants_seen_and_stay() -> None:
    bandits = [{**BANDIT, "id": f"b{n}", "name": f"Bandit {n}", "hidden": n != 3} for n in (1, 2, 3)]
    play = begun("ex3", placed(HERO, *bandits))
    view = PublicView(play)
    assert names(view) == ["Volfer", "Bandit"]
    play.dispatch(command("reveal", who="b2"))
    assert names(view) == ["Volfer", "Bandit 1", "Bandit 2"]
    play.dispatch(command("hide", who="b3"))
    assert names(view) == ["Volfer", "Bandit 2"]
    play.dispatch(command("reveal", who="b1"))
    play.dispatch(command("reveal", who="b3"))
    assert names(view) == ["Volfer", "Bandit 1", "Bandit 2", "Bandit 3"]


def test_unnumbered_combatant_counts_among_numbered_ones() -> None:
    second = {**BANDIT, "id": "b2", "name": "Bandit 2"}
    view = PublicView(begun("ex3", placed(HERO, {**BANDIT, "name": "Bandit", "hidden": True}, second)))
    assert names(view) == ["Volfer", "Bandit"]
    view = PublicView(begun("ex3", placed(HERO, {**BANDIT, "name": "Bandit"}, second)))
    assert names(view) == ["Volfer", "Bandit 1", "Bandit 2"]


def test_hidden_attack_shows_only_its_effect() -> None:
    """Vey hits with 9 successes against Defense 2 and deals 6: Volfer falls from 5 to -1, into Crash."""
    people = [{**LURKER, "state": {"initiative": 9}}, {**HERO, "state": {"initiative": 5}}]
    play = begun("ex3", people, close=[{"members": ["vey", "volfer"]}])
    view = PublicView(play)
    play.dispatch(command("start"))
    play.dispatch(command("attack", "vey", target="volfer", weapon="unarmed", mode="withering"))
    while play.pending is not None:
        play.answer(Fall(None, {"attack": 9, "damage": 6}[play.pending.name]))
    assert view.battle().log == (), "while only somebody hidden is up, nothing moves"
    play.dispatch(command("end_turn", "vey"))
    notes = [line.text for line in view.battle().log]
    assert notes[-1] == "Volfer is thrown into Crash."
    assert "vey" not in public_text(view)


@pytest.mark.parametrize(
    ("game", "attack"),
    [
        ("ex3", command("attack", "vey", target="volfer", weapon="unarmed", mode="decisive")),
        ("ex2", command("attack", "vey", target="volfer", weapon="unarmed")),
        ("reincarnated", command("strike", "vey", target="volfer", weapon="unarmed")),
        ("skirmish", command("attack", "vey", target="volfer", weapon="unarmed")),
    ],
)
def test_hidden_hit_is_shown_without_its_source_in_every_game(game: str, attack: Command) -> None:
    close = {} if game in ("reincarnated", "skirmish") else {"close": [{"members": ["vey", "volfer"]}]}
    play = a_fight(game, {**LURKER, "traits": STRONG[game]}, **close)
    view = PublicView(play)
    play.dispatch(attack)
    while play.pending is not None:
        ask = play.pending
        most = 1 if game == "skirmish" else 9  # where low dice pass
        fall = Fall(None, min(most, ask.dice)) if isinstance(ask, Roll) else None
        play.answer(fall or (Choice(ask.default) if isinstance(ask, Choose) else Declared()))
    if "vey" in play.battle.up:
        play.dispatch(command("end_turn", "vey"))
    if game == "skirmish":
        play.dispatch(command("adjust", who="volfer", set={"health": 5}))
        play.dispatch(command("activate", "volfer"))
    if game == "reincarnated":
        play.dispatch(command("pass", "vey", to="volfer"))
    assert any(line.text.startswith("Volfer is hit") for line in view.battle().log)
    assert "vey" not in public_text(view)


def test_players_cannot_identify_or_count_hidden_attackers() -> None:
    shown = []
    for name, side, more in (("Vey", "sect", 0), ("Bandit 7", "gang", 2)):
        hidden = [{**BANDIT, "id": f"h{n}", "name": f"Bandit {n + 4}", "hidden": True} for n in range(more)]
        attacker = {**LURKER, "name": name, "side": side, "traits": STRONG["ex3"], "state": {"initiative": 9}}
        seen = {**HERO, "state": {"initiative": 4}}, {**BANDIT, "name": "Bandit 3", "state": {"initiative": 2}}
        people = [attacker, *placed(*hidden), *seen]
        play = begun("ex3", people, close=[{"members": ["vey", "volfer"]}])
        view = PublicView(play)
        play.dispatch(command("start"))
        play.dispatch(command("attack", "vey", target="volfer", weapon="unarmed", mode="withering"))
        while play.pending is not None:
            play.answer(Fall(None, {"attack": 9, "damage": 6}.get(play.pending.name, 1)))
        for who in ("vey", *(one["id"] for one in hidden)):
            if who in play.battle.up:
                play.dispatch(command("end_turn", who))
        shown.append(view.battle())
    assert shown[0] == shown[1]
    assert shown[0].log[-1].text == "Volfer is thrown into Crash."
    assert [one.name for one in shown[0].combatants.values()] == ["Volfer", "Bandit"]
