"""A played battle, written as a scenario: it passes its check, and gives the same view."""

from hypothesis import given
from hypothesis import strategies as st

from exgui.engine.asks import Choice, Declared, Fall, Modify, command
from exgui.engine.effects import Effect, Modifier
from exgui.play.play import Play
from exgui.scenario.export import export
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read_text
from tests.scenario.conftest import HEAD
from tests.scenario.duel import FOLDER, make_known

make_known()


def began(head: str = HEAD) -> Play:
    scenario = read_text(head)
    play = Play.begin(scenario.system, scenario.battle)
    play.dispatch(command("start"))
    return play


def again(play: Play):
    played = play_scenario(read_text(export(play, ruleset=str(FOLDER))))
    assert played.failures == []
    return played


def attack(play: Play, *answers) -> None:
    play.dispatch(command("attack", "anna", target="bert"))
    for answer in answers:
        play.answer(answer)


def test_every_kind_of_answer_is_exported():
    play = began()
    stunt = Effect("stunt", "stunt", (Modifier("attack", dice=2),))
    attack(
        play,
        Declared(("boast",)),
        Choice("parry"),
        Modify("anna", stunt),
        Fall(faces=(7, 7, 7, 7, 1, 1)),
        Fall(score=1),
    )
    assert play.pending is None
    assert again(play).view["bert"] == play.system.view(play.battle)["bert"]
    assert again(play).view["log"][0]["text"] == "boast!"


def test_undone_and_open_steps_are_left_out():
    play = began()
    attack(play, Declared(), Choice("stand"), Fall(score=0))
    play.undo()
    play.dispatch(command("attack", "anna", target="bert"))
    text = export(play, ruleset=str(FOLDER))
    assert text.count("[[step]]") == 1


def test_export_title_can_be_given():
    assert 'title = "Anna and Bert"' in export(began(), "Anna and Bert", ruleset=str(FOLDER))


@given(
    seed=st.integers(0, 2**32), steps=st.lists(st.sampled_from(["attack", "volley", "bet", "undo", "redo"]), max_size=8)
)
def test_any_battle_can_be_exported_and_replayed(seed, steps):
    play = began(HEAD.replace("title", f"seed = {seed}\ntitle"))
    for do in steps:
        if do == "undo" and play.step_number > 1:
            play.undo()
        elif do == "redo" and play.can_redo():
            play.redo()
        elif do in ("attack", "volley", "bet"):
            args = {"attack": {"target": "bert"}, "volley": {"targets": ("bert", "anna")}}.get(do, {})
            whole = command(do, "anna", **args)
            if not play.check(whole):
                play.dispatch(whole)
                while play.pending is not None:
                    if hasattr(play.pending, "pool"):
                        play.roll()
                    elif hasattr(play.pending, "options"):
                        play.answer(Choice(2))
                    else:
                        play.answer(Declared(("howl",)))
    view = play.system.view(play.battle)
    replayed = again(play).view
    assert {key: replayed[key] for key in view} == view


def test_drawn_battlefield_is_exported_too():
    lines = (
        '[picture]\nid = "moor.png"\nx = -40.5\ndim = 0\nhidden = true\n',
        '[[zone]]\nid = "pond"\nx = 0\ny = 0\nshape = "ellipse"\nterrain = "water"\nground = "low"\n',
        '[[zone]]\nid = "crypt"\nx = 400\ny = 0\nhidden = true\nreveal_when = "never"\n',
        '[[link]]\nbetween = ["pond", "crypt"]\nbarrier = "obstacle"\nname = "grate"\ndifficulty = 3\nhidden = true\n',
    )
    head = 'format = "exgui-scenario/1"\ntitle = "Drawn"\nruleset = "ex3"\n'
    scenario = read_text(head + "".join(lines))
    written = export(Play.begin(scenario.system, scenario.battle))
    assert read_text(written).battle == scenario.battle
    assert scenario.battle.picture is not None


def test_hidden_arrivals_stay_hidden_after_a_round_trip():
    play = began()
    play.dispatch(command("attack", "anna", target="bert").but(stay_hidden=True))
    for answer in (Declared(), Choice("stand"), Fall(score=0)):
        play.answer(answer)
    text = export(play, ruleset=str(FOLDER))
    assert "stay_hidden = true" in text
    assert [step.command.stay_hidden for step in read_text(text).steps] == [False, True]
