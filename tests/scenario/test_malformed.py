"""No scenario, however malformed, hangs or shows a traceback; a malformed one is reported in one line."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exgui.rulebook.toml_writing import write_toml
from exgui.scenario.command import check_files, run_file
from tests.scenario.conftest import HEAD, START
from tests.scenario.duel import make_known

make_known()

VALID = (
    HEAD
    + START
    + """
[[step]]
do = "attack"
by = "anna"
target = "bert"
mode = "hard"
rolls = [ { of = "anna.attack", faces = [7, 10, 10, 2] }, { of = "anna.damage", successes = 2 } ]
mods = [ { to = "anna.attack", successes = 0, label = "x" } ]
choose = { defense = "stand", declare = ["boast"] }
expect = { "bert.life" = 3, "bert.down" = false, "log.0.text?" = true }

[[step]]
do = "adjust"
who = "anna"
set = { life = 2 }

[[step]]
do = "undo"
"""
)

WORDS = st.sampled_from(
    ["format", "ruleset", "step", "zone", "combatant", "do", "by", "rolls", "of", "faces", "expect", "anna", "start"]
) | st.text(max_size=8)
SCALARS = (
    st.booleans()
    | st.integers()
    | st.floats()
    | WORDS
    | st.sampled_from([10**9, -1, 0, "exgui-scenario/1", "anna.attack", "x" * 5000])
)
TREES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=20
)


def judged(text: str | bytes, folder) -> list[str]:
    """The output of `check` and `run` for a file, which must be sensible for any file."""
    file = folder / "any.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    messages: list[str] = []
    code = check_files([str(file)], messages.append)
    assert code in (0, 1, 2)
    assert messages[-1] in ("1 passed, 0 failed", "0 passed, 1 failed")
    assert all("\n" not in line and "Traceback" not in line for line in messages)
    if code == 2:
        assert len(messages) == 2
        assert str(file) in messages[0]
    assert "mistake in exgui" not in "".join(messages)
    assert run_file(str(file), True, lambda _: None, lambda _: None) == code
    return messages


def test_the_valid_file_is_valid(tmp_path):
    assert judged(VALID, tmp_path)[-1] == "1 passed, 0 failed"


@given(data=st.data())
def test_any_tree_is_accepted_or_refused(tmp_path_factory, data):
    tree = data.draw(st.dictionaries(WORDS, TREES, max_size=6))
    judged(_toml(tree), tmp_path_factory.mktemp("any"))


@given(key=WORDS, value=TREES)
def test_any_value_in_a_step_is_accepted_or_refused(tmp_path_factory, key, value):
    text = HEAD + START + "[[step]]\n" + _toml({"do": "attack", "by": "anna", "target": "bert"} | {key: value})
    judged(text, tmp_path_factory.mktemp("any"))


@settings(max_examples=300)
@given(data=st.data())
def test_any_change_of_a_valid_file_is_accepted_or_refused(tmp_path_factory, data):
    text = VALID
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        cut = data.draw(st.integers(0, 12))
        text = (
            text[:at]
            + data.draw(st.text(max_size=4) | st.sampled_from(["-", "0", "99", '"', "true"]))
            + text[at + cut :]
        )
    judged(text, tmp_path_factory.mktemp("any"))


@given(lines=st.permutations(VALID.split("\n")))
def test_any_order_of_lines_is_accepted_or_refused(tmp_path_factory, lines):
    judged("\n".join(lines), tmp_path_factory.mktemp("any"))


@given(content=st.binary(max_size=200))
def test_any_bytes_are_accepted_or_refused(tmp_path_factory, content):
    judged(content, tmp_path_factory.mktemp("any"))


def test_large_and_deep_files_are_accepted_or_refused(tmp_path):
    attack = (
        '[[step]]\ndo = "attack"\nby = "anna"\ntarget = "bert"\nrolls = [ { of = "anna.attack", successes = 0 } ]\n'
    )
    texts = [
        HEAD + START + attack * 1_000,
        HEAD + START + attack * 6_000,
        HEAD + START + "[[step]]\n" + "".join(f"k{n} = {n}\n" for n in range(50_000)),
        HEAD + 'x = "' + "y" * 1_900_000 + '"',
        "a = " + "[" * 100_000,
        "a = " + "{a = " * 2_000,
        "a." * 900 + "a = 1\n" + "b = 1\n" * 10,
        ("a." * 900 + "a = 1\n") * 1_000,
        "[" + "a." * 900 + "a]\n",
        HEAD + "".join(f'[[zone]]\nid = "z{n}"\n' for n in range(10_000)),
        HEAD + START + attack + "mods = [" + '{ to = "anna.attack", dice = 1000000 },' * 500 + "]",
    ]
    for text in texts:
        judged(text, tmp_path)


def _toml(tree: dict[str, Any]) -> str:
    try:
        return write_toml(tree)
    except (ValueError, RecursionError):  # a lone surrogate, a float that TOML writes otherwise
        return "a = nan"
