"""Programs killed while a campaign is prepared: pictures, house rules, names, folders, and any field of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from exgui.campaign import schema
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.guard.open_records import ID_KEY
from exgui.campaign.summaries import Prepared
from exgui.rulebook.carried_rules import renamed
from exgui.rulebook.reader import load
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import own_folder
from tests.campaign.soak.killing import Say

MOST_PICTURES = 12
MOST_LISTED = 30
"""Sheets or encounters after which some are deleted again."""
Act = Callable[[], object]


def state_of(campaign: Campaign) -> int:
    """A fingerprint of everything in a campaign.

    Raises:
        AssertionError: a row in it is damaged, or a list cannot be read.
    """
    campaign.sheets(), campaign.encounters(), campaign.battles(), campaign.pictures.all()
    seals = []
    for table in schema.TABLES:
        for row, whole in campaign._file.sealed(table):
            assert whole, f"a row of {table} is damaged"
            if table != "meta" or row[0] != ID_KEY:
                seals.append((table, str(row[:2]), schema.seal(table, *row)))
    return crc32(repr(sorted(seals)).encode())


def house_rules() -> tuple[Ruleset, ...]:
    """House rules in several versions, for one campaign."""
    folder = own_folder() / "coast"
    if not folder.exists():
        folder.mkdir(parents=True)
        text = 'extends = "ex3"\nname = "Coast rules"\n[options]\nlate_join_bonus.default = 1\n'
        (folder / "ruleset.toml").write_text(text, "utf-8")
    rules = load("coast")
    return tuple(renamed(rules, "coast_2", name) for name in ("Coast rules (2)", "Coast rules (two)"))


def some_act(campaign: Campaign, rng: Random, rules: tuple[Ruleset, ...]) -> Act:
    """An act of preparation, with all its random choices already made."""
    sheets, encounters = ([one.id for one in listed] for listed in (campaign.sheets(), campaign.encounters()))
    pictures = [one.id for one in campaign.pictures.all()]
    sheet, encounter = rng.choice(sheets), rng.choice(encounters)
    name = f"{rng.choice(('Old mill', 'Größe', '日本', 'x' * 200))} {rng.randrange(1000)}"
    places: tuple[tuple[Prepared, str], ...] = (("sheets", sheet), ("encounters", encounter))
    table, folder = rng.choice(places), rng.choice(("Town", "Sea", "Hills"))
    other, content, chance = rng.choice(("Town", "Marsh")), rng.randbytes(rng.randint(1, 60_000)), rng.random()
    changed = _changed(campaign.sheet(sheet), rng)
    ruleset = campaign.ruleset_of_sheet(sheet)
    put = campaign.put_sheet
    acts: list[Act] = [
        lambda: _then(campaign.notes.write(name), campaign.notes.text() == name),
        lambda: _then(campaign.rename_sheet(sheet, name), campaign.sheet(sheet)["name"] == name),
        lambda: _then(campaign.rename_encounter(encounter, name), campaign.encounter(encounter)["title"] == name),
        lambda: _then(campaign.set_player(sheet, chance < 0.5), campaign.sheet(sheet)["player"] == (chance < 0.5)),
        lambda: _then(campaign.folders.make(table[0], folder), folder in campaign.folders.all(table[0])),
        lambda: campaign.folders.put(*table, folder if chance < 0.8 else ""),
        lambda: campaign.folders.rename(table[0], folder, other),
        lambda: _then(campaign.folders.delete(table[0], folder), folder not in campaign.folders.all(table[0])),
        lambda: campaign.house_rules.take_from_elsewhere("coast_2", rules[chance < 0.5]),
        lambda: put({**campaign.sheet(sheet), "name": name}, "coast", sheet),
        *[lambda: _then(put(changed, ruleset, sheet), campaign.sheet(sheet) == changed)] * 6,
    ]
    if len(pictures) < MOST_PICTURES:
        acts += [lambda: campaign.pictures.content(campaign.pictures.put(content, name, "image/png"))] * 3
    else:
        acts.append(lambda: campaign.pictures.delete_unused(pictures[0]))
    for kind, ids in (("sheets", sheets), ("encounters", encounters)):
        if len(ids) < MOST_LISTED:
            acts.append(lambda kind=kind, ids=ids: campaign.duplicate(kind, ids[0]))  # type: ignore[misc]
        else:
            acts += [lambda kind=kind, ids=ids: campaign.take_out(kind, ids[-1])] * 9  # type: ignore[misc]
    if battles := campaign.battles():
        acts.append(lambda: campaign.rename_battle(battles[-1].id, name))
    return rng.choice(acts)


def _then(_done: object, is_there: bool) -> None:
    """Check that the last act is visible in the campaign."""
    assert is_there, "what was saved reads as if it had not been"


def _changed(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A sheet with one field changed at random."""
    leaves: list[tuple[Any, Any]] = []

    def look(one: Any) -> None:
        for key, value in one.items() if isinstance(one, dict) else enumerate(one):
            if isinstance(value, (dict, list)):
                look(value)
            else:
                leaves.append((one, key))

    copy = _copy(data)
    look(copy)
    place, key = rng.choice(leaves)
    old = place[key]
    if isinstance(old, bool):
        place[key] = not old
    elif isinstance(old, (int, float)):
        place[key] = rng.randint(0, 9)
    else:
        place[key] = f"{str(old)[:40]} {rng.randrange(100)}"
    return copy


def _copy(one: Any) -> Any:
    if isinstance(one, dict):
        return {key: _copy(value) for key, value in one.items()}
    return [_copy(value) for value in one] if isinstance(one, list) else one


def prepare_on(path: Path, seed: int, say: Say) -> None:
    """Does one act after the other. Each is done to a second campaign first, so that what is to become of the one that
    counts is known before it begins."""
    rules = house_rules()
    twin_path = path.with_name("twin.exgui")
    for left in path.parent.glob("*twin.exgui*"):
        left.unlink()
    with Campaign.open(path) as campaign, Campaign.open(campaign.save_copy(twin_path)) as twin:
        twin._file.connection.execute("PRAGMA synchronous = OFF")
        now = state_of(campaign)
        assert state_of(twin) == now, "the copy is another campaign"
        say({"is": now, "becomes": now})
        number = 0
        while True:
            number += 1
            try:
                some_act(twin, Random(f"{seed} {number}"), rules)()
            except CampaignError as error:
                if error.kind != "invalid":
                    raise
            after = state_of(twin)
            say({"is": now, "becomes": after})
            try:
                some_act(campaign, Random(f"{seed} {number}"), rules)()
            except CampaignError as error:
                if after != now or error.kind != "invalid":
                    raise
            now = after
            say({"is": now, "becomes": now})


def look_at_prepared(path: Path, last: dict[str, Any]) -> bool:
    """Check that everything acknowledged is there; return whether the unfinished act is there too."""
    with Campaign.open(path) as campaign:
        found = state_of(campaign)
    assert found in (last["is"], last["becomes"]), "the campaign is not the acknowledged one"
    return bool(found != last["is"])
