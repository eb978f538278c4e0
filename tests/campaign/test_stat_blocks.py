"""Characters are imported into a campaign from stat blocks, and fight there."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.exchange import import_text

GUARD = """Gate Guard
Essence: 1; Willpower: 3; Join Battle: 6 dice
Attack (Spear): 9 dice (Damage 12L/Overwhelming 1)
Evasion 2, Parry 4
Soak/Hardness: 5/0
Owes the miller money.
"""
EX2 = """Recruit
Join Battle 3
Dodge DV 2, Parry DV 3
Attack (Spear): Speed 5, Accuracy 6, Damage 7L, Rate 2
"""
FIGHT = """format = "exgui-scenario/1"
title = "At the gate"
ruleset = "ex3"
[[zone]]
id = "gate"
[[combatant]]
id = "one"
sheet = "{sheet}"
side = "watch"
zone = "gate"
[[combatant]]
id = "two"
sheet = "harbour_cutthroat"
zone = "gate"
"""


@pytest.fixture
def new(tmp_path: Path):
    campaign = Campaign.create(tmp_path / "new.exgui")
    yield campaign
    campaign.close()


def written(folder: Path, text: str, name: str = "block.txt") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_imported_quick_character_has_its_numbers_in_battle(new: Campaign, tmp_path: Path) -> None:
    imported = import_text(new, written(tmp_path, GUARD))
    assert imported.encounter == ""
    assert imported.sheets == "Gate Guard (quick character). 5 lines were understood; 1 kept in the notes."
    (listed,) = new.sheets()
    assert listed.ruleset == "ex3"
    assert "Owes the miller money." in new.sheet(listed.id)["notes"]
    encounter = import_text(new, written(tmp_path, FIGHT.format(sheet=listed.id), "gate.toml")).encounter
    play = new.begin_battle(encounter)
    numbers = {name: play.system.number(play.battle, "one", name).total for name in ("parry", "evasion", "soak")}
    assert numbers == {"parry": 4, "evasion": 2, "soak": 5}
    assert play.system.number(play.battle, "two", "evasion").total == 4  # the ready-made one, as printed


def test_ruleset_that_understands_most_is_chosen(new: Campaign, tmp_path: Path) -> None:
    import_text(new, written(tmp_path, EX2))
    (listed,) = new.sheets()
    assert listed.ruleset == "ex2"
    assert new.sheet(listed.id)["printed"]["pdv"] == 3


def test_text_that_fits_both_editions_is_read_by_the_third(new: Campaign, tmp_path: Path) -> None:
    import_text(new, written(tmp_path, "Heron\nStrength 3, Dexterity 4, Stamina 3, Melee 4, Dodge 3, Willpower 6"))
    assert [sheet.ruleset for sheet in new.sheets()] == ["ex3"]


def test_a_campaign_stays_with_its_own_game(new: Campaign, tmp_path: Path) -> None:
    new.put_sheet({"name": "Volfer", "traits": {"melee": 4}}, "ex3")
    import_text(new, written(tmp_path, EX2))
    assert {one.ruleset for one in new.sheets()} == {"ex3"}


def test_several_stat_blocks_are_imported_together(new: Campaign, tmp_path: Path) -> None:
    import_text(new, written(tmp_path, f"{GUARD}\n\n{GUARD.replace('Gate Guard', 'Wall Guard')}"))
    assert [one.name for one in new.sheets()] == ["Gate Guard", "Wall Guard"]


@pytest.mark.parametrize("text", ["Dear diary, today nothing happened.", "   \n", ""])
def test_text_without_a_character_is_refused_and_changes_nothing(new: Campaign, tmp_path: Path, text: str) -> None:
    with pytest.raises(CampaignError, match="nothing in it looks like a character"):
        import_text(new, written(tmp_path, text))
    assert new.sheets() == ()


def test_toml_with_an_error_is_not_a_stat_block(new: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CampaignError, match="not valid TOML"):
        import_text(new, written(tmp_path, GUARD, "guard.toml"))
    with pytest.raises(CampaignError):
        import_text(new, written(tmp_path, 'format = "exgui-sheet/1"\nruleset = "ex3"\n[[combatant]\n'))
    assert new.sheets() == ()
