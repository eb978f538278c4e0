"""Malformed scenarios: each gives one line with the file, the place, the mistake and the correct form."""

import pytest

from exgui.rulebook.validation import path_of
from exgui.scenario.reader import read, read_text
from exgui.scenario.source import Malformed
from tests.scenario.conftest import HEAD

BY_ANNA = '[[step]]\ndo = "attack"\nby = "anna"\n'
DICE = 'rolls = [ { of = "anna.attack", %s } ]'
ATTACK = '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "bert"\n'
ROW = '[[step]]\ndo = "row"\nby = "anna"\nblows = [ %s ]'


def complaint(text: str) -> str:
    with pytest.raises(Malformed) as error:
        read_text(text, "duel.toml")
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ('[[step]]\nby = "anna"', "step[1].do: is missing"),
        ("[[step]]\ndo = 3", "step[1].do: must be text, not 3"),
        ('[[step]]\ndo = "atack"', "step[1].do: there is no step “atack”. Did you mean attack?"),
        (ATTACK + 'by_whom = "x"', "step[1].by_whom: attack has no parameter “by_whom”"),
        (ATTACK + 'mod = "hard"', "Did you mean mods?"),
        (ATTACK + 'moda = "hard"', "step[1].moda: attack has no parameter “moda”. Did you mean"),
        ('[[step]]\ndo = "attack"\nby = "ana"', "step[1].by: there is no combatant “ana”. Did you mean anna?"),
        ('[[step]]\ndo = "attack"\nby = 1', "step[1].by: must be text, not 1"),
        (
            '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "brt"',
            "step[1].target: there is no combatant “brt”. Did you mean bert?",
        ),
        (ATTACK + 'mode = "harder"', "step[1].mode: there is no mode “harder”. Did you mean hard?"),
        (ATTACK + "mode = true", "step[1].mode: must be text, not true"),
        (ATTACK + "bonus = 6", "step[1].bonus: must be from 0 to 5, not 6"),
        (ATTACK + "bonus = true", "step[1].bonus: must be a whole number, not true"),
        (ATTACK + "bonus = 1.5", "step[1].bonus: must be a whole number, not 1.5"),
        (ATTACK + "loud = 1", "step[1].loud: must be true or false, not 1"),
        (ATTACK + "words = 1", "step[1].words: must be text, not 1"),
        (ATTACK + 'overrule = "yes"', 'step[1].overrule: must be true or false, not "yes"'),
        (ATTACK + "tick = true", "step[1].tick: must be a whole number, not true"),
        (ATTACK + "refused = 1", "step[1].refused: must be a rule’s id, a list of them, or true, not 1"),
        (ATTACK + "expect = 1", "step[1].expect: must be a table"),
        (ATTACK + 'expect = { "anna.life?" = 5 }', 'step[1].expect."anna.life?": asks whether it exists'),
        (ATTACK + "choose = []", "step[1].choose: must be a table"),
        (ATTACK + "rolls = 1", "step[1].rolls: must be a list, not 1"),
        (ATTACK + "rolls = [1]", "step[1].rolls[1]: must be a table, not 1"),
        (ATTACK + "rolls = [ {} ]", "step[1].rolls[1].of: is missing"),
        (ATTACK + 'rolls = [ { of = "anna.attack" } ]', "step[1].rolls[1]: gives no result"),
        (
            ATTACK + DICE % "faces = [1], total = 1",
            "step[1].rolls[1]: gives faces and total: give one of faces, successes or total",
        ),
        (
            ATTACK + DICE % "face = [1]",
            "step[1].rolls[1].face: a roll has no key “face”",
        ),
        (
            ATTACK + 'rolls = [ { of = "attack", faces = [1] } ]',
            'rolls[1].of: "attack" must be like volfer.attack',
        ),
        (ATTACK + 'rolls = [ { of = "ana.attack", faces = [1] } ]', "Did you mean anna?"),
        (
            ATTACK + DICE % "faces = 7",
            "step[1].rolls[1].faces: must be a list, not 7",
        ),
        (
            ATTACK + DICE % "faces = [7, 0]",
            "step[1].rolls[1].faces[2]: 0 is not a face of a die",
        ),
        (ATTACK + DICE % "faces = [true]", "true is not a face of a die"),
        (ATTACK + DICE % 'successes = "2"', 'must be a whole number, not "2"'),
        (ATTACK + "mods = [ { dice = 2 } ]", "step[1].mods[1].to: is missing"),
        (ATTACK + 'mods = [ { to = "anna.attack" } ]', "step[1].mods[1]: changes nothing"),
        (
            ATTACK + 'mods = [ { to = "anna.attac", dice = 1 } ]',
            "there is no roll or value “attac”. Did you mean attack?",
        ),
        (ATTACK + 'mods = [ { to = "ann.attack", dice = 1 } ]', "there is no combatant “ann”. Did you mean anna?"),
        (ATTACK + 'mods = [ { to = "anna", dice = 1 } ]', 'step[1].mods[1].to: "anna" must be like volfer.attack'),
        (ATTACK + 'mods = [ { to = "anna.attack", die = 1 } ]', "a modifier has no key “die”. Did you mean dice?"),
        (
            ATTACK + 'mods = [ { to = "anna.attack", dice = true } ]',
            "mods[1].dice: must be a whole number, not true",
        ),
        (
            '[[step]]\ndo = "undo"\nmods = [ { to = "anna.attack", dice = 1 } ]',
            "step[1]: undo moves through the history",
        ),
        ('[[step]]\ndo = "cover"\nwho = "bret"', "step[1].who: there is no combatant “bret”. Did you mean bert?"),
        ('[[step]]\ndo = "start"\nfirst = "anna"', "step[1].first: start has no parameter “first”"),
        (
            ATTACK + 'counter = { by = "bert", mod = "hard" }',
            "step[1].counter.mod: counter has no key “mod”. Did you mean mode?",
        ),
        (
            ROW % '{ do = "attack", target = "bert" }, { do = "attack", taget = "bert" }',
            "step[1].blows[2].taget: attack has no parameter “taget”. Did you mean target?",
        ),
        (
            ROW % '{ do = "attack", taget = "bert" }' + "\nrefused = true",
            "step[1].blows[1].taget: attack has no parameter “taget”. Did you mean target?",
        ),
        (ROW % '{ do = "atack" }', "step[1].blows[1].do: there is no step “atack”. Did you mean attack?"),
        (ROW % '{ do = "attack", by = "anna" }', "step[1].blows[1].by: attack has no parameter “by”"),
        (
            ROW % '{ do = "attack", target = "brt" }',
            "step[1].blows[1].target: there is no combatant “brt”. Did you mean bert?",
        ),
        (ROW % '{ do = "attack", bonus = 6 }', "step[1].blows[1].bonus: must be from 0 to 5, not 6"),
        (ROW % '{ do = "row", blows = [ { do = "volley", targts = [] } ] }', "step[1].blows[1].blows[1].targts: "),
    ],
)
def test_invalid_step_is_reported_with_its_key_path(steps, sentence):
    assert sentence in complaint(HEAD + steps)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'duel.toml: this is not an exgui file: it must have format = "exgui-scenario/1" at the top'),
        ('format = "exgui-scenario/2"', 'duel.toml:1: format: "exgui-scenario/2" cannot be read here'),
        ('format = "exgui-scenario/1"', "duel.toml: ruleset: is missing"),
        ('format = "exgui-scenario/1"\nruleset = 3', "duel.toml:2: ruleset: must be text, not 3"),
        ('format = "exgui-scenario/1"\nruleset = "ex33"', "duel.toml:2: ruleset: ex33"),
        ('format = "exgui-scenario/1"\nruleset = "./nowhere"', "duel.toml:2: ruleset: ./nowhere"),
        ("a = 1\nb = ", "duel.toml:2: is not valid TOML: invalid value at its end"),
        ("a = 1\na = 2", "duel.toml:2: is not valid TOML: cannot overwrite a value"),
        ("a = " + "9" * 5000, "duel.toml:1: has a number or a key of more than 200 characters"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deep"),
        ("a = " + "[" * 40 + "]" * 40, "nested too deep"),
        ("a." * 5000 + "a = 1", "duel.toml:1: has a key of more than 12 parts"),
        ("a = 1979-05-27", "duel.toml:1: a: is a date or a time (1979-05-27): write a text or a number"),
        ("a = nan", "duel.toml:1: a: must be a number, not nan"),
        ("a = 10000000000", "duel.toml:1: a: 10000000000 is too large a number"),
    ],
)
def test_invalid_scenario_is_reported_with_its_line(text, sentence):
    assert sentence in complaint(text)


def test_unknown_top_level_key_suggests_the_nearest():
    complaint_text = complaint(HEAD.replace("title", "titel"))
    assert complaint_text == "duel.toml:3: titel: a scenario has no key “titel”. Did you mean title?"


def test_problem_of_a_combatant_names_its_line():
    complaint_text = complaint(HEAD.replace("skill = 2", "skil = 2"))
    assert complaint_text.startswith("duel.toml:19: combatant[2].traits.skil: ")
    assert "Did you mean skill?" in complaint_text


def test_first_of_several_problems_is_reported_with_a_count():
    complaint_text = complaint(
        HEAD.replace("skill = 2, guard_skill = 2", 'skil = 2, guard_skill = "x"').replace('"left"', "3")
    )
    assert complaint_text == "duel.toml:11: combatant[1].side: must be text, not 3 (and 2 more problems)"
    complaint_text = complaint(HEAD + BY_ANNA + 'target = "brt"\nbonus = 6\nrols = []\n[[step]]\ndo = "attak"')
    assert complaint_text.startswith("duel.toml:25: step[1].rols: attack has no parameter “rols”. Did you mean rolls?")
    assert complaint_text.endswith("(and 3 more problems)")


def test_six_hundred_zones_are_read():
    zones = "".join(f'[[zone]]\nid = "z{n}"\n' for n in range(599))
    assert len(read_text(HEAD + zones).battle.zones) == 600


def test_problem_of_a_step_names_its_line():
    text = complaint(HEAD + '\n[[step]]\ndo = "start"\n\n[[step]]\ndo = "attack"\nby = "anna"\ntarget = "nobody"\n')
    assert text.startswith("duel.toml:27: step[2].target: ")


def test_seed_can_be_large_but_must_be_whole():
    assert read_text(HEAD.replace("title", f"seed = {2**40}\ntitle")).battle.seed == 2**40
    assert "seed: must be a whole number" in complaint(HEAD.replace("title", "seed = true\ntitle"))


def test_ruleset_can_be_a_folder_beside_the_scenario(duel_file, tmp_path):
    from shutil import copytree

    from tests.scenario.duel import FOLDER

    copytree(FOLDER, tmp_path / "mine")
    scenario = read(duel_file("", head=HEAD.replace(str(FOLDER), "mine")))
    assert scenario.ruleset.name == "Duel"


def test_ruleset_options_are_applied():
    scenario = read_text(HEAD + "[options]\nfierce = true\n")
    assert scenario.battle.options["fierce"] is True
    assert "Did you mean fierce?" in complaint(HEAD + "[options]\nfirce = true\n")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda file: None, "there is no such file"),
        (lambda file: file.mkdir(), "is a folder"),
        (lambda file: file.write_bytes(b"a = 1\n\xff\xfe"), ":2: is not UTF-8 text"),
        (lambda file: file.write_bytes(b"a" * 3_000_000), "is larger than 2 MB"),
        (lambda file: file.write_bytes(b"\x00" * 100), "is not valid TOML"),
    ],
)
def test_unreadable_file_is_explained(tmp_path, make, sentence):
    file = tmp_path / "duel.toml"
    make(file)
    with pytest.raises(Malformed, match=sentence):
        read(file)


def test_a_device_is_not_a_file():
    with pytest.raises(Malformed, match=r"^/dev/null: is not a file$"):
        read("/dev/null")


def test_byte_order_mark_and_windows_line_ends_are_accepted(duel_file):
    file = duel_file(ATTACK)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert len(read(file).steps) == 2


def test_displayed_path_is_read_back():
    assert path_of("step[4].rolls[1].faces") == ("step", 4, "rolls", 1, "faces")
    assert path_of('step[4].expect."anna.life?"') == ("step", 4, "expect", "anna.life?")


SCENE = """
format = "exgui-scenario/1"
ruleset = "ex3"
{rules}

[[zone]]
id = "yard"

[[combatant]]
id = "volfer"
side = "heroes"
zone = "yard"

[[step]]
do = "start"
{refused}
"""


@pytest.mark.parametrize(
    ("rules", "refused", "sentence"),
    [
        ('rules = ["ex3-44", "ex3-99"]', "", "rules[2]: the catalogue has no rule “ex3-99”. Did you mean ex3-"),
        ("", 'refused = "ex3-5b"', "step[1].refused: the catalogue has no rule “ex3-5b”. Did you mean ex3-05b?"),
        ("", 'refused = ["ex3-44", "ex2-01"]', "step[1].refused[2]: the catalogue has no rule “ex2-01”. Did you"),
    ],
)
def test_rule_missing_from_the_catalogue_is_named(rules: str, refused: str, sentence: str) -> None:
    assert sentence in complaint(SCENE.format(rules=rules, refused=refused))
