"""Values remembered by sheet (`sheet_values`) are kept for as long as the sheet is the same."""

from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table
from exgui.systems.common.sheet_values import MOST_REMEMBERED, of_sheet

BATTLE = Battle(options=Table(halves="up"))
ANNA = Combatant("anna", "Anna", "a", traits=Table(dexterity=4))


def counted():
    asked = []

    @of_sheet
    def doubled(battle, one, name):
        asked.append(name)
        return 2 * one.traits[name] + (battle.options["halves"] == "up")

    return doubled, asked


def test_unchanged_sheet_is_not_recalculated():
    doubled, asked = counted()
    wounded = ANNA.but(tracks=Table(initiative=3))
    assert doubled(BATTLE, ANNA, "dexterity") == 2 * 4 + 1
    assert doubled(BATTLE.but(round=2), wounded, "dexterity") == 2 * 4 + 1
    assert asked == ["dexterity"]


def test_another_trait_option_or_argument_counts():
    doubled, asked = counted()
    doubled(BATTLE, ANNA, "dexterity")
    trained = ANNA.but(traits=Table(dexterity=5, melee=1))
    assert doubled(BATTLE, trained, "dexterity") == 2 * 5 + 1
    assert doubled(BATTLE, trained, "melee") == 2 * 1 + 1
    assert doubled(BATTLE.but(options=Table(halves="down")), trained, "melee") == 2
    assert asked == ["dexterity", "dexterity", "melee", "melee"]


def test_more_sheets_than_the_cache_are_distinguished():
    doubled, _ = counted()
    for number in range(2 * MOST_REMEMBERED + 1):
        passing = ANNA.but(traits=Table(dexterity=number))
        assert doubled(BATTLE, passing, "dexterity") == 2 * number + 1


def test_sheets_with_equal_traits_and_gear_are_distinguished():
    @of_sheet
    def number(battle, one, more):
        hands, words = len(one.ready), len(one.specialties.get("melee", ()))
        return 1000 * battle.options["high"] + 100 * (battle.rules or 0) + 10 * hands + words + more

    low, high = Battle(options=Table(high=1)), Battle(options=Table(high=2), rules=3)
    armed = ANNA.but(ready=("sword",))
    skilled = armed.but(specialties=Table(melee=("swords",)))
    for _ in range(2):
        assert [number(low, one, 0) for one in (ANNA, armed, skilled)] == [1000, 1010, 1011]
        assert [number(high, one, 5) for one in (skilled, ANNA, armed)] == [2316, 2305, 2315]
