"""Sentences of a log, read back with the templates that wrote them."""

from __future__ import annotations

import pytest

from exgui.engine.sentences import Noun, Sentence
from exgui.play.public.sentences import without_numbers
from exgui.play.reading import KEPT, Deed, Reader
from exgui.systems.common import sentences as common
from exgui.systems.ex2 import sentences as ex2
from exgui.systems.ex3 import sentences as ex3
from exgui.systems.reincarnated import sentences as reincarnated
from exgui.systems.skirmish import sentences as skirmish

GAMES = (common, ex2, ex3, reincarnated, skirmish)
PARTS = {
    "who": "Volfer",
    "whom": "St. Vey. hits",
    "owner": "Ilsa",
    "weapon": Noun("axe"),
    "n": 3,
    "before": 8,
    "after": 5,
}


def filled(sentence: Sentence) -> str:
    return sentence(**{name: PARTS.get(name, "Old road") for name in sentence.names})


def read(text: str) -> list[Deed]:
    return list(Reader({"Volfer", "St. Vey. hits", "Ilsa"}).deeds(text))


def test_every_deed_is_read_back_from_its_own_sentence() -> None:
    wrong = []
    for game in GAMES:
        for name, sentence in vars(game).items():
            if isinstance(sentence, Sentence) and sentence.deed not in ("", KEPT):
                text = filled(sentence)
                kinds = [(deed.kind, deed.who) for deed in read(text)]
                who = "Volfer" if "who" in sentence.names else "St. Vey. hits"
                if (sentence.deed, who) not in kinds:
                    wrong.append((game.__name__, name, text, kinds))
    assert not wrong


@pytest.mark.parametrize("sentence", [ex3.HITS_DECISIVE, ex3.MISSES, reincarnated.HITS, ex2.HITS, skirmish.HITS])
def test_sentence_without_numbers_is_the_same_deed(sentence: Sentence) -> None:
    text = filled(sentence).replace("Old road", "7")
    names = {"Volfer", "St. Vey. hits"}
    pieces = [("Volfer", True), (text.removeprefix("Volfer").partition("St. Vey. hits")[0], False)]
    pieces += [("St. Vey. hits", True), (text.partition("St. Vey. hits")[2], False)]
    short = without_numbers(pieces)
    assert not any(letter.isdigit() for letter in short)
    (deed,) = Reader(names).deeds(short)
    assert (deed.kind, deed.who, deed.whom) == (sentence.deed, "Volfer", "St. Vey. hits")


def test_reworded_template_is_read_back() -> None:
    reworded = Sentence("With {a weapon}, {who} [catches|catch] {whom} squarely: {n} levels.", "hit")
    (deed,) = read(filled(reworded))
    assert (deed.kind, deed.who, deed.whom, deed.parts["weapon"]) == ("hit", "Volfer", "St. Vey. hits", "an axe")


def test_unknown_sentence_is_kept_and_a_minor_one_is_not() -> None:
    assert [(deed.kind, deed.text) for deed in read("The bridge sways. Volfer acts first on this tick.")] == [
        (KEPT, "The bridge sways.")
    ]


def test_right_to_left_name_is_read() -> None:
    name = "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}"
    (deed,) = Reader({name, "Ilsa"}).deeds(ex3.AIMS(who=name, whom="Ilsa"))
    assert (deed.kind, deed.who, deed.whom) == ("aim", name, "Ilsa")


def test_strike_without_effect_is_recognized() -> None:
    """For the storyteller, who reads the numbers."""
    blow = ex3.HITS_DECISIVE(who="Volfer", whom="Ilsa", weapon=Noun("axe"), dice=5, n=0, kind="lethal", initiative=3)
    assert [deed.kind for deed in read(blow)] == ["vain"]
    withering = ex3.HITS_WITHERING(
        who="Volfer", whom="Ilsa", weapon=Noun("axe"), n=1, before=5, after=4, started=3, ended=5
    )
    assert [deed.kind for deed in read(withering)] == ["hit"]


def test_truncated_sentence_is_no_deed() -> None:
    assert [deed.kind for deed in read("Volfer hits.")] == [KEPT]
