"""A thing in a line: an effect as a sentence (cost, change, limit, timing, duration), another by its unusual fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY
from exgui.rulebook.formula import formula
from exgui.rulebook.modifier_text import ModifierText, NotUnderstood
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.unknown_words import words
from exgui.sheets.field_text import MINUS, text_of
from exgui.sheets.fields import labels_of
from exgui.systems.common.effects import KIND as EFFECT
from exgui.systems.common.effects import change, most
from exgui.systems.common.health import TYPES

MOMENTS = {
    "attacked": "when attacked",
    "struck": "when struck at",
    "rolled": "after the roll",
    "hit": "after a hit",
    "damaged": "when hit",
    "action": "as an action",
}
"""By the moment at which it is declared, if its changes do not show that themselves."""
LASTS = {
    "turn_end": "until the turn ends",
    "turn": "until the next turn",
    "round": "for the round",
    "scene": "for the scene",
    "committed": "until it is ended",
}
TOLD = ("when", "ability", "cost", "cost_each", "maximum", "modifiers", "duration", "limit", "keywords", "pool")
"""Fields that the sentence puts in its own words; of the others it names those with unusual values."""


def item_sentence(rules: Ruleset, item: Item, battle: Battle | None = None, one: Combatant | None = None) -> str:
    """Return a thing in a line: "Medium, Melee, Accuracy 2", for an effect `effect_sentence`."""
    if item.kind == EFFECT:
        return effect_sentence(rules, item, battle, one)
    parts = []
    for id, field in rules.fields[item.kind].items():
        value = item.get(id, field.default)
        if value in (field.default, None, "", (), EMPTY):
            continue
        text, label = text_of(field, value, labels_of(rules, field)).replace("-", MINUS), field.label.split(" by ")[0]
        parts.append(label if value is True else text if field.type in ("text", "words") else f"{label} {text}")
    return ", ".join(parts)


def effect_sentence(rules: Ruleset, item: Item, battle: Battle | None = None, one: Combatant | None = None) -> str:
    """Return an effect as a sentence: "1 mote: +1 die to a Melee attack, up to 5".

    Args:
        battle, one: the combatant who has it, for the most they can buy; without them its formula is given.
    """
    fields = rules.fields[item.kind]
    parts = [_change(rules, item, text) for text in item.get("modifiers", ())]
    for id, field in fields.items():
        value = item.get(id, field.default)
        if id in TOLD or value in (field.default, None, "", (), EMPTY):
            continue
        text, label = text_of(field, value), _inside(field.label)
        if id != "note":
            parts.append(f"{label} {text}" if field.type == "words" else f"{label}: {_inside(text)}")
    if item.get("maximum", ""):
        parts.append(f"up to {_most(rules, item, battle, one)}")
    moment = MOMENTS.get(str(item.get("when", "")), "")
    limit = item.get("limit", "")
    parts += [one for one in (moment, LASTS.get(str(item.get("duration", "")), "")) if one]
    parts += [f"once a {limit}"] if limit else []
    price = _price(rules, item)
    sentence = ", ".join(one for one in parts if one)
    keywords = ", ".join(str(word).replace("_", " ") for word in item.get("keywords", ()))
    sentence = f"{sentence} ({keywords})" if keywords else sentence
    if price:
        sentence = f"{price}: {sentence}" if sentence else price
    note = str(item.get("note", ""))
    return ". ".join(part for part in (sentence[:1].upper() + sentence[1:], note) if part)


def _inside(text: str) -> str:
    """Return a text for the middle of a sentence: a word in capitals stays."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _price(rules: Ruleset, item: Item) -> str:
    once, each = item.get("cost", EMPTY), item.get("cost_each", EMPTY)
    paid_once = _listed(_amount(rules, id, cost) for id, cost in once.items() if cost)
    more = _listed(_amount(rules, id, cost) for id, cost in each.items() if cost)
    return f"{paid_once}, and {more} each" if paid_once and more else paid_once or more


def _amount(rules: Ruleset, id: str, count: int) -> str:
    """Return "3 motes", "1 Willpower", "2 levels of lethal damage"."""
    if id in TYPES:
        return f"{count} {_one_or_many('levels', count)} of {id} damage"
    named = id in rules.traits or id in rules.tracks
    return f"{count} {rules.label(id) if named else _one_or_many(words(id).lower(), count)}"


def _one_or_many(name: str, count: int) -> str:
    return name.removesuffix("s") if abs(count) == 1 else name


def _listed(parts: Iterable[str]) -> str:
    found = list(parts)
    return " and ".join((", ".join(found[:-1]), found[-1])) if len(found) > 1 else "".join(found)


def _change(rules: Ruleset, item: Item, text: str) -> str:
    field = rules.fields[item.kind]["modifiers"]
    try:
        read = change(text, field.choices, field.rolls)
    except NotUnderstood:
        return text
    one, whose = read.modifier, "the target\N{RIGHT SINGLE QUOTATION MARK}s " if read.target else ""
    if one.on not in field.rolls:
        name = rules.label(one.on)
        if one.set is not None:
            return f"{whose}{name} becomes {one.set}"
        known = one.on in rules.values or one.on in rules.tracks or one.on in rules.traits
        plain = name if known or not name.endswith("s") else _one_or_many(name.lower(), one.bonus)
        return f"{_signed(one.bonus)} {f'to {whose}{name}' if whose else plain}"
    roll = whose + _roll(rules, item, one.on, bare=bool(whose))
    return _on_roll(read, roll)


def _on_roll(read: ModifierText, roll: str) -> str:
    one = read.modifier
    if one.dice:
        return f"{_signed(one.dice)} {'die' if abs(one.dice) == 1 else 'dice'} to {roll}"
    if one.successes:
        return f"{_signed(one.successes)} {'success' if abs(one.successes) == 1 else 'successes'} to {roll}"
    if one.turned:
        dice = "die becomes a success" if one.turned == 1 else "dice become successes"
        return f"{one.turned} {dice} on {roll}"
    if one.double:
        return f"{one.double}s count twice on {roll}"
    if one.target:
        return f"{one.target}s succeed on {roll}"
    if one.reroll:
        return f"rolls {_listed(f'{face}s' for face in one.reroll)} again on {roll}"
    return f"{roll} becomes {one.set}"


def _roll(rules: Ruleset, item: Item, id: str, *, bare: bool) -> str:
    """Return "a Melee attack", "Join Battle"."""
    label = rules.label(id)
    moments = rules.fields[item.kind]["when"].choices if "when" in rules.fields[item.kind] else ()
    ability = str(item.get("ability", ""))
    ability = rules.label(ability) if ability in rules.traits else ""
    if id not in moments:
        return label
    if id == "damage":
        return f"the damage of {_article(ability)} attack" if ability else "damage"
    name = f"{ability} {label.lower()}".strip()
    return name if bare else _article(name)


def _article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def _most(rules: Ruleset, item: Item, battle: Battle | None, one: Combatant | None) -> str:
    """Return the most that can be bought: a number if its owner and the thing used with it are known; else the
    formula."""
    text = str(item.get("maximum", ""))
    names: Mapping[str, str] = {
        name: rules.label(name) if name in rules.traits else name for name in formula(text).names
    }
    of_attack = "ability" in names and not item.get("ability")
    if battle is not None and one is not None and not of_attack:
        return str(most(battle, one, item))
    out = text
    for name, label in names.items():
        out = out.replace(name, "the attack\N{RIGHT SINGLE QUOTATION MARK}s Ability" if name == "ability" else label)
    return out
