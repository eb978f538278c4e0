"""What simulated fights come to, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exgui.engine.battle import Battle
from exgui.engine.counted import counted
from exgui.gui.widgets.finder import Pick
from exgui.simulate.policies import POLICIES, PROTECT, RANDOM
from exgui.simulate.results import NOBODY, Tally, length, never_ends

HARDNESS = (
    (0.97, "Trivial"),
    (0.88, "Easy"),
    (0.70, "Fair"),
    (0.45, "Hard"),
    (0.20, "Very hard"),
    (0.0, "Deadly"),
)
"""What a fight is called, by the least share of fights that the party wins."""
HOW_OFTEN = (
    (0.9, "in almost every fight"),
    (0.6, "in most fights"),
    (0.42, "in half of the fights"),
    (0.29, "in one fight in three"),
    (0.22, "in one fight in four"),
    (0.17, "in one fight in five"),
    (0.07, "in one fight in ten"),
)
SELDOM = 0.03
"""Below this share of fights, someone hardly ever falls."""
FEW = 5
"""Below this number of fights, it is not said how hard they are: one of hundreds of combatants takes many seconds."""
EVEN = 0.15
"""A share of fights this near to one half is even."""
MOST_PRINTED = 12
"""The combatants of whom the printed page says how often they fall."""
ENDLESS = 0.02
"""From this share of fights that do not end on, the sentence says so."""


def side_name(battle: Battle, side: str) -> str:
    """Return "the party" for the players' side, else the side's name."""
    if any(one.player and one.side == side for one in battle.combatants.values()):
        return "the party"
    return side[:1].upper() + side[1:]


def how_side_fights(battle: Battle, side: str) -> str:
    name = side_name(battle, side)
    return f"How {name} fights" if name == "the party" else f"How {name} fight"


def hardness(battle: Battle, tally: Tally) -> str:
    """Return what a fight is called: no easier than the falls of the party allow, however often it wins."""
    own = _those_in_question(battle, tally)
    falls = max((tally.falls(id) for id in own), default=0.0)
    share = min(tally.share(tally.sides[0]), 1 - falls / 2)
    return next(word for least, word in HARDNESS if share >= least)


def _those_in_question(battle: Battle, tally: Tally) -> list[str]:
    """Return ids of the first side; in a battle under way, leave out the fallen."""
    own = [id for id in tally.people if battle.combatants[id].side == tally.sides[0]]
    if battle.phase == "prepared":
        return own
    return [id for id in own if tally.falls(id) < 1] or own


def verdict(battle: Battle, tally: Tally) -> str:
    """Return the one sentence: "Hard: the party wins 58 of 100; Tam falls in one fight in three."."""
    if not tally.fights:
        return ""
    if endless := never_ends(tally, battle):
        return endless
    first = tally.sides[0]
    name = side_name(battle, first)
    one = name == "the party" or not name.endswith("s")
    if tally.fights < FEW:
        return f"So far {name} {'has' if one else 'have'} won {tally.won[first]} of {counted(tally.fights, 'fight')}."
    wins = "wins" if one else "win"
    parts = [f"{hardness(battle, tally)}: {name} {wins} {round(100 * tally.share(first))} of 100"]
    own = _those_in_question(battle, tally)
    if own:
        worst = max(own, key=tally.falls)
        share = tally.falls(worst)
        often = next((words for least, words in HOW_OFTEN if share >= least), "now and then")
        whom = battle.combatants[worst].name
        parts.append(f"{whom} falls {often}" if share >= SELDOM else f"{whom} hardly ever falls")
    if tally.endless >= ENDLESS * tally.fights:
        parts.append(f"{percent(tally.endless / tally.fights)} never end")
    return f"{'; '.join(parts)}."


def percent(share: float) -> str:
    return f"{round(100 * share)}%"


def interval(tally: Tally, side: str) -> str:
    """Return a side's share with its 95 % interval: "58% (53 to 63%)"."""
    low, high = tally.interval(side)
    return f"{percent(tally.share(side))} ({round(100 * low)} to {percent(high)})"


def shares(battle: Battle, tally: Tally) -> str:
    words = [f"{_upper(side_name(battle, side))} {interval(tally, side)}" for side in tally.sides]
    if tally.won[NOBODY]:
        words.append(f"no one {percent(tally.share(NOBODY))}")
    return ", ".join(words)


def printed(battle: Battle, tally: Tally) -> str:
    """Return what fights come to as a paragraph: the sentence, who wins how often, and how often each of the first side
    falls."""
    if not tally.fights:
        return ""
    own = [id for id in tally.people if battle.combatants[id].side == tally.sides[0]]
    falls = "; ".join(
        f"{battle.combatants[id].name} falls in {percent(tally.falls(id))}, "
        f"{tally.mean_left(id, 'health'):.1f} health left"
        for id in own[:MOST_PRINTED]
    )
    fought = f"{length(tally, battle)}, {counted(tally.fights, 'fight')}"
    return f"{verdict(battle, tally)} {shares(battle, tally)}; {fought}. {falls}."


def even(counts: Mapping[int, float], name: str) -> str:
    """Return the count at which a fight is nearest to even: "Even with 6: the party wins 52%".

    Args:
        counts: by how many of them there are, the share of fights that the party wins.
    """
    if not counts:
        return ""
    count = min(counts, key=lambda one: (abs(counts[one] - 0.5), one))
    if abs(counts[count] - 0.5) <= EVEN:
        return f"Even with {count} × {name}: the party wins {percent(counts[count])}"
    won = max((one for one, share in counts.items() if share > 0.5), default=0)
    lost = min((one for one, share in counts.items() if share < 0.5), default=0)
    if not lost:
        return f"Not even with {won} × {name}: the party still wins {percent(counts[won])}"
    if not won:
        return f"Even {lost} × {name} is too much: the party wins {percent(counts[lost])}"
    shares = f"{percent(counts[won])} and {percent(counts[lost])}"
    return f"Between {won} and {lost} × {name}: the party wins {shares}"


def policy_picks(wards: Sequence[tuple[str, str]] = ()) -> list[Pick]:
    """Return the policies to choose from.

    Args:
        wards: combatants who can be protected, by id and name.
    """
    found = [Pick(one.id, one.label, one.help) for one in POLICIES.values() if one not in (PROTECT, RANDOM)]
    return [*found, *(Pick(f"{PROTECT.id} {id}", f"Protect {name}", PROTECT.help) for id, name in wards)]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
