"""TOML from outside: any content is read quickly, and errors are reported with their place."""

import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exgui.rulebook.toml_text import TomlError, read_toml

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a = ",
            "line 1: is not valid TOML: invalid value at its end: put text in straight quotes, "
            'such as "ex3"; numbers, true and false go without',
        ),
        ("a = 1\nb 2", "line 2, column 3: is not valid TOML: expected '=' after a key in a key/value pair"),
        ('a = "x', "line 1: is not valid TOML: a quotation mark is missing in this line"),
        (
            "[a.b]\n[a.b]",
            "line 2, column 5: is not valid TOML: cannot declare [a.b] twice: put its lines together under one heading",
        ),
        (
            "a = { b = 1, }",
            "line 1, column 14: is not valid TOML: invalid initial character for a key part: a table in braces must "
            "be on one line, without a final comma",
        ),
        ("\n\na = 2026-01-02", "a: is a date or a time (2026-01-02): write a text or a number"),
        ("[step]\na = [1, nan]", "step.a[2]: must be a number, not nan"),
        ("a = 1e999", "a: must be a number, not inf"),
        ("a = 9223372036854775808", "a: is too large a number"),
        ("a = " + "9" * 5_000, "line 1: has a number or a key of more than 200 characters"),
        ("\na = 0x" + "f" * 5_000, "line 2: has a number or a key of more than 200 characters"),
        ("a = " + "[" * 30 + "]" * 30, "a[1][1]: is nested too deep"),
        ("a = " + "[" * 100_000, "is nested too deep"),
        (
            'x = """\n"""\n' + ".".join("a" * 13) + " = 1",
            "line 3: has a key of more than 12 parts: nothing is that deep",
        ),
        ("[" + " . ".join(["'a b'"] * 13) + "]", "line 1: has a key of more than 12 parts: nothing is that deep"),
    ],
)
def test_errors_are_reported_with_their_place(text: str, message: str) -> None:
    with pytest.raises(TomlError) as caught:
        read_toml(text)
    assert str(caught.value) == message


LARGE = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 40_000) + " = 1",  # 80 KB, half a minute for the parser
        "[" + ".".join("a" * 40_000) + "]",
        "a = { " + ".".join('"a"' for _ in range(40_000)) + " = 1 }",
        "\n".join(".".join("a" * 900) + f".k{n} = 1" for n in range(500)),
        "a = 0x" + "f" * LARGE,
        "a = " + "9" * LARGE,
        "a" * LARGE,
        '"' * LARGE,
        "'" * LARGE,
        '"""\\' * (LARGE // 4),
        "'''x" * (LARGE // 4),
        'x = "\\' * (LARGE // 4),
        "a ." * (LARGE // 3),
        "a" + " " * LARGE + ". b = 1",
        ("a" + " " * 500) * (LARGE // 501),
        "a = " + "{a = " * (LARGE // 5),
        "#" * LARGE,
    ],
    ids=lambda text: f"{text[:12]}…{text[-6:]}",
)
def test_parsing_time_is_bounded(text: str) -> None:
    """A tenth of a second each; without the bounds half a minute and more, or for ever."""
    with suppress(TomlError):
        read_toml(text)


def test_long_quoted_or_commented_text_is_read() -> None:
    prose = "No. " * 100 + ". " * 100 + "x" * 1_000
    text = f"a = \"{prose}\"\nb = \"\"\"\n{prose}\n\"\"\"\nc = '''{prose}'''\nd = '{prose}' # {prose}\n"
    assert read_toml(text) == tomllib.loads(text)


def test_byte_order_mark_is_ignored() -> None:
    assert read_toml("\ufeffa = 1") == {"a": 1}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "rulesets").glob("*/*.toml")), ids=lambda file: f"{file.parent.name}/{file.name}"
)
def test_shipped_files_read_as_the_parser_reads_them(file: Path) -> None:
    text = file.read_text("utf-8")
    assert read_toml(text) == tomllib.loads(text)


@given(st.text(alphabet="a1.=\"'\\[]{},#\n -_:tT", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(TomlError):
        assert read_toml(text) == tomllib.loads(text)
