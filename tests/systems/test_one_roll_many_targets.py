"""One attack against several targets: a single roll, and a separate Defense and outcome for each target, in ex3 and in
ex2; worked by hand from the rules."""

from __future__ import annotations

from typing import Any

from systems.duel_ex2 import fight as engaged

from exgui.engine.asks import Answer, Choice, Command, Each, Fall, Roll, command
from exgui.engine.battle import Battle
from exgui.engine.events import Noted
from exgui.engine.procedure import Resolution, Scene, Steps, resolve
from exgui.forecast.odds import odds
from exgui.play.play import Play
from exgui.play.steps import answer_known
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.systems.ex2 import attack as ex2_attack
from exgui.systems.ex2 import attack_resolution as ex2_resolution
from exgui.systems.ex3 import attack as ex3_attack
from exgui.systems.ex3.attack_resolution import resolve_attack
from exgui.systems.ex3.game import Ex3

ABLE = {"strength": 3, "dexterity": 3, "stamina": 3, "wits": 3, "melee": 3, "dodge": 2}
STEP = command("attack", "volfer", target="kesh", weapon="straight_sword", mode="withering")


def field() -> Battle:
    """Volfer (9) is up; Kesh (5) parries with 4, Orin (4), attacked twice already, with 2."""

    def one(id: str, side: str, **state: Any) -> dict[str, Any]:
        return {"id": id, "side": side, "zone": "yard", "traits": ABLE, "weapons": ["straight_sword"], "state": state}

    people = [
        one("volfer", "heroes", initiative=9),
        one("kesh", "foes", initiative=5),
        one("orin", "foes", initiative=4, onslaught=2),
    ]
    close = [{"members": ["volfer", "kesh", "orin"]}]
    data = {"zone": [{"id": "yard"}], "combatant": people, "close": close}
    play = Play.begin(Sweeping(load("ex3")), battle_from(load("ex3"), data, "sweep"))
    play.dispatch(command("start"))
    return play.battle


class Sweeping(Ex3):
    """Ex3, in which an attack meets its target and Orin."""

    def procedure(self, scene: Scene, command: Command) -> Steps:
        if command.do != "attack":
            yield from super().procedure(scene, command)
            return
        one = ex3_attack.declared(scene.battle, command)
        yield from resolve_attack(scene, one.but(others=tuple({"orin"} - {one.target})))


def swept(battle: Battle, *answers: Answer) -> Resolution:
    game = Sweeping(load("ex3"))
    return resolve(
        lambda scene: game.procedure(scene, STEP),
        battle,
        answers,
        driver=lambda ask, _battle: answer_known(STEP, ask),
    )


def dice(successes: int, of: int) -> Fall:
    return Fall((7,) * successes + (1,) * (of - successes))


def notes(done: Resolution) -> list[str]:
    return [event.text for event in done.events if isinstance(event, Noted)]


def test_roll_shows_the_lowest_defense() -> None:
    ask = swept(field()).pending
    assert isinstance(ask, Roll)
    # Dexterity 3 + Melee 3 + accuracy 2; Orin's Parry (3 + 3) / 2 + 1 - 2, less than Kesh's 4.
    assert (ask.dice, ask.against) == (8, "kesh")
    assert ask.difficulty is not None
    assert (ask.difficulty.total, ask.difficulty.parts[0].label) == (2, "Orin, the lowest of all (Kesh 4, Orin 2)")


def test_one_roll_misses_one_and_hits_another() -> None:
    # 3 successes: less than Kesh's 4; 1 more than Orin's 2: Strength 3 + 9 + 1 - soak 3 = 10 dice.
    done = swept(field(), dice(3, of=8), dice(2, of=10))
    assert done.finished
    now = done.battle
    assert [now.who(id).track("onslaught") for id in ("kesh", "orin")] == [1, 3]
    # Orin loses 2, Volfer gains 2 and the 1 for the hit.
    assert [now.who(id).track("initiative") for id in ("volfer", "kesh", "orin")] == [12, 5, 2]
    assert notes(done) == [
        "Volfer misses Kesh with a straight sword: 3 against 4.",
        "Volfer hits Orin with a straight sword, withering 2: Orin 4 → 2; Volfer 9 → 12.",
    ]


def test_main_target_takes_damage_first() -> None:
    # 5 successes: 1 above Kesh's 4 (10 dice), 3 above Orin's 2 (12 dice).
    done = swept(field(), dice(5, of=8), dice(1, of=10), dice(2, of=12))
    assert [done.battle.who(id).track("initiative") for id in ("volfer", "kesh", "orin")] == [14, 4, 2]
    assert [ask.against for ask in done.asked if isinstance(ask, Roll)] == ["kesh", "kesh", "orin"]


def test_only_intended_targets_are_affected() -> None:
    game = Sweeping(load("ex3"))
    done = resolve(lambda scene: game.procedure(scene, STEP), field(), (Each(("orin",)), Choice("parry")))
    ask = done.pending
    assert isinstance(ask, Roll)
    assert ask.difficulty is not None
    assert ask.difficulty.total == 2


def test_odds_against_each_equal_a_single_attack() -> None:
    battle = field()
    found = odds(Sweeping(load("ex3")), battle, STEP)
    assert [id for id, _ in found.targets] == ["kesh", "orin"]
    for target, features in found.targets:
        alone = odds(Ex3(load("ex3")), battle, STEP.but(args=STEP.args.put("target", target)))
        assert features == alone.features


def test_ex2_one_roll_hits_one_and_misses_another() -> None:
    # Kesh has Parry (3 + 3 + 1) / 2 = 3. The thug, of no traits, is engaged too: DV 0.
    battle = engaged(kesh={"traits": {"strength": 2, "dexterity": 3, "stamina": 2, "melee": 3, "dodge": 1}})
    thug = battle.who("thug").but(zone="yard")
    battle = battle.with_combatant(thug).but(close=(("vey", "kesh", "thug"),))
    game_step = command("attack", "vey", target="kesh", weapon="straight_sword")
    one = ex2_attack.declared(battle, game_step).but(others=("thug",))

    def run(*answers: Answer) -> Resolution:
        return resolve(
            lambda scene: ex2_resolution.resolve_attack(scene, one),
            battle,
            answers,
            driver=lambda ask, _battle: answer_known(game_step, ask),
        )

    ask = run().pending
    assert isinstance(ask, Roll)
    # Dexterity 4 + Melee 4 + accuracy 2; one more than the DV must be reached.
    assert (ask.dice, ask.against) == (10, "kesh")
    assert ask.difficulty is not None
    assert ask.difficulty.total == 1
    # 3 successes leave nothing against Kesh's 3, and 3 against the thug: raw damage 2 + 3 + 3.
    done = run(dice(3, of=10), dice(0, of=8))
    assert notes(done)[0] == "Vey misses Kesh with a straight sword: 3 successes against DV 3, 4 needed."
    assert notes(done)[1].startswith("Vey hits Thug with a straight sword: raw damage 8,")


def test_ex2_botch_against_several_is_logged_once() -> None:
    battle = engaged()
    battle = battle.with_combatant(battle.who("thug").but(zone="yard")).but(close=(("vey", "kesh", "thug"),))
    step = command("attack", "vey", target="kesh", weapon="straight_sword")
    one = ex2_attack.declared(battle, step).but(others=("thug",))
    done = resolve(
        lambda scene: ex2_resolution.resolve_attack(scene, one),
        battle,
        (dice(0, of=10),),
        driver=lambda ask, _battle: answer_known(step, ask),
    )
    assert [text for text in notes(done) if "botches" in text] == ["Vey botches: DV -2 until their next action."]
    assert len([text for text in notes(done) if "misses" in text]) == 2
