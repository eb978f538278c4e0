"""The catalogue of rules: it has every rule that is cited, every rule in it is played, and it can be searched."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from examples import example_files

from exgui.rulebook.catalogue import RULE_ID, cited, find, rule_of_option, unknown_rule
from exgui.rulebook.reader import RulesetError, from_text, load
from exgui.rulebook.rules import Rule, Ruleset

ROOT = Path(__file__).parents[2]
GAMES = ("ex3", "ex2", "reincarnated")
PREFIX = {"reincarnated": "re"}
"""How the ids of a game's rules begin, where that is not the game's own id."""
HALF_CITED = re.compile(rf"{RULE_ID.pattern}(,| to| and|/|-|;|:)\s*\d\d[a-e]?(?![\w%])")
"""An id and then a bare number, as in a range: nobody can look that up."""


def game(id: str) -> Ruleset:
    return load(id)


def code(id: str) -> list[Path]:
    """The modules that play a game; those that all games share cite none."""
    return sorted((ROOT / "exgui" / "systems" / id).rglob("*.py"))


def data(id: str) -> list[Path]:
    """A game's tables, which cite rules like code does."""
    folder = ROOT / "rulesets" / id
    return [
        path for path in sorted(folder.rglob("*.toml")) if path.name != "rules.toml" and "examples" not in path.parts
    ]


def ids_in(files: Iterable[Path], game: str) -> dict[str, str]:
    """The rules of a game that files cite, each with a file that does."""
    found: dict[str, str] = {}
    for file in files:
        for id in cited(file.read_text("utf-8")):
            if id.startswith(f"{PREFIX.get(game, game)}-"):
                found.setdefault(id, file.name)
    return found


@pytest.mark.parametrize("id", GAMES)
def test_cited_rules_are_in_the_catalogue(id: str) -> None:
    everywhere = [*(ROOT / "exgui").rglob("*.py"), *data(id), *example_files(id), *(ROOT / "tests").rglob("*.toml")]
    catalogue = game(id).catalogue
    assert {rule: file for rule, file in ids_in(everywhere, id).items() if rule not in catalogue} == {}


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_is_played_or_left_to_the_storyteller(id: str) -> None:
    known = ids_in([*code(id), *data(id)], id)
    left = {rule.id for rule in game(id).catalogue.values() if rule.id not in known and not rule.storyteller}
    assert left == set()


@pytest.mark.parametrize("id", GAMES)
def test_rules_left_to_the_storyteller_have_no_code(id: str) -> None:
    own = {rule.id for rule in game(id).catalogue.values() if rule.storyteller}
    assert own & set(ids_in(code(id), id)) == set()


def test_citations_use_full_ids() -> None:
    files = [*(ROOT / "exgui").rglob("*.py"), *(ROOT / "rulesets").rglob("*.toml")]
    halves = {f"{file.name}: {half[0]}" for file in files for half in HALF_CITED.finditer(file.read_text("utf-8"))}
    assert halves == set()


@pytest.mark.parametrize("half", ["(ex3-44 to 47)", "(ex3-44/45)", "(ex3-44, 45)", "ex3-44,\n45", "ex3-44-47"])
def test_partial_citation_is_detected(half: str) -> None:
    assert HALF_CITED.search(half)


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_has_a_text_and_a_source(id: str) -> None:
    for rule in game(id).catalogue.values():
        assert rule.id.startswith(f"{PREFIX.get(id, id)}-")
        assert rule.title
        assert rule.source
        for text in (rule.text, *rule.rulings):
            assert text.endswith("."), rule.id
        assert len(re.findall(r"\.(?: |$)", rule.text)) <= 3, f"{rule.id} says more than three sentences"


def test_ids_are_found_in_a_text() -> None:
    assert cited("in Crash (ex3-06), or late (ex3-05b); not lan-13x9 nor 3-06 nor well-known") == ("ex3-06", "ex3-05b")


def test_wrong_id_suggests_the_nearest() -> None:
    assert unknown_rule("ex3-5b", ["ex3-05b", "ex3-47"]) == "the catalogue has no rule “ex3-5b”. Did you mean ex3-05b?"
    assert unknown_rule("nothing", ["ex3-47"]) == "the catalogue has no rule “nothing”"


def found(words: str) -> list[str]:
    rules = [
        Rule("toy-1", "Moving", "One goes where one likes, onslaught or not."),
        Rule("toy-2", "Onslaught", "Each attack lowers Defense.", ("It ends with a move.",), "Attacks"),
    ]
    return [rule.id for rule in find({rule.id: rule for rule in rules}, words)]


def test_rules_are_found_by_words_in_any_order_titles_first() -> None:
    assert found("") == ["toy-1", "toy-2"]
    assert found("ONSL") == ["toy-2", "toy-1"]
    assert found("defense attack") == ["toy-2"]
    assert found("ends") == ["toy-2"]
    assert found("toy-1") == ["toy-1"]
    assert found("dragon") == []


@pytest.mark.parametrize("id", [*GAMES, "skirmish"])
def test_every_option_names_its_rule(id: str) -> None:
    rules = game(id)
    for option in rules.options.values():
        rule = rule_of_option(option, rules.catalogue)
        assert rule.startswith(f"{option.rule} ")
        assert len(rule) < 900, f"{option.id}: of many rulings those on this switch name it as “{option.label}”"
        assert option.help
        assert "`" not in rule


def test_option_shows_its_own_ruling() -> None:
    rules = game("reincarnated")
    rule = rule_of_option(rules.options["power_gain"], rules.catalogue)
    assert "Build Power gains 1 Power" in rule
    assert "Cover stays in its zone." not in rule


def test_house_rules_inherit_and_change_the_catalogue(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "ruleset.toml").write_text('extends = "ex3"\n')
    (folder / "rules.toml").write_text(
        '[ex3-09]\ntext = "We gain 6."\n\n[ours-1]\ntitle = "Tea"\ntext = "Tea first."\nstoryteller = true\n'
    )
    ours, shipped = load(folder).catalogue, load("ex3").catalogue
    assert ours["ex3-09"] == shipped["ex3-09"].but(text="We gain 6.")
    assert ours["ours-1"] == Rule("ours-1", "Tea", "Tea first.", storyteller=True)
    assert {id: rule for id, rule in ours.items() if id not in ("ex3-09", "ours-1")} == {
        id: rule for id, rule in shipped.items() if id != "ex3-09"
    }


@pytest.mark.parametrize(
    ("file", "text", "key", "message"),
    [
        ("rules.toml", '[tea]\ntitle = "Tea"\ntext = "First."', "tea", "must be an id such as"),
        ("rules.toml", '[ours-1]\ntitel = "Tea"\ntext = "First."', "ours-1.titel", "Did you mean title?"),
        ("rules.toml", '[ours-1]\ntitle = "Tea"', "ours-1.text", "is missing"),
        ("rules.toml", '[ours-1]\ntitle = "Tea"\ntext = 7', "ours-1.text", "must be text, not 7"),
        ("actions.toml", '[aim]\nrule = "ex3-99"', "aim.rule", "the catalogue has no rule “ex3-99”. Did you mean"),
        ("conditions.toml", '[prone]\nrule = "ex3-6"', "prone.rule", "Did you mean ex3-"),
        ("ruleset.toml", '[options.round_defense]\nrule = "ex3-3"', "options.round_defense.rule", "Did you mean ex3-"),
    ],
)
def test_invalid_rules_and_citations_are_reported(tmp_path: Path, file: str, text: str, key: str, message: str) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    files = {"ruleset.toml": 'extends = "ex3"\n'}
    files[file] = files.get(file, "") + text
    for name, content in files.items():
        (folder / name).write_text(content)
    with pytest.raises(RulesetError) as caught:
        load(folder)
    assert (caught.value.file, caught.value.key) == (f"ours/{file}", key)
    assert message in caught.value.message


def test_catalogue_is_stored_with_a_battle() -> None:
    shipped = load("ex3")
    assert from_text(shipped.text).catalogue == shipped.catalogue


def test_battle_stored_without_a_catalogue_still_has_its_rules() -> None:
    kept = json.loads(load("ex3").text)
    del kept["content"]["rules"]
    old = from_text(json.dumps(kept))
    assert old.catalogue == {}
    assert old.actions == load("ex3").actions
