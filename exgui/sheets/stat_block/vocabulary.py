"""The words of a game's stat blocks: what each label fills.

Traits, values and weapons come from the rule data, so that a table's own are known as well. This file has what rule
data lacks: abbreviations, headings, and how each game prints the numbers that others derive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from msgspec import field

from exgui.engine.record import EMPTY, Record
from exgui.rulebook.rules import Ruleset

WORD = re.compile(r"[^\W\d_]{1,30}(?:'[^\W\d_]{1,10})?(?![^\W\d_])")
_BETWEEN = re.compile(r"[ \t\n_-]{1,3}")
LONGEST_LABEL = 5
"""Words of a label."""


class Label(Record):
    """The meaning of a word or words of a stat block.

    Attributes:
        kind: "value", "trait", "extra" (a trait that the ruleset does not have), "health", "soak", "hardness", "group",
            "drill" (a drill by its name), "mark" (marks a battle group), "section", "name", "armor", "motes", "aside"
            (a part of a value, which is kept in the notes).
        key: id of the field it fills; for a section its kind: "prose", "pools", "attacks", "stats", "specialties",
            "title" ("stat block").
    """

    kind: str
    key: str
    misspelled: bool = False


def _no_label(_word: str) -> Label | None:
    return None


class Vocabulary(Record):
    """The words of one ruleset's stat blocks.

    Attributes:
        labels: by words in lower case with single spaces.
        attributes: traits of which a full sheet has several.
        weapons, armors, items: ids by name in lower case; items if shields and armor are things that wear out.
        battle_groups: the game has groups that fight as one.
        rolled_damage: damage is a text such as "d4-1".
        ticks: attacks have Speed and Rate, soak is by type of damage.
        properties: the words that are properties of an attack; None if it has none.
        tags: the words for tags that a weapon may have; None if any word may be one.
        tag_ids: ids of those tags by their words.
        damage_type: of an attack that does not name one; "" if the game has none.
        firsts: the first words of labels.
        words: the longer words of stat blocks, whole.
        spelled: returns a word of a label as it is spelled, even if one letter is wrong; any other word as it is.
        abbreviated: returns the one label that a word of a few letters is short for ("sok"); None for none.
        stated_values: numbers that others derive, and that a sheet of this game may give as traits of its own.
    """

    rules: Ruleset
    labels: Mapping[str, Label]
    attributes: frozenset[str]
    weapons: Mapping[str, str]
    armors: Mapping[str, str]
    battle_groups: bool = False
    rolled_damage: bool = False
    ticks: bool = False
    properties: re.Pattern[str] | None = None
    tags: re.Pattern[str] | None = None
    tag_ids: Mapping[str, str] = EMPTY
    damage_type: str = ""
    stated_values: tuple[str, ...] = ()
    items: Mapping[str, str] = EMPTY
    firsts: frozenset[str] = field(default_factory=frozenset)
    words: frozenset[str] = field(default_factory=frozenset)
    spelled: Callable[[str], str] = str
    abbreviated: Callable[[str], Label | None] = _no_label

    def label_at(self, text: str, start: int) -> tuple[Label, int] | None:
        """Return the longest label at a place of the text, and where it ends; None for none.

        The text must have plain signs (`source_lines.plain_signs`).
        """
        found = WORD.match(text, start)
        first = self.spelled(found.group().lower()) if found is not None else ""
        if found is None:
            return None
        if first not in self.firsts:
            whole = self.abbreviated(first) if _GLUED.match(text, found.end()) else None
            return (whole, found.end()) if whole is not None else None
        words = first
        end = found.end()
        if len(first) == 1 and not (_SHORTHAND.match(text, end) and (text[end] != " " or text[start].isupper())):
            return None
        written = found.group().lower()
        best: tuple[Label, int] | None = None
        for _ in range(LONGEST_LABEL):
            label = self.labels.get(words)
            if label is not None and written == words:
                best = (label, end)
            elif label is not None and label.kind in _MAY_BE_MISSPELLED and _NUMBER_AFTER.match(text, end):
                best = (label.but(misspelled=True), end)
            gap = _BETWEEN.match(text, end)
            found = WORD.match(text, gap.end()) if gap else None
            if found is None:
                break
            written = f"{written} {found.group().lower()}"
            words, end = f"{words} {self.spelled(found.group().lower())}", found.end()
        return best

    def label(self, text: str) -> Label | None:
        """Return the label that the whole text is, without a colon at its end."""
        bare = text.strip().rstrip(":.").rstrip()
        found = self.label_at(f"{bare}:0" if len(bare) == 1 else bare, 0) if bare else None
        return found[0] if found is not None and found[1] == len(bare) else None


SHORTEST_MISSPELLED = 4
"""Letters of a word that may be a label with one letter wrong."""
_SHORTEST_WITH_OTHER_LETTER = 7
"""Letters of a label that is still recognized if one of them is another: "Guild" is not Guile."""
_MAY_BE_MISSPELLED = ("value", "trait", "soak", "hardness", "health")
_NUMBER_AFTER = re.compile(r"[ \t]{0,3}(?:[:=/][ \t]{0,3})?(?:[-+]?\d|[●•])|/[a-z]{3}|:? \n", re.I)


_SHORTHAND = re.compile(r"(?:[:=]\s?)?\d{1,2}(?![^\W_])| \d{1,2}(?=\s*(?:[,;|/]|$|\n))")
"""What follows a label of a single letter: "E2 P4", "P 4, S 6"."""


def _without_one(word: str) -> list[str]:
    return [word[:n] + word[n + 1 :] for n in range(len(word))]


def _spelling(labels: Mapping[str, Label]) -> Callable[[str], str]:
    """Return the function that spells a word as labels have it, if one letter is left out, added or another, or two
    changed places."""
    words = frozenset(word for words in labels for word in words.split())
    shortened = {
        shorter: word
        for words, label in labels.items()
        if label.kind in _MAY_BE_MISSPELLED
        for word in words.split()
        if len(word) > SHORTEST_MISSPELLED
        for shorter in _without_one(word)
    }
    long = frozenset(shortened.values())

    @lru_cache(maxsize=4096)
    def spelled(word: str) -> str:
        if len(word) < SHORTEST_MISSPELLED or word in words:
            return word
        if word in shortened:
            return shortened[word]
        for shorter in _without_one(word):
            if shorter in long:
                return shorter
            found = shortened.get(shorter, "")
            if len(found) == len(word) and (sorted(found) == sorted(word) or len(word) >= _SHORTEST_WITH_OTHER_LETTER):
                return found
        return word

    return spelled


_GLUED = re.compile(r"\d{1,2}(?![^\W_])")
_ABBREVIATED = re.compile(r"[a-z]{2,4}")
_LETTERS_OF_A_WHOLE_LABEL = 5


def _abbreviations(labels: Mapping[str, Label]) -> Callable[[str], Label | None]:
    whole = {
        word: label
        for word, label in labels.items()
        if label.kind in ("value", "group") or label.key in ("essence", "willpower", "appearance")
        if " " not in word and (len(word) >= _LETTERS_OF_A_WHOLE_LABEL or word == "soak")
    }

    @lru_cache(maxsize=1024)
    def abbreviated(word: str) -> Label | None:
        if not _ABBREVIATED.fullmatch(word):
            return None
        letters = re.compile(f"{'.*'.join(word)}.*")
        found = {label for one, label in whole.items() if letters.fullmatch(one)}
        return next(iter(found)) if len(found) == 1 else None

    return abbreviated


_ATTRIBUTE_SHORT = {
    "strength": "str", "dexterity": "dex dext", "stamina": "sta stam", "charisma": "cha char chr",
    "manipulation": "man mani manip", "appearance": "app appear", "perception": "per perc", "intelligence": "int intel",
    "wits": "wit wts",
}  # fmt: skip
_ABILITY_SHORT = {
    "archery": "arch", "athletics": "ath athl", "awareness": "awa awr aware", "bureaucracy": "bur bureau",
    "integrity": "integ", "investigation": "inv invest", "larceny": "lar larc", "linguistics": "lin ling",
    "martial_arts": "ma", "medicine": "med", "occult": "occ", "performance": "perf perform", "presence": "pres",
    "resistance": "resist", "socialize": "soc socialise", "stealth": "ste", "survival": "sur surv", "thrown": "thr",
    "melee": "mel", "dodge": "dod", "brawl": "brl", "craft": "crafts crf",
}  # fmt: skip
_OTHER_SHORT = {
    "essence": "e,es,ess,essence rating,permanent essence,essence score",
    "willpower": "w,wp,will,wil,wpr,willpower rating,permanent willpower,temporary willpower",
    "personal_motes": "pm,personal,personal essence,personal pool,personal mote pool,personal mote,motes personal",
    "peripheral_motes": "peripheral,peripheral essence,peripheral pool,peripheral mote pool,peripheral mote,"
    "motes peripheral,periphery",
    "base_initiative": "base init",
    "str": "s,st,strength,stre", "agi": "a,ag,agility,dex,dexterity", "wit": "w,wi,wits,will",
    "armour": "armor,arm,ar,av", "health": "h,hp,hit points,hits,health points",
}  # fmt: skip
_VALUE_SHORT = {
    "join_battle": "jb,join,joins battle,joining battle,join battle pool,join battle dice,joinbattle,join combat,"
    "combat reaction",
    "parry": "p,parries,par,pa,pry,parry defense,parry defence,parry rating",
    "evasion": "ev,eva,evas,evade,evades,dodges,evasion rating,evasion defense,evasion defence,dodge defense,"
    "dodge defence",
    "resolve": "r,rs,rsv,res,reso,resolve rating",
    "guile": "g,gl,gu,gui,guile rating",
    "pdv": "parry dv,parry,parrying dv,dv parry",
    "ddv": "dodge dv,dodging dv,dv dodge,evasion",
    "block": "b,bl,blk,blocks,block rating",
    "defense": "defence",
    "health": "hp,health points,health track,health total",
}
_PRINTED_AS = {"pdv": "parry_dv", "ddv": "dodge_dv"}
"""The names that values of the rule data have in the result."""
_STATED = ("block", "evasion", "resolve", "defense", "parry", "soak", "hardness", "guile", "join_battle", "health")
_EXTRA_VALUES = {
    "speed_bonus": "speed bonus,mount speed bonus",
    "dodge_mdv": "mdv,dodge mdv,dodge mental dv,dmdv",
    "parry_mdv": "parry mdv,parry mental dv,pmdv",
    "structure": "structure,structure points",
}
_VIRTUES = ("compassion", "conviction", "temperance", "valor")

_SECTIONS = {
    "prose": """
        merits, merit, flaws, intimacies, intimacy, principles, ties, special abilities, special ability,
        special, specials, charms, spells, sorcery, evocations, qualities, mutations, anima, anima powers, anima
        effects, motivation, backgrounds, background, notes, note, other notes, description, tactics, strategy,
        equipment, gear, possessions, inventory, languages, language, caste, concept, appearance and
        personality, escort, drives, secrets, story hooks, plot hooks, powers, knacks, excellencies, other
        traits, other, comments, history, biography, storytelling, storyteller notes, quirks, abilities and
        powers, passive charms, active charms, offensive charms, defensive charms, mobility charms, social
        charms, miscellaneous charms, warfare charms, martial arts charms, shintai, gifts, limit break, limit
        trigger, ideal, tell, spirit shape, aspect, exalt type, associated abilities, habitat, cult, familiar,
        artifacts, rituals, shaping rituals, combos, thaumaturgy, colleges, arcanoi, passions, urge, goals,
        morale, loot, treasure, traits and quirks
    """,
    "pools": "actions,action,dice pools,pools,other pools,social actions,other actions,dice pool,rolls",
    "attacks": "attacks,weapons,weapon,combat attacks,weaponry,strikes,armaments,withering attacks,decisive attacks",
    "stats": """
        combat, combat traits, combat statistics, combat stats, stats, statistics, attributes, abilities,
        virtues, physical, social, mental, physical attributes, social attributes, mental attributes, traits,
        basics, defenses, defences, defense, defence, defense and health, battle group, advantages, general,
        dvs, static values,
        statics, core traits, vitals, skills, health and defense, essence pool, motes, mote pool, mote pools,
        essence pools, quick character, quick character traits, character traits, stat block, statblock,
        profile, key traits, soak and hardness, social combat
    """,
    "specialties": "specialties,specialities,specialty,speciality,specialisations,specializations",
}  # fmt: skip
_BELONGINGS = "equipment,gear,possessions,inventory,items,item,protection"
"""Headings that may have a shield or armor below them, in games where these are things."""
_NAMES = (
    "extras,extra,adversary,antagonist,name,character,character name,character sheet,npc,creature,monster,opponent,foe"
)
_TITLES = "stat block,statblock,quick character,profile,npc stats,character profile"
"""Headings of numbers that may be followed by a colon and a name."""
_GROUP = {
    "size": "size,sz,group size",
    "might": "might,mt,mgt,might rating",
    "magnitude": "magnitude,mag,magn",
    "drill": "drill,dr,drl,drill rating",
}
_GROUP_MARK = "bg,battle group,battlegroup,battle group traits,as a battle group"

_TICK_WORDS = {
    "soak": "soak,soaks,total soak,armored soak,armoured soak,natural soak",
    "hardness": "hardness,hard",
    "soak_bashing": "bashing soak,soak bashing,soak b,b soak",
    "soak_lethal": "lethal soak,soak lethal,soak l,l soak",
    "soak_aggravated": "aggravated soak,soak aggravated,soak a,a soak,agg soak",
}
_PROPERTIES = (
    "blast", "direct", "direct damage", "fire", "lightning", "heat", "cold", "grab", "loud", "piercing", "poison",
    "one shot", "one_shot", "one-shot", "reload", "fragile", "robust", "thrown", "reach", "two-handed", "two handed",
)  # fmt: skip


_OTHER_WORDS = """
    attack attacks damage minimum overwhelming withering decisive control grapple lethal bashing aggravated
    incapacitated incap movement combat command influence social senses threaten tracking disguise strength poison
    disease order dice intentions sorcery accuracy defense speed range short medium close levels
    actions average elite battle
"""
_LONG_WORD = 4


@lru_cache(maxsize=8)
def vocabulary_of(rules: Ruleset) -> Vocabulary:
    ticks = "pdv" in rules.values or rules.system == "ex2"
    rolled = "agi" in rules.traits or rules.system == "skirmish"
    groups = "group" in rules.combatant_fields
    labels: dict[str, Label] = {}
    _sections(labels)
    _put(labels, _NAMES, Label("name", ""))
    _put(labels, _TITLES, Label("section", "title"))
    if not rolled:
        _put(
            labels,
            "health levels,health level,health,hl,hls,hp,hit points,health track,wound levels,wound track",
            Label("health", ""),
        )
    _put(labels, "armor,armour", Label("armor", ""))
    if groups:
        for key, words in _GROUP.items():
            _put(labels, words, Label("group", key))
        _put(labels, _GROUP_MARK, Label("mark", ""))
        _put(labels, "perfect morale", Label("morale", "perfect_morale"))
        for drill in ("poor", "average", "elite"):
            _put(labels, f"{drill} drill", Label("drill", drill))
    _traits(labels, rules)
    for key, words in _EXTRA_VALUES.items():
        _put(labels, words, Label("value", key))
    for id, value in rules.values.items():
        key = _PRINTED_AS.get(id, id)
        if ticks and key.startswith("soak"):
            continue
        own = f"{id.replace('_', ' ')},{value.label},{value.short}"
        _put(labels, f"{own},{_VALUE_SHORT.get(id, '')}", Label("value", key))
    if ticks:
        for key, words in _TICK_WORDS.items():
            kind = key if key in ("soak", "hardness") else "value"
            _put(labels, words, Label(kind, key))
        _put(labels, "dv,dvs,defense value,defense values", Label("dv", ""))
        for virtue in _VIRTUES:
            labels.setdefault(virtue, Label("extra", virtue))
    elif not rolled and "soak" in rules.values:
        _put(labels, "s,sk,so,soaks,total soak,armored soak,armoured soak,soak rating", Label("value", "soak"))
        _put(labels, "natural soak,unarmored soak,unarmoured soak,base soak", Label("aside", "soak"))
        _put(labels, "h,hard,hd,hdn,hrd,hn,hardness rating", Label("value", "hardness"))
    if "peripheral_motes" in rules.traits:
        _put(labels, "motes,mote pool,mote pools,essence pool,essence pools,motes of essence", Label("motes", ""))
    items = _named(rules, "item")
    if items:
        _put(labels, _BELONGINGS, Label("section", "stats"))
    attributes = {id for id, trait in rules.traits.items() if trait.group == "attributes"} or {
        id for id in ("str", "agi", "wit") if id in rules.traits
    }
    weapon_fields = rules.fields.get("weapon", EMPTY)
    tags = _tags(rules)
    return Vocabulary(
        rules,
        labels,
        frozenset(attributes),
        _named(rules, "weapon"),
        _named(rules, "armor"),
        groups,
        rolled,
        ticks,
        _any_of(_PROPERTIES) if rolled else None,
        _any_of(tags),
        tags,
        "lethal" if "damage_type" in weapon_fields else "",
        () if rolled else tuple(id for id in _STATED if id in rules.traits),
        items,
        frozenset(words.split()[0] for words in labels),
        frozenset(word for words in (*labels, _OTHER_WORDS) for word in words.split() if len(word) >= _LONG_WORD),
        _spelling(labels),
        _abbreviations(labels),
    )


def _sections(labels: dict[str, Label]) -> None:
    for kind, words in _SECTIONS.items():
        _put(labels, words, Label("section", kind))


def _traits(labels: dict[str, Label], rules: Ruleset) -> None:
    short = {**_ATTRIBUTE_SHORT, **_ABILITY_SHORT}
    for id, trait in rules.traits.items():
        if id in rules.values:
            continue  # a sheet may give it, but a stat block prints the value
        words = [id.replace("_", " "), trait.label, *short.get(id, "").split(), *_OTHER_SHORT.get(id, "").split(",")]
        _put(labels, ",".join(words), Label("trait", id))


def _put(labels: dict[str, Label], words: str | Iterable[str], label: Label) -> None:
    """Record the meaning of several words, separated by commas. Fields of a sheet go before headings."""
    for one in words.split(",") if isinstance(words, str) else words:
        found = " ".join(WORD.findall(one.lower()))
        if found:
            labels[found] = label


_ROMAN = {"1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v"}


def _tags(rules: Ruleset) -> dict[str, str]:
    """Return the tags of weapons by their words ("accurate 2")."""
    field = rules.fields.get("weapon", EMPTY).get("tags")
    choices = field.choices if field is not None else ()
    words = {id.replace("_", " "): id for id in choices}
    for word, id in tuple(words.items()):
        first, _, number = word.rpartition(" ")
        if number in _ROMAN:
            words[f"{first} {_ROMAN[number]}"] = id
    return words


def _any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds any of several words, the longest first; None for none."""
    found = [re.escape(word).replace(r"\ ", "[ -]") for word in sorted(words, key=len, reverse=True)]
    return re.compile(rf"(?:{'|'.join(found)})(?![^\W_])", re.I) if found else None


def _named(rules: Ruleset, kind: str) -> dict[str, str]:
    """Return ids of a table by the names of its things, in lower case."""
    found: dict[str, str] = {}
    for id, item in rules.tables.get(kind, EMPTY).items():
        found.setdefault(id.replace("_", " ").lower(), id)
        name = item.name.lower()
        found.setdefault(name, id)
        american = name.replace("armour", "armor")
        for spelled in (american, american.replace("armor", "armour")):
            found.setdefault(spelled, id)
    return found
