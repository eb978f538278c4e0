"""Sheets, encounters and battles as text to share: a battle as a scenario, an encounter as a scenario without steps,
a sheet as a scenario with one combatant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from exgui.campaign import stat_blocks, stored_text
from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError, explained
from exgui.campaign.guard.open_in_process import read_other_file
from exgui.campaign.rulesets import RulesetMissing, choices, find
from exgui.campaign.whole_entries import ListName, TakenOut
from exgui.engine.record import Record
from exgui.rulebook.carried_rules import carried_rules, carried_text, renamed
from exgui.rulebook.differences import same_rules
from exgui.rulebook.encounter_shape import HOUSE_RULES, MOST_COMBATANTS, RULESET
from exgui.rulebook.reader import RulesetError
from exgui.rulebook.rules import Opponent, Ruleset
from exgui.rulebook.shelf import is_id, own_folder
from exgui.rulebook.toml_writing import write_toml
from exgui.rulebook.unknown_words import words
from exgui.rulebook.validation import Place, Problem, Problems, SetupError, each, table
from exgui.scenario.export import export
from exgui.scenario.reader import FORMAT as SCENARIO_FORMAT
from exgui.scenario.reader import check_format
from exgui.scenario.source import LARGEST_FILE, Malformed, Source, parse
from exgui.sheets.stat_block.foundry_export import foundry_text
from exgui.sheets.stat_block.own_export import is_own_export

SHEET_FORMAT = "exgui-sheet/1"
NOT_IN_AN_ENCOUNTER = ("format", "rules", "seed", "step", HOUSE_RULES)
"""Keys at the top of a scenario that are not about its set-up."""
_MOST_NAMED = 12
"""The most names in the message about an import."""
NOT_IN_A_SHEET = ("id", "zone", "sheet", "arrives", "copied")
"""Keys of a combatant that are about its battle, not about the character."""


def sheet_text(data: dict[str, Any], ruleset: str) -> str:
    """Return a sheet as TOML, with its house rules."""
    named, carried = _rules_to_carry(ruleset)
    return write_toml({"format": SHEET_FORMAT, "ruleset": named, "combatant": [data], **carried})


def encounter_text(data: dict[str, Any]) -> str:
    """Return an encounter as TOML: a scenario without steps, with the house rules it names."""
    named, carried = _rules_to_carry(str(data["ruleset"]))
    first = {key: data[key] for key in ("title", "ruleset") if key in data}
    return write_toml({"format": SCENARIO_FORMAT} | first | data | {"ruleset": named, **carried})


def _rules_to_carry(ruleset: str) -> tuple[str, dict[str, Any]]:
    """Return how a text names a ruleset, and its table of house rules; the table is empty for a ruleset of the app,
    or an unknown one.
    """
    try:
        rules = find(ruleset)
    except RulesetMissing:
        return ruleset, {}
    carried = carried_text(rules)
    return (rules.id, {HOUSE_RULES: carried}) if carried else (ruleset, {})


def read_sheets(text: str, where: Path | str) -> tuple[str, list[dict[str, Any]]]:
    """Return the ruleset and the sheets in a text: an exported sheet, or the combatants of a scenario.

    Raises:
        CampaignError: it is neither; `where` is the file named in the message.
    """
    source, format = _parse(text, where, SHEET_FORMAT, SCENARIO_FORMAT)
    root, problems = Place(), Problems()
    sheets: list[dict[str, Any]] = []
    ruleset = problems.read("", RULESET.value, source.data, "ruleset", root)
    with problems:
        for one, at in each(source.data.get("combatant", ()), root.key("combatant"), MOST_COMBATANTS):
            with problems:
                sheets.append(stored_text.check_sheet(_bare_sheet(table(one, at), format), at))
    with problems:
        if not sheets and not problems:
            root.key("combatant").refuse("there is none: a sheet is written under [[combatant]]")
    _raise_any(problems, source, where)
    return ruleset, sheets


def _bare_sheet(one: Mapping[str, Any], format: str) -> dict[str, Any]:
    """Return a combatant without the keys that only its battle needs."""
    bare = {key: value for key, value in one.items() if format == SHEET_FORMAT or key not in NOT_IN_A_SHEET}
    bare.setdefault("name", words(str(one.get("id", ""))))
    return bare


def read_encounter(text: str, where: Path | str) -> dict[str, Any]:
    """Return the encounter in a text: the set-up of a scenario.

    Raises:
        CampaignError: the text is not an encounter.
    """
    source, _ = _parse(text, where, SCENARIO_FORMAT)
    problems = Problems()
    setup = {key: value for key, value in source.data.items() if key not in NOT_IN_AN_ENCOUNTER}
    encounter = problems.read({}, stored_text.check_encounter, setup)
    _raise_any(problems, source, where)
    return encounter


def export_sheet(campaign: Campaign, id: str, path: Path | str) -> None:
    """Write a sheet to a new file, as a Foundry actor if its name ends in .json, else as text; an existing file is
    never overwritten.
    """
    sheet, ruleset = campaign.sheet(id), campaign.ruleset_of_sheet(id)
    if Path(path).suffix.lower() != ".json":
        _write_new_file(sheet_text(sheet, ruleset), path)
        return
    try:
        _write_new_file(foundry_text(sheet, ruleset, find(ruleset)), path)
    except RulesetMissing as error:
        raise CampaignError(path, f"{error}.", "missing") from None


def export_encounter(campaign: Campaign, id: str, path: Path | str) -> None:
    """Write an encounter to a new text file, with the sheets of everyone in it; an existing file is never
    overwritten."""
    encounter = campaign.encounter(id)
    _write_new_file(encounter_text(_with_sheets_inside(campaign, encounter)), path)


def _with_sheets_inside(campaign: Campaign, encounter: dict[str, Any]) -> dict[str, Any]:
    """Return an encounter with the contents of all sheets that its combatants name, if they exist."""
    try:
        opponents: Mapping[str, Opponent] = find(str(encounter["ruleset"])).opponents
    except RulesetMissing:
        opponents = {}
    people = []
    for one in encounter.get("combatant", []):
        try:
            people.append(_with_its_sheet(campaign, opponents, one, campaign.path))
        except CampaignError:
            people.append(one)
    return {**encounter, "combatant": people} if people else encounter


def export_battle(campaign: Campaign, id: int, path: Path | str) -> None:
    """Write a battle to a new text file, as a scenario with every finished step; an existing file is never
    overwritten.
    """
    play = campaign.look_at(id)
    _write_new_file(export(play, ruleset=str(campaign.prepared(id).get("ruleset", ""))), path)


def import_sheets(campaign: Campaign, path: Path | str) -> tuple[str, ...]:
    text = load_text(path)
    ruleset, sheets = read_sheets(text, path)
    rules = _rules_in(text, path, ruleset)
    with campaign.together():
        ruleset = _bring(campaign, rules, ruleset)
        return tuple(campaign.put_sheet(sheet, ruleset) for sheet in sheets)


def import_encounter(campaign: Campaign, path: Path | str) -> str:
    """Import the encounter of a text file into the campaign. Return its id.

    A combatant without traits that names a `sheet` takes its missing fields from that sheet of the campaign, or from
    the ready-made opponent of that id.

    Raises:
        CampaignError: it is not an encounter, or there is no such sheet.
    """
    text = load_text(path)
    encounter = read_encounter(text, path)
    found = with_its_sheets(campaign, FileContents(encounter, rules=_rules_in(text, path, encounter["ruleset"])), path)
    return put_all(campaign, (found,)).encounter


def _rules_in(text: str, path: Path | str, ruleset: str) -> Ruleset | None:
    """Return the house rules in a text; None if it has none and its ruleset is known.

    Raises:
        CampaignError: they are wrong, or the text names house rules that are neither in it nor known.
    """
    try:
        rules = carried_rules(parse(text, str(path)).data)
    except RulesetError as error:
        raise CampaignError(path, f"the house rules in it cannot be used: {error}.") from None
    if rules is not None:
        return rules
    try:
        find(ruleset)
    except RulesetMissing as error:
        name = Path(ruleset).name
        where = f"Put the folder {name} into {own_folder()}, and import it again" if is_id(name) else "Fix that"
        raise CampaignError(path, f"{error}. {where}.", "missing") from None
    return None


def _bring(campaign: Campaign, rules: Ruleset | None, ruleset: str) -> str:
    """Keep house rules from a text in the campaign, unless it has them already. Return their name in the campaign:
    their id, with a number if that id already means something else.
    """
    if rules is None:
        return ruleset
    taken = {one.where for one in choices()}
    for id in (rules.id, *(f"{rules.id}_{n}" for n in range(2, 100))):
        if id not in taken:
            called = rules if id == rules.id else renamed(rules, id, f"{rules.name} ({id.rpartition('_')[2]})")
            campaign.house_rules.take_from_elsewhere(id, called)
            return id
        with suppress(RulesetMissing):
            if same_rules(find(id), rules):
                return id
    return ruleset


class FileContents(Record):
    """The contents of a text file, read and checked.

    Attributes:
        encounter: an encounter; None for none.
        sheets: sheets, each with its ruleset.
        rules: the house rules in the file; None for none.
        picture: the picture under the encounter's map: its bytes, its name and its kind; None for none.
        understood: what was understood of stat blocks; "" if there were none.
    """

    encounter: Mapping[str, Any] | None = None
    sheets: tuple[tuple[Mapping[str, Any], str], ...] = ()
    understood: str = ""
    rules: Ruleset | None = None
    picture: tuple[bytes, str, str] | None = None

    def named_alike(self, campaign: Campaign) -> tuple[tuple[ListName, str, str], ...]:
        """Return the campaign's entries that have the same name as an entry here: in which list, its id and its
        name.
        """
        found: list[tuple[ListName, str, str]] = []
        if self.encounter is not None:
            name = _title(self.encounter)
            found += [("encounters", one.id, name) for one in campaign.encounters() if one.name == name][:1]
        listed = {one.name: one.id for one in reversed(campaign.sheets())}
        names = dict.fromkeys(str(sheet["name"]) for sheet, _ruleset in self.sheets)
        return (*found, *(("sheets", listed[name], name) for name in names if name in listed))


class Imported(Record):
    """The result of importing a text file.

    Attributes:
        sheets: the imported characters, and what was understood of the text; "" for none.
        encounter: the id of the encounter; "" for none.
        made: all entries that were added: in which list, and the id.
        replaced: the entries that were replaced, as they were stored.
    """

    sheets: str = ""
    encounter: str = ""
    made: tuple[tuple[ListName, str], ...] = ()
    replaced: tuple[TakenOut, ...] = ()


def contents_of_own(text: str, path: Path | str) -> FileContents:
    """Return the contents of a text of the app itself. Combatants that only name a sheet of a campaign still lack it:
    see `with_its_sheets`.

    Raises:
        CampaignError: it is no such text; `path` is the file named in the message.
    """
    if _parse(text, path, SHEET_FORMAT, SCENARIO_FORMAT)[1] == SCENARIO_FORMAT:
        encounter = read_encounter(text, path)
        return FileContents(encounter, rules=_rules_in(text, path, str(encounter["ruleset"])))
    ruleset, sheets = read_sheets(text, path)
    return FileContents(sheets=tuple((sheet, ruleset) for sheet in sheets), rules=_rules_in(text, path, ruleset))


def with_its_sheets(campaign: Campaign, contents: FileContents, path: Path | str) -> FileContents:
    """Return contents whose combatants have the contents of the sheets they name, of the campaign or ready-made.

    Raises:
        CampaignError: there is no such sheet.
    """
    encounter, rules = contents.encounter, contents.rules
    if encounter is None:
        return contents
    opponents = (rules if rules is not None else find(str(encounter["ruleset"]))).opponents
    people = [_with_its_sheet(campaign, opponents, one, path) for one in encounter.get("combatant", [])]
    return contents.but(encounter={**encounter, "combatant": people} if people else encounter)


def contents_of_text(campaign: Campaign, text: str, path: Path | str) -> FileContents:
    """Return the contents of a text: sheets, an encounter, or the characters of stat blocks. The campaign decides
    which games are likely, and has the sheets that the encounter may name.

    Raises:
        CampaignError: it is none of these.
    """
    if is_own_export(text) or Path(path).suffix.lower() == ".toml":
        return with_its_sheets(campaign, contents_of_own(text, path), path)
    found = stat_blocks.read(campaign, text, path)
    return FileContents(sheets=stat_blocks.data_of(found), understood=found.sentence())


Alike = Literal["both", "replace", "skip"]
"""What to do with an imported entry whose name is already in the campaign."""


def put_all(campaign: Campaign, files: Sequence[FileContents], alike: Alike = "both") -> Imported:
    """Put the contents of several files into the campaign, all or nothing.

    Args:
        alike: what to do with names that are in the campaign, or in several of the files.

    Raises:
        CampaignError: some of it cannot be saved.
    """
    found = tuple(dict.fromkeys(one for contents in files for one in contents.named_alike(campaign)))
    ids = {(table, name): id for table, id, name in found} if alike == "replace" else {}
    skipped = {(table, name) for table, _id, name in found} if alike == "skip" else set()
    made: dict[tuple[ListName, str], None] = {}
    earlier: dict[tuple[ListName, str], str] = {}  # files
    encounter, names = "", []
    with campaign.together():
        replaced = tuple(campaign.look_up(table, id) for table, id, _name in found) if ids else ()
        for contents in files:
            named = _bring(campaign, contents.rules, "")
            now: dict[tuple[ListName, str], str] = {}
            skipped |= set(earlier) if alike == "skip" else set()
            ids |= {key: id for key, id in earlier.items() if alike == "replace"}
            for sheet, written in contents.sheets:
                key: tuple[ListName, str] = ("sheets", str(sheet["name"]))
                if key in skipped:
                    continue
                # Of several with one name only the first replaces the entry.
                id = campaign.put_sheet(sheet, named or written, ids.pop(key, None))
                names += [key[1]] if ("sheets", id) not in made else []
                made["sheets", id] = None
                now.setdefault(key, id)
            if contents.encounter is not None and ("encounters", _title(contents.encounter)) not in skipped:
                if contents.picture is not None:
                    campaign.pictures.put(*contents.picture)
                place = ids.pop(("encounters", _title(contents.encounter)), None)
                ruleset = named or str(contents.encounter["ruleset"])
                encounter = campaign.put_encounter({**contents.encounter, "ruleset": ruleset}, place)
                made["encounters", encounter] = None
                now["encounters", _title(contents.encounter)] = encounter
            earlier |= now
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    listed = f"{', '.join(names[:_MOST_NAMED])}{more}." if names else ""
    sheets = files[0].understood if len(files) == 1 and files[0].understood and not skipped else listed
    return Imported(sheets, encounter, tuple(made), replaced)


def names_in_several(files: Sequence[FileContents]) -> list[str]:
    """Return the names of sheets, and those of encounters, that more than one of the files has."""
    found = Counter[tuple[str, str]]()
    for contents in files:
        found.update({("sheets", str(sheet["name"])) for sheet, _ruleset in contents.sheets})
        found.update({("encounters", _title(contents.encounter))} if contents.encounter is not None else ())
    return [name for (_table, name), count in found.items() if count > 1]


def import_text(campaign: Campaign, path: Path | str) -> Imported:
    """Import everything in a text file into the campaign, beside what is there.

    Raises:
        CampaignError: nothing in it can be imported, or it cannot be saved.
    """
    return put_all(campaign, (contents_of_text(campaign, load_text(path), path),))


def _title(encounter: Mapping[str, Any]) -> str:
    return str(encounter.get("title") or "Encounter")


def _with_its_sheet(
    campaign: Campaign, opponents: Mapping[str, Opponent], one: dict[str, Any], where: Path | str
) -> dict[str, Any]:
    """Return a combatant that names a sheet and has no traits, with the contents of that sheet."""
    wanted = one.get("sheet")
    if "traits" in one or wanted is None:
        return one
    sheets = [sheet.id for sheet in campaign.sheets() if not sheet.damaged]
    if wanted in sheets:
        return {**campaign.sheet(wanted), **one}
    if wanted in opponents:
        bare = {key: value for key, value in one.items() if key != "sheet"}
        return {**stored_text.check_sheet({"name": wanted, **opponents[wanted].fields}), **bare}
    known = ", ".join((*sheets, *opponents))
    raise CampaignError(where, f"combatant {one['id']}: there is no sheet {wanted!r}; there are: {known or 'none'}.")


def _parse(text: str, where: Path | str, *formats: str) -> tuple[Source, str]:
    try:
        source = parse(text, str(where))
        return source, check_format(source, *formats)
    except Malformed as error:
        raise _import_error(where, error) from None


def _raise_any(problems: Problems, source: Source, where: Path | str) -> None:
    try:
        problems.raise_any()
    except SetupError as error:
        raise _import_error(where, source.wrong(error), error.problems) from None


def _import_error(where: Path | str, error: Malformed, problems: tuple[Problem, ...] = ()) -> CampaignError:
    parts = (f"line {error.line}" if error.line else "", error.key, error.message)
    return CampaignError(where, f"{': '.join(part for part in parts if part)}.", problems=problems)


def load_text(path: Path | str) -> str:
    """Return the text of a file.

    Raises:
        CampaignError: it cannot be read, is too large, is not text, or is the open campaign.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise CampaignError(path, "this is a folder or a device. Choose a text file that ends in .toml.", "foreign")
        return read_other_file(path, LARGEST_FILE).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CampaignError(path, "it is not UTF-8 text. Choose another file.", "foreign") from None
    except OSError as error:
        raise explained(path, error) from error
    except ValueError as error:
        raise CampaignError(path, f"this is not a valid file name ({error}). Choose another file.") from error


def _write_new_file(text: str, path: Path | str) -> None:
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise explained(Path(path), error) from error
