"""Sentences agree with their subjects in person and number."""

from __future__ import annotations

import pytest

from exgui.engine.battle import Combatant, Item
from exgui.engine.counted import counted
from exgui.engine.record import Table
from exgui.engine.sentences import END, ISOLATE, Noun, Sentence, isolated, listed, possessive, with_article

VOLFER = Combatant("volfer", "Volfer", "a")
KESH = Combatant("kesh", "Kesh", "a", pronoun="she")
THANIS = Combatant("thanis", "Thanis", "a", pronoun="he")
RAIDERS = Combatant("raiders", "Salt raiders", "b", fields=Table(group=Table(size=2)))
COMPANY = Combatant("company", "Spear company", "b", fields=Table(group=Table(size=2)))
DALIR = Combatant("dalir", "\u062f\u0644\u064a\u0631 7", "b")
HITS = Sentence("{who} [hits|hit] {whom} with {a weapon}: {n} [level|levels].")


@pytest.mark.parametrize(
    ("one", "verb"),
    [
        (VOLFER, "Volfer breaks"),
        (THANIS, "Thanis breaks"),
        (RAIDERS, "Salt raiders break"),
        (COMPANY, "Spear company breaks"),
        (RAIDERS.but(name_is="one"), "Salt raiders breaks"),
        (COMPANY.but(name_is="many"), "Spear company break"),
        (THANIS.but(name_is="many"), "Thanis break"),
        ((VOLFER, KESH), "Volfer and Kesh break"),
        ((VOLFER, KESH, THANIS), "Volfer, Kesh and Thanis break"),
        ((VOLFER,), "Volfer breaks"),
        ((RAIDERS,), "Salt raiders break"),
    ],
)
def test_a_verb_agrees_with_its_subject(one: object, verb: str) -> None:
    assert Sentence("{who} [breaks|break]")(who=one) == verb


@pytest.mark.parametrize(("number", "text"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (-1, "-1 dice")])
def test_a_noun_agrees_with_its_number(number: int, text: str) -> None:
    assert Sentence("{n} [die|dice]")(n=number) == text


def test_verbs_agree_with_the_preceding_or_named_part() -> None:
    sentence = Sentence("{who} [guards|guard] {whom} and [who:waits|wait], {whom} [acts|act].")
    assert sentence(who=RAIDERS, whom=VOLFER) == "Salt raiders guard Volfer and wait, Volfer acts."
    assert sentence(who=VOLFER, whom=RAIDERS) == "Volfer guards Salt raiders and waits, Salt raiders act."


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (VOLFER, "they have their sword for them themselves"),
        (KESH, "she has her sword for her herself"),
        (THANIS, "he has his sword for him himself"),
        (VOLFER.but(pronoun="it"), "it has its sword for it itself"),
        (RAIDERS.but(pronoun="she"), "they have their sword for them themselves"),
    ],
)
def test_pronoun_comes_from_the_sheet(one: Combatant, text: str) -> None:
    sentence = Sentence("{who.they} [has|have] {who.their} sword for {who.them} {who.themself}")
    assert sentence(who=one) == text


@pytest.mark.parametrize(
    ("one", "text"), [(VOLFER, "Volfer’s turn"), (THANIS, "Thanis’s turn"), (RAIDERS, "Salt raiders’ turn")]
)
def test_possessives_of_singular_and_plural(one: Combatant, text: str) -> None:
    assert Sentence("{who’s} turn")(who=one) == Sentence("{who's} turn")(who=one) == text


@pytest.mark.parametrize(
    ("noun", "text"),
    [
        (Noun("axe"), "with an axe"),
        (Noun("self bow"), "with a self bow"),
        (Noun("unicorn horn"), "with a unicorn horn"),
        (Noun("claws", plural=True), "with claws"),
        (Noun("Stormbringer", proper=True), "with Stormbringer"),
    ],
)
def test_articles_appear_where_nouns_need_them(noun: Noun, text: str) -> None:
    assert Sentence("with {a weapon}")(weapon=noun) == text


def test_a_sentence_begins_with_a_capital() -> None:
    needs = Sentence("{The weapon} [needs|need] {its} hands.")
    assert needs(weapon=Noun("sword"), its="both") == "The sword needs both hands."
    assert needs(weapon=Noun("claws", plural=True), its="both") == "The claws need both hands."
    assert needs(weapon=Noun("bare hands", proper=True, plural=True), its="both") == "Bare hands need both hands."
    assert Sentence("{What} [is|are] gone.")(what="a wall") == "A wall is gone."


def test_large_numbers_are_grouped_by_thousands() -> None:
    assert Sentence("{n} [hour passes|hours pass]")(n=10_000) == "10,000 hours pass"
    assert Sentence("back to {n}")(n=-1_500) == "back to -1,500"


def test_only_right_to_left_names_are_isolated() -> None:
    axe = Noun("axe")
    assert HITS(who=VOLFER, whom=KESH, weapon=axe, n=1) == "Volfer hits Kesh with an axe: 1 level."
    assert HITS(who=DALIR, whom=KESH, weapon=axe, n=2) == f"{ISOLATE}{DALIR.name}{END} hits Kesh with an axe: 2 levels."
    assert Sentence("{who’s} turn")(who=DALIR) == f"{ISOLATE}{DALIR.name}{END}’s turn"
    assert Sentence("{who} [wait|waits]")(who=(VOLFER, DALIR)) == f"Volfer and {ISOLATE}{DALIR.name}{END} waits"
    assert Sentence("{who}: {what}")(who="Ægir", what="Ça") == "Ægir: Ça"
    assert Sentence("{it}")(it=Item("x", DALIR.name, "weapon")) == f"{ISOLATE}{DALIR.name}{END}"


def test_marks_of_direction_in_a_name_cannot_end_its_isolation() -> None:
    name = f"{DALIR.name}{END}\N{RIGHT-TO-LEFT OVERRIDE}"
    assert isolated(name) == f"{ISOLATE}{DALIR.name}{END}"
    assert isolated("Volf\N{RIGHT-TO-LEFT OVERRIDE}er") == "Volfer"


def test_a_sentence_within_a_sentence_keeps_its_order() -> None:
    named = f"{ISOLATE}{DALIR.name}{END}"
    why = Sentence("{who} can’t act.")(who=DALIR)
    assert Sentence("{who} [leaves|leave] out an action: {why}")(who=DALIR, why=why) == (
        f"{named} leaves out an action: {named} can’t act."
    )
    assert isolated(f"{named} and {DALIR.name}") == f"{ISOLATE}{DALIR.name} and {DALIR.name}{END}"
    assert isolated(f"{named}\N{RIGHT-TO-LEFT OVERRIDE}") == named


def test_names_are_inserted_unchanged() -> None:
    odd = VOLFER.but(name="O'Neil “the [one|two] {who}” " + "x" * 200)
    assert Sentence("{who} [waits|wait].")(who=odd) == f"{odd.name} waits."


@pytest.mark.parametrize("template", ["[is|are] {who}", "{who.mine}", "{}", "{two words}"])
def test_malformed_template_is_refused(template: str) -> None:
    with pytest.raises(ValueError):
        Sentence(template)


def test_doubled_brackets_are_literal() -> None:
    assert Sentence("{{ a }} [[b]]")() == "{ a } [b]"


def test_lists_articles_and_possessives_as_words() -> None:
    assert listed([]) == ""
    assert listed(["light", "heavy"], "or") == "light or heavy"
    assert with_article("axe") == "an axe"
    assert possessive("Kesh") == "Kesh’s"


def test_singular_has_no_s() -> None:
    assert [counted(count, "zone") for count in (0, 1, 2, 12_000)] == ["0 zones", "1 zone", "2 zones", "12,000 zones"]
