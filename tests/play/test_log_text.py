"""The log as text: for the players without what they do not know, for the storyteller complete."""

from __future__ import annotations

from play.public.ambushes import ambush
from systems.fights_ex3 import EX3

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.play.log_text import LogText, as_markdown, escaped, log_text
from exgui.play.play import Play


def test_players_log_names_nothing_hidden_and_the_storytellers_everything() -> None:
    start = ambush(EX3, 2, 0).start.but(title="The trap")
    play = Play.begin(EX3.system, start)
    one = next(iter(start.combatants.values()))
    play.dispatch(Command("roll", one.id, Table(pool=3, secret=True), overrule=True))
    hidden = [other.name for other in start.combatants.values() if other.hidden]
    theirs, own = (as_markdown(log_text(play, for_players=players)) for players in (True, False))
    assert "The trap" in own
    assert "The trap" not in theirs
    assert not [name for name in hidden if name in theirs]


def test_sentences_are_escaped() -> None:
    log = LogText("*Night* of [masks](x)", (("Round 1", ("1. Kesh_the_Tall <hits>\n# twice", "- then rests")),))
    assert as_markdown(log) == (
        "# \\*Night\\* of \\[masks\\](x)\n\n## Round 1\n\n"
        "- 1\\. Kesh\\_the\\_Tall \\<hits\\> \\# twice\n- \\- then rests\n"
    )
    assert escaped("plain words, 3 of them.") == "plain words, 3 of them."
