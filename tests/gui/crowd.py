"""A crowded evening of the real game: twelve combatants with long names and many states, six of them in one close
group."""

from __future__ import annotations

from pathlib import Path

from exgui.campaign.campaign import Campaign
from exgui.campaign.exchange import load_text, read_encounter

TITLE = "The Siege of the Thousand-Lantern Teahouse by the River of Tears"
_NAMES = (
    ("volfer", "heroes", "courtyard", "Volfer, Whose Shadow Walks Before Him", 14),
    ("ilsa", "heroes", "courtyard", "Ilsa of the Reeds", 11),
    ("tam", "heroes", "garden", "Quick Tam", 9),
    ("sapphire", "heroes", "teahouse", "Sapphire-Winged Messenger of the Third Dawn", 7),
    ("vey", "foes", "teahouse", "Mistress Vey", 11),
    ("guard_1", "foes", "courtyard", "Veteran guard of the Satrapy 1", 11),
    ("guard_2", "foes", "courtyard", "Veteran guard of the Satrapy 2", 6),
    ("guard_3", "foes", "courtyard", "Veteran guard of the Satrapy 3", 6),
    ("bandit_11", "foes", "courtyard", "Bandit 11", 6),
    ("bandit_12", "foes", "grove", "Bandit 12", -3),
    ("archer", "foes", "bridge", "Archer Behind-the-Willow", 6),
    ("lizard", "foes", "road", "Tyrant lizard", 3),
)
_MORE = {
    "ilsa": {"onslaught": 2, "prone": True},
    "guard_1": {"onslaught": 3, "prone": True},
    "archer": {"prone": True, "onslaught": 1},
    "lizard": {"waiting": True},
}
CLOSE = ("volfer", "ilsa", "guard_1", "guard_2", "guard_3", "bandit_11")


def crowd_text() -> str:
    """The encounter as its file would have it."""
    zones = (
        ("garden", "Tea garden of quiet contemplation", 20, 20, 260, 190, ""),
        ("teahouse", "Lantern Teahouse", 350, 10, 300, 210, "cover = { light = 1, heavy = 3 }"),
        ("bridge", "Moon bridge", 725, 30, 230, 180, ""),
        ("road", "Old road", 10, 295, 270, 185, ""),
        ("courtyard", "Courtyard", 345, 285, 290, 215, ""),
        ("grove", "Bamboo grove", 705, 280, 265, 220, "difficult = true"),
    )
    links = (
        ("garden", "teahouse"),
        ("teahouse", "bridge"),
        ("garden", "road"),
        ("teahouse", "courtyard"),
        ("bridge", "grove"),
        ("road", "courtyard"),
        ("courtyard", "grove"),
    )
    out = ['format = "exgui-scenario/1"', f'title = "{TITLE}"', 'ruleset = "ex3"', "seed = 5"]
    for id, name, x, y, width, height, more in zones:
        out += ["[[zone]]", f'id = "{id}"', f'name = "{name}"', f"x = {x}", f"y = {y}"]
        out += [f"width = {width}", f"height = {height}", more]
    for a, b in links:
        out += ["[[link]]", f'between = ["{a}", "{b}"]']
    for id, side, zone, name, speed in _NAMES:
        state = {"initiative": speed, **_MORE.get(id, {})}
        if "waiting" in state:
            del state["initiative"]
        fields = ", ".join(f"{key} = {_toml(value)}" for key, value in state.items())
        out += ["[[combatant]]", f'id = "{id}"', f'name = "{name}"', f'side = "{side}"', f'zone = "{zone}"']
        out += [f"player = {_toml(side == 'heroes')}", 'weapons = ["straight_sword"]', 'armor = "buff_jacket"']
        out += ["traits = { dexterity = 4, melee = 4, dodge = 3, stamina = 3, strength = 3, wits = 3 }"]
        out += [f"state = {{ {fields} }}"]
    out += ["[[close]]", f"members = [{', '.join(repr(id) for id in CLOSE)}]"]
    return "\n".join(out)


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, (bool, int)) else f'"{value}"'


def crowd_campaign(path: Path) -> None:
    """Writes a campaign with that encounter."""
    text = path.with_suffix(".toml")
    text.write_text(crowd_text(), encoding="utf-8")
    with Campaign.create(path, "The Third Dawn and Other Stories of the Scavenger Lands") as campaign:
        campaign.put_encounter(read_encounter(load_text(text), text), "crowd")
