"""`exgui ruleset check`: every problem of a folder at once, with file and key, and what would be right."""

import errno
import re
from pathlib import Path

import pytest

from exgui import shipped
from exgui.cli import main
from exgui.engine.asks import command
from exgui.play.play import Play
from exgui.rulebook.reader import load
from exgui.rulebook.setup import battle_from
from exgui.rulebook.shelf import available
from exgui.shipped import GAMES
from exgui.systems import system_for
from exgui.systems.check_ruleset import problems_of

CODE = Path(__file__).parents[2] / "exgui" / "systems"
HOUSE = 'extends = "ex3"\n'


def house(folder: Path, **files: str) -> Path:
    """A folder of house rules: `weapons="…"` is weapons.toml."""
    folder.mkdir(parents=True)
    for name, text in {"ruleset": HOUSE, **files}.items():
        file = folder / f"{name}.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def messages_of(folder: Path) -> list[str]:
    return [str(problem) for problem in problems_of(folder)]


@pytest.mark.parametrize("id", available())
def test_the_shipped_rulesets_have_no_problem(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shipped.rulesets() / id
    assert main(["ruleset", "check", str(folder)]) == 0
    assert capsys.readouterr().out == f"ok {folder}\n"


@pytest.mark.parametrize("id", GAMES)
def test_a_game_declares_exactly_the_options_that_its_code_reads(id: str) -> None:
    text = "".join(file.read_text("utf-8") for file in (CODE / id).rglob("*.py"))
    assert system_for(load(id)).options_read == set(re.findall(r'\boptions(?:\[|\.get\()"(\w+)"', text))


def test_every_problem_is_named_with_its_file_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = house(
        tmp_path / "ours",
        ruleset=HOUSE
        + "[options.tea]\ndefault = true\n\n[options.late_join_bonus]\ndefalt = 5\n\n"
        + '[traits]\nmelee = { default = "x" }\n\n'
        + '[values]\nparry = { formula = "dexterty / 2" }\n',
        weapons='[knife]\ndamge = 8\n\n[boathook]\nname = "Boathook"\ndamage = "much"\n',
        actions='[aim]\nrule = "ex3-240"\nlable = "Look"\n',
        conditions='[prone]\nicon = "X"\n',
        rules='[ours-1]\ntext = ""\n',
        **{"opponents/ferryman": 'name = "Ferryman"\nweapons = ["boathook", "knife"]\ntraits = { mele = 3 }\n'},
    )
    assert main(["ruleset", "check", str(folder)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [re.sub(r":\d+$", "", line.split(": ")[0]) + " " + line.split(": ")[1] for line in lines[:-1]] == [
        "ours/ruleset.toml options.late_join_bonus.defalt",
        "ours/ruleset.toml traits.melee.default",
        "ours/actions.toml aim.lable",
        "ours/conditions.toml prone.icon",
        "ours/rules.toml ours-1.title",
        "ours/rules.toml ours-1.text",
        "ours/weapons.toml knife.damge",
        "ours/weapons.toml boathook.damage",
        "ours/ruleset.toml values.parry.formula",
        "ours/actions.toml aim.rule",
        "ours/opponents/ferryman.toml traits.mele",
        "ours/ruleset.toml options.tea",
    ]
    assert lines[-1] == "12 problems"
    assert "Did you mean default?" in lines[0]
    assert "Did you mean melee?" in lines[10]


def test_option_read_by_no_code_is_refused(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", ruleset=HOUSE + "[options.late_join_bonis]\ndefault = 3\n")
    assert messages_of(folder) == [
        "ours/ruleset.toml: options.late_join_bonis: no code reads this option: there is no option “late_join_bonis”. "
        "Did you mean late_join_bonus?"
    ]


def test_switch_out_of_bounds_is_refused(tmp_path: Path) -> None:
    options = "[options]\nlate_join_bonus = 1\noff_hand_penalty = { default = -1 }\n"
    assert messages_of(house(tmp_path / "ours", ruleset=HOUSE + options)) == [
        "ours/ruleset.toml: options.off_hand_penalty.default: must be from 0 to 10, not -1",
        "ours/ruleset.toml: options.late_join_bonus: must be a table, not 1: "
        "write its keys under [options.late_join_bonus]",
    ]


def test_misspelled_tag_suggests_the_nearest(tmp_path: Path) -> None:
    hook = '[hook]\nname = "Hook"\ntags = ["reachng", "two_handed"]\n'
    guard = 'name = "Guard"\nweapons = ["knife", { name = "Pike", tags = ["two-handed"] }]\n'
    own = " (one of your own is listed under [fields.weapon.tags.known])"
    folder = house(tmp_path / "ours", weapons=hook, **{"opponents/guard": guard})
    assert messages_of(folder) == [
        f"ours/weapons.toml: hook.tags[1]: there is no tag “reachng”. Did you mean reaching?{own}",
        f"ours/opponents/guard.toml: weapons[2].tags[1]: there is no tag “two-handed”. Did you mean two_handed?{own}",
    ]
    axe = '[hook]\nname = "Hook"\nspeed = 5\ntags = ["off-hand"]\n'
    assert (
        "Did you mean off_hand?" in messages_of(house(tmp_path / "second", ruleset='extends = "ex2"\n', weapons=axe))[0]
    )


def test_custom_tag_is_listed(tmp_path: Path) -> None:
    known = '[fields.weapon.tags.known]\nhooked = "pulls riders down"\n'
    hook = '[hook]\nname = "Hook"\ntags = ["hooked", "reaching"]\n'
    assert messages_of(house(tmp_path / "ours", ruleset=HOUSE + known, weapons=hook)) == []


def test_unknown_icon_suggests_the_nearest(tmp_path: Path) -> None:
    conditions = (
        '[prone]\nicon = "mdi6.sheild"\n[aiming]\nicon = "crosshairs"\n[wet]\nlabel = "Wet"\nicon = "mdi6.water"\n'
    )
    assert messages_of(house(tmp_path / "ours", conditions=conditions)) == [
        'ours/conditions.toml: aiming.icon: must be the name of an icon, such as "mdi6.shield", not "crosshairs"',
        "ours/conditions.toml: prone.icon: there is no icon “mdi6.sheild”. Did you mean mdi6.shield?",
    ]


def test_rules_without_a_parent_explain_how_to_extend_one(tmp_path: Path) -> None:
    found = messages_of(house(tmp_path / "ours", ruleset='name = "Ours"\n'))
    assert 'house rules must say what they build on, such as extends = "ex3"' in found[0]


def test_unreadable_folder_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = house(tmp_path / "ours")

    def closed(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("exgui.rulebook.reader.os.scandir", closed)
    assert messages_of(folder) == ["ours: cannot be read: you don’t have permission to open it. Change its permissions"]


def test_every_invalid_modifier_of_an_effect_is_reported(tmp_path: Path) -> None:
    effects = '[feint]\nname = "Feint"\nmodifiers = ["attack +2 dices", "parri +1"]\n'
    found = messages_of(house(tmp_path / "ours", effects=effects))
    assert [one.split(": ")[1] for one in found] == ["feint.modifiers[1]", "feint.modifiers[2]"]


def test_rounding_option_counts_as_read(tmp_path: Path) -> None:
    option = '[options.round_soak]\ndefault = "up"\nchoices = { up = "up", down = "down" }\n'
    folder = house(tmp_path / "ours", ruleset=HOUSE + option + '[values]\nsoak.rounding = "round_soak"\n')
    assert messages_of(folder) == []


def test_wrong_game_is_reported_with_the_other_problems(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", ruleset=HOUSE + 'system = "ex33"\nfigures = ["parri"]\n')
    assert messages_of(folder) == [
        'ours/ruleset.toml: system: must stay "ex3", the system of the ruleset it extends',
        "ours/ruleset.toml: figures[1]: there is no value or track “parri”. Did you mean parry?",
    ]


def test_system_of_another_game_is_one_problem(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", ruleset=HOUSE + 'system = "ex2"\n')
    assert messages_of(folder) == ['ours/ruleset.toml: system: must stay "ex3", the system of the ruleset it extends']


def test_unreadable_files_do_not_hide_other_problems(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", weapons="[knife", armor="]", actions='[aim]\nlable = "Look"\n')
    assert [problem.file for problem in problems_of(folder)] == [
        "ours/armor.toml",
        "ours/weapons.toml",
        "ours/actions.toml",
    ]


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("nowhere", "is not a folder; the app has no ruleset “nowhere”"),
        (__file__, "is a file: a ruleset is the folder"),
        ("x" * 5_000, "is not a folder; the app has no ruleset “xxx"),
        ("a\0b", "is not a folder"),
    ],
)
def test_path_that_is_not_a_folder_is_reported(where: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruleset", "check", where]) == 2
    assert sentence in capsys.readouterr().out


def test_ruleset_can_extend_another_by_relative_path(tmp_path: Path) -> None:
    house(tmp_path / "mine", ruleset=HOUSE + "[options.late_join_bonus]\ndefault = 5\n")
    beside = house(tmp_path / "ours", ruleset='extends = "../mine"\n')
    within = house(tmp_path / "ours" / "more" / "deep", ruleset='extends = "../../../mine"\n')
    absolute = house(tmp_path / "far", ruleset=f'extends = "{(tmp_path / "mine").as_posix()}"\n')
    for folder in (beside, within, absolute):
        assert load(folder).options["late_join_bonus"].default == 5
        assert load(folder).lineage == (folder.name, "mine", "ex3")


def test_unknown_path_explains_the_format(tmp_path: Path) -> None:
    folder = house(tmp_path / "ours", ruleset='extends = "../min"\n')
    assert messages_of(folder) == [
        "ours/ruleset.toml: extends: there is no ruleset “../min”; choose from ex3, ex3_original_text, "
        "house_rules_template, ex2, reincarnated, skirmish (or give the path of a folder from this one, "
        'such as "../base")'
    ]


def test_path_back_to_itself_is_circular(tmp_path: Path) -> None:
    assert "extends itself: ours -> ours" in messages_of(house(tmp_path / "ours", ruleset='extends = "../ours"\n'))[0]


def test_formula_naming_another_value_is_rejected(tmp_path: Path) -> None:
    found = messages_of(house(tmp_path / "ours", ruleset=HOUSE + '[values.parry]\nformula = "evasion + 1"\n'))
    assert "“evasion” has a formula, too: use only traits and fields of things" in found[0]


FORMULAS = {
    '"parry + 1"': "values.parry",
    "\"__import__('os').getcwd()\"": "values.parry.formula",
    '"max(dexterity)"': "values.parry.formula",
    '"dexterity ** 9999999"': "values.parry.formula",
    '"[dexterity for x in y]"': "values.parry.formula",
    '"(lambda: 1)()"': "values.parry.formula",
    '"melee.real"': "values.parry.formula",
}


@pytest.mark.parametrize(("formula", "key"), FORMULAS.items())
def test_formula_with_a_loop_or_call_is_refused(tmp_path: Path, formula: str, key: str) -> None:
    folder = house(tmp_path / "ours", ruleset=HOUSE + f"[values.parry]\nformula = {formula}\n")
    found = messages_of(folder)
    assert found
    assert all(one.startswith(f"ours/ruleset.toml: {key}") for one in found), found


def test_circular_values_are_refused(tmp_path: Path) -> None:
    values = '[values]\nparry = { formula = "evasion" }\nevasion = { formula = "parry" }\n'
    assert messages_of(house(tmp_path / "ours", ruleset=HOUSE + values))


def test_weapon_over_its_points_is_refused_with_its_cost(tmp_path: Path) -> None:
    weapons = '[axe]\nname = "Axe"\ntags = ["accurate_4", "damaging_4"]\n'
    found = messages_of(house(tmp_path / "ours", ruleset='extends = "reincarnated"\n', weapons=weapons))
    assert [one.split(": ")[1] for one in found] == ["axe.tags"]
    assert "points" in found[0]


def test_house_rules_are_checked_by_their_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    house(tmp_path / "exgui" / "rulesets" / "ours", weapons="[knife]\ndamge = 8\n")
    assert main(["ruleset", "check", "ours"]) == 2


def printed_by_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["ruleset", "check", str(folder)])
    return capsys.readouterr().out.splitlines()


def test_each_problem_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weapons = '[knife]\ndamage = 8\n\n[boathook]\nname = "Boathook"\ntags = ["reeching"]\n'
    effects = '[trick]\nname = "Trick"\nwhen = "attack"\nmodifiers = ["attack +1 die"]\n\n'
    effects += "[trick.cost]\nmotes = 1\nmonkeys = 2\n"
    opponent = 'name = "Ferryman"\nside = "foes"\n\n[[weapons]]\nid = "oar"\n\n'
    opponent += '[[weapons]]\nid = "pole"\ndamage = "much"\n'
    folder = house(tmp_path / "ours", weapons=weapons, effects=effects, **{"opponents/ferryman": opponent})
    places = [line.split(" ")[0] for line in printed_by_command(folder, capsys)[:-1]]
    assert places == ["ours/effects.toml:8:", "ours/opponents/ferryman.toml:9:", "ours/weapons.toml:6:"]


def test_examples_are_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = 'format = "exgui-scenario/1"\nruleset = "ours"\nzone = [{ id = "yard" }]\n'
    ash = '[[combatant]]\nid = "ash"\nside = "a"\nzone = "yard"\nweapons = ["boathook"]\n'
    start = '[[step]]\ndo = "start"\nrolls = [{ of = "ash.join_battle", successes = 1 }]\n'
    start += 'expect = { "ash.initiative" = 5 }\n'
    weapons = '[boathook]\nname = "Boathook"\n'
    folder = house(tmp_path / "ours", weapons=weapons, **{"examples/wrong": example + ash + start})
    (folder / "examples/odd.toml").write_text(example + ash.replace("yard", "yrd"), "utf-8")
    odd, wrong, count = printed_by_command(folder, capsys)
    assert odd.startswith(f"{folder}/examples/odd.toml:7: combatant[1].zone: ")
    assert wrong.startswith(f"{folder}/examples/wrong.toml: step 1: ash.initiative: expected 5, actual 4")
    assert count == "2 problems"
    (folder / "examples/odd.toml").unlink()
    (folder / "examples/wrong.toml").write_text(example + ash + start.replace("= 5", "= 4"), "utf-8")
    assert main(["ruleset", "check", str(folder)]) == 0


def test_formula_naming_a_stated_value_or_loop_is_refused(tmp_path: Path) -> None:
    values = '[values.evasion]\nformula = "block + 1"\n[values.block]\nformula = "evasion + 1"\n'
    values += '[values.resolve]\nformula = "health / 5"\n'
    folder = house(tmp_path / "ours", ruleset=f'extends = "reincarnated"\nname = "Ours"\n{values}')
    block, evasion, resolve = messages_of(folder)
    assert "“evasion” has a formula, too and refers back to itself (block -> evasion -> block)" in block
    assert "“block” has a formula, too and refers back to itself (evasion -> block -> evasion)" in evasion
    assert "“health” has a value: use only traits and fields of things" in resolve


def test_action_key_unread_by_the_game_is_refused(tmp_path: Path) -> None:
    actions = '[strike]\ntype = "reflexive"\n'
    ruleset = 'extends = "reincarnated"\nname = "Ours"\n'
    (found,) = messages_of(house(tmp_path / "ours", ruleset=ruleset, actions=actions))
    assert found.startswith("ours/actions.toml: strike.type: counts for nothing: ")


def test_consequential_problems_are_omitted(tmp_path: Path) -> None:
    actions = '[lunge]\nlabel = "Lunge"\nrule = "ex3-25"\nstep = "atack"\n\n[atack]\ndefense = -1\n'
    found = messages_of(house(tmp_path / "ours", actions=actions))
    assert [line.split(": ")[1] for line in found] == ["lunge.step", "atack"]
    assert all(line.endswith("Did you mean attack?") for line in found)


def test_maneuver_of_a_removed_action_is_removed(tmp_path: Path) -> None:
    ruleset = 'extends = "reincarnated"\nname = "Ours"\n'
    rules = load(house(tmp_path / "ours", ruleset=ruleset, actions="[disarm]\nremove = true\n"))
    people = [
        {"id": "ash", "side": "heroes", "zone": "yard"},
        {"id": "bran", "side": "foes", "zone": "yard", "weapons": ["sword"]},
    ]
    play = Play.begin(system_for(rules), battle_from(rules, {"zone": [{"id": "yard"}], "combatant": people}))
    play.dispatch(command("start", first="ash"))
    (broken,) = play.check(command("maneuver", "ash", kind="disarm", target="bran"))
    assert (broken.rule, broken.text) == ("re-30", "Ours has no maneuver called disarm.")
    assert not play.check(command("maneuver", "ash", kind="stun", target="bran"))
    with_strike = command("combined", "ash", kind="disarm", target="bran", weapon="unarmed")
    assert "Ours has no maneuver called disarm." in [one.text for one in play.check(with_strike)]
