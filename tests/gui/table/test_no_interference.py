"""The players' screen shows only what is public: battles that differ only in secrets give the same picture, pixel for
pixel, and a leak planted in the drawing is found. (`packaging/dev.py soak` tries many more.)"""

from __future__ import annotations

import pytest
from play.public.ambushes import ambush
from play.public.elsewhere import in_both_worlds, untried
from PySide6.QtGui import QColor, QPixmap
from systems.fights_ex2 import EX2
from systems.fights_ex3 import EX3
from systems.fights_reincarnated import REINCARNATED
from systems.fights_skirmish import SKIRMISH

from exgui.engine.record import Record, Table
from exgui.play.public import Known, PublicBattle, public
from exgui.play.public.records import PublicCombatant, PublicSettings, PublicZone

from .two_worlds import a_screen, differences, picture

STEPS = 6
ORDER = PublicSettings(foes_health="nothing", foes_initiative="order")


CASES = {
    "ex3 with bands": (EX3, PublicSettings(), "dark", 3),
    "ex2 in order": (EX2, ORDER, "light", 5),
    "reincarnated without dice": (REINCARNATED, PublicSettings(dice=False), "light", 2),
    "skirmish in numbers": (SKIRMISH, PublicSettings(foes_health="exact"), "dark", 7),
    "ex3 with names": (EX3, PublicSettings(foes_names="always", hidden="stay"), "dark", 5),
}


def test_every_value_of_every_setting_is_drawn():
    assert untried(shown for _game, shown, _look, _seed in CASES.values()) == set()


@pytest.mark.parametrize(("game", "shown", "look", "seed"), CASES.values(), ids=list(CASES))
def test_battles_differing_only_in_secrets_look_identical_in_every_pixel(qapp, game, shown, look, seed):
    assert list(differences(ambush(game, seed, STEPS), shown, seed, look)) == []


def _named_by_id(known: Known, battle: PublicBattle) -> PublicBattle:
    real = {public: id for id, public in known.ids.items()}
    return battle.but(
        combatants=Table(
            (id, one.but(name=real[id] if one.player else one.name)) for id, one in battle.combatants.items()
        )
    )


def _counted(known: Known, battle: PublicBattle) -> PublicBattle:
    return battle.but(caption=f"{battle.caption} {len(known.shown.combatants)}")


def _fitted_to_all(known: Known, battle: PublicBattle) -> PublicBattle:
    """As if the map had room for the zones that are not seen."""
    more = 7.0 * len(known.shown.zones)
    return battle.but(zones=Table((id, zone.but(height=zone.height + more)) for id, zone in battle.zones.items()))


@pytest.mark.parametrize("leak", [_named_by_id, _counted, _fitted_to_all])
def test_planted_leak_is_found_in_the_picture(qapp, leak):
    played = ambush(EX3, 3, STEPS)
    screens = a_screen(), a_screen()
    for both in in_both_worlds(played, ORDER, 3):
        one, other = (
            picture(screen, leak(known, public(played.system, known, ORDER)))
            for screen, known in zip(screens, both, strict=True)
        )
        if one != other:
            return
    pytest.fail("The leak is not seen.")


def test_planted_leak_in_the_drawing_is_found(qapp):
    """Who gives the portraits knows more than may be shown, and paints it."""
    played = ambush(EX3, 3, STEPS)
    changes: list[Known] = []

    def secret(_name: str) -> QPixmap:
        found = QPixmap(32, 32)
        found.fill(QColor.fromHsv(len(repr(changes[-1].shown.combatants)) % 360, 255, 255))
        return found

    for both in in_both_worlds(played, ORDER, 3):
        pictures = []
        for known in both:
            changes.append(known)
            seen = public(played.system, known, ORDER)
            faces = Table((id, one.but(portrait="face")) for id, one in seen.combatants.items())
            pictures.append(picture(a_screen(portraits=secret), seen.but(combatants=faces)))
        if pictures[0] != pictures[1]:
            return
    pytest.fail("The leak is not seen.")


def test_drawn_records_have_no_field_for_battle_ids(qapp):
    """The public ids are those of appearance: whoever draws by them draws the same in both worlds."""
    played = ambush(EX3, 3, STEPS)
    for here, _there in in_both_worlds(played, ORDER, 3):
        seen = public(played.system, here, ORDER)
        records: tuple[Record, ...] = (*seen.combatants.values(), *seen.zones.values())
        for one in records:
            assert isinstance(one, (PublicCombatant, PublicZone))
            assert one.id[0] in "cz"
            assert one.id[1:].isdigit()


def test_partial_repaint_equals_full_repaint(qapp, qtbot):
    screen = a_screen()
    qtbot.addWidget(screen)
    screen.show()
    played = ambush(EX3, 4, 12)
    for here, _there in in_both_worlds(played, PublicSettings(), 4):
        screen.show_battle(public(played.system, here, PublicSettings()))
        qapp.processEvents()
        parts = screen.screen().grabWindow(screen.winId()).toImage()
        whole = screen.grab().toImage().convertToFormat(parts.format())
        assert parts == whole
