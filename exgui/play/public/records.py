"""`PublicBattle`: a battle as the players may see it, in records that have room for nothing else, and as plain data."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import asdict

from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.system import Band
from exgui.engine.timeline import Axis, MarkState, Shade
from exgui.play.public.names import UNKNOWN


class PublicSettings(Record):
    """What the storyteller lets the players see of their foes, in the present and in later steps.

    Attributes:
        foes_health: in numbers; how badly they are hurt; or only whether they are out of the fight.
        foes_initiative: their places on the time line, or only the order in which they act.
        foes_names: known if they have been revealed, or always.
        dice: dice are shown as they fell.
        hidden: ask the storyteller before a hidden combatant is revealed by acting, or do not ask.
    """

    foes_health: Literal["exact", "bands", "nothing"] = "bands"
    foes_initiative: Literal["exact", "order"] = "exact"
    foes_names: Literal["known", "always"] = "known"
    dice: bool = True
    hidden: Literal["ask", "stay"] = "ask"

    @property
    def open(self) -> bool:
        """Return whether foes' numbers are no secret, so that sentences about them may hold any."""
        return self.foes_health == "exact" and self.foes_initiative == "exact"


class PublicState(Record):
    """A state of a combatant: an icon's name, its word, and a tone like that of a `Badge`."""

    icon: str
    text: str
    tone: str


class PublicCombatant(Record):
    """A combatant whom the players see.

    Attributes:
        id: their public id ("c3"), by order of appearance.
        name: "Unknown" if the players do not know it; equal names are numbered by order of appearance.
        side: public id of their side.
        own: their side has player characters.
        zone: public id of the zone they are in; None if that is not seen.
        portrait: public id of a picture ("p1"), "" for none or if the name is not known.
        health: the health they have left, out of how much ("5/7"); in words if only that may be seen, "" if nothing may
            be.
        band: how badly they are hurt; None if that may not be seen.
        place: their place on the time line; None if that may not be seen.
        state: as of a `Mark` on the time line.
        close: public ids of the combatants whom the players see at close range with them.
        figures: the number of figures on their token; more than 1 for a crowd.
        plural: their name takes a plural verb.
        breaks: the word for a crowd that breaks up, "" while it holds.
        way: the zone that they are moving into, how much of the way is covered, and how long the way is.
    """

    id: str
    name: str
    side: str
    own: bool
    player: bool
    kind: str
    zone: str | None
    portrait: str
    health: str
    band: Band | None
    place: int | None
    state: MarkState
    states: tuple[PublicState, ...]
    close: tuple[str, ...]
    figures: int
    breaks: str
    way: tuple[str, int, int] | None
    plural: bool = False

    @property
    def known(self) -> bool:
        return self.name != UNKNOWN


class PublicSide(Record):
    """A side with a combatant whom the players see.

    Attributes:
        id: its public id ("s2"), by order of appearance.
        name: "Unknown" while they know no one on it by name: the name of a side reveals who is on it.
    """

    id: str
    name: str


class PublicZone(Record):
    """A zone that the players see. Its fields are those of a `Zone`; the id is public ("z2")."""

    id: str
    name: str
    difficult: bool
    size: int
    hazard: str
    cover: Table[str, int]
    x: float
    y: float
    width: float
    height: float
    shape: str
    terrain: str


class PublicLink(Record):
    """A link that the players see, between two zones that they see. Its fields are those of a `Link`."""

    between: tuple[str, str]
    barrier: str
    difficulty: int
    name: str


class PublicPicture(Record):
    """The picture under the zones that the players see. Its fields are those of a `MapPicture`; the id is public
    ("p2")."""

    id: str
    x: float
    y: float
    width: float
    height: float
    dim: int


class PublicCompanion(Record):
    """A mount or similar companion that the players see. `carries` and `beside` are public ids of combatants, or ""."""

    id: str
    name: str
    icon: str
    zone: str | None
    carries: str
    beside: str


class PublicNotice(Record):
    """A timer or a hazard that was announced to the players.

    Attributes:
        kind: "timer" or "hazard".
        round, tick: the moment, if there is one.
        zone: public id of the zone that a hazard fills, None if that is not seen.
    """

    kind: str
    label: str
    round: int | None
    tick: int | None
    zone: str | None


class PublicRoll(Record):
    """Dice as they fell.

    Attributes:
        who: public id of the combatant who rolled.
        faces: None if only the result is known.
        score: what the dice were worth, before anything was added.
        scores: what each face is worth, beginning with the 1.
        passed: None for a roll that cannot fail, or is not decided yet.
    """

    who: str
    label: str
    faces: tuple[int, ...] | None
    score: int
    scores: tuple[int, ...]
    passed: bool | None = None


class PublicLine(Record):
    """What happened in one step, as far as the players may know: sentences in one line, and the dice.

    Attributes:
        result: the part of the text that the step itself caused, "" for none; the rest came as time moved on.
    """

    text: str
    rolls: tuple[PublicRoll, ...] = ()
    result: str = ""


class PublicBattle(Record):
    """A battle as the players may see it.

    Attributes:
        phase, round: as of a `Battle`.
        tick: what the clock shows; None if it would reveal the Initiative of a foe that may not be seen.
        axis, shaded: as of a `Timeline`.
        caption: the present moment in words, "" if the tick may not be seen.
        up: public ids of the visible combatants whose turn it is.
        asked: no one is up until the next combatant is named.
        choosing: public id of the side that names the next combatant, "" if the players see no one on it who can be
            named.
        chooser: public id of the one combatant who names the next, "" if a side does, or if the players do not see
            them.
        order: public ids of all combatants, next first.
        combatants, zones, companions: in the order of their appearance.
        sides: those of the combatants, in the order of their appearance.
        picture: what lies under the zones, None if nothing may be seen.
        log: what happened so far, oldest first.
    """

    phase: str
    round: int
    tick: int | None
    axis: Axis
    caption: str
    shaded: tuple[Shade, ...] = ()
    up: tuple[str, ...] = ()
    asked: bool = False
    choosing: str = ""
    chooser: str = ""
    order: tuple[str, ...] = ()
    combatants: Table[str, PublicCombatant] = EMPTY
    sides: Table[str, PublicSide] = EMPTY
    zones: Table[str, PublicZone] = EMPTY
    links: tuple[PublicLink, ...] = ()
    picture: PublicPicture | None = None
    companions: tuple[PublicCompanion, ...] = ()
    notices: tuple[PublicNotice, ...] = ()
    log: tuple[PublicLine, ...] = ()

    @property
    def active(self) -> str | None:
        """Return the public id of the visible combatant who acts at this moment, if any."""
        return self.up[0] if self.up else None

    @property
    def last(self) -> PublicLine | None:
        """Return the last step that had a result, with everything that came as time moved on after it, such as a new
        round."""
        number = next((at for at in range(len(self.log) - 1, -1, -1) if self.log[at].result), None)
        if number is None:
            return self.log[-1] if self.log else None
        since = self.log[number:]
        rolls = tuple(roll for line in since for roll in line.rolls)
        return PublicLine(" ".join(line.text for line in since if line.text), rolls, since[0].result)


def public_data(battle: PublicBattle) -> dict[str, Any]:
    """Return a battle as the players may see it, as dicts and lists: the clock, whose turn it is, the map, the log; and
    each combatant under their public id."""
    data: dict[str, Any] = {
        "round": battle.round,
        "tick": battle.tick,
        "over": battle.phase == "over",
        "active": battle.active,
        "up": list(battle.up),
        "asked": battle.asked,
        "choosing": battle.choosing,
        "chooser": battle.chooser,
        "order": list(battle.order),
        "caption": battle.caption,
        "sides": {id: side.name for id, side in battle.sides.items()},
        "zones": {id: _plain(zone) for id, zone in battle.zones.items()},
        "links": _plain(battle.links),
        "picture": _plain(battle.picture),
        "companions": _plain(battle.companions),
        "notices": _plain(battle.notices),
    }
    data.update((id, _plain(one)) for id, one in battle.combatants.items())
    data["log"] = _plain(battle.log)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return {name: _plain(item) for name, item in asdict(value).items()}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value
