"""`exgui sheet paste` with files that cannot be used: one clear line and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from exgui.cli import main

UNUSABLE = {
    "empty": b"",
    "blank": b" \n \n",
    "picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)),
    "no_encoding": b"\xff\xfe\x00" + bytes(range(128, 256)),
    "zeros": bytes(2000),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_binary_file_is_refused_in_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / name
    file.write_bytes(UNUSABLE[name])
    assert main(["sheet", "paste", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(file) in err


@pytest.mark.parametrize("words", [["{folder}"], ["{folder}/missing"], ["{file}", "--ruleset", "nowhere"]])
def test_unreadable_file_is_refused_in_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "guard.txt"
    file.write_text("Parry 4", "utf-8")
    given = [word.format(folder=tmp_path, file=file) for word in words]
    assert main(["sheet", "paste", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_text_in_windows_1252_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "guard.txt"
    file.write_bytes("Gardian of Ægir – Parry 4, Soak 5".encode("cp1252"))
    assert main(["sheet", "paste", str(file)]) == 0
    assert "Gardian of Ægir (quick)" in capsys.readouterr().out


def test_json_without_an_actor_is_kept_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "list.json"
    file.write_text('[{"a": 1}]', "utf-8")
    assert main(["sheet", "paste", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert '"verdict": "kept"' in out
    assert err.startswith(f"{file}: This is JSON, but without an actor")
    assert err.endswith("All of it was kept as text.\n")
