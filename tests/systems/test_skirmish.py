"""Skirmish: what the log says of examples, and what stands against what is not allowed, word for word."""

from __future__ import annotations

from examples import example_files
from snapshots import Snapshots
from systems.played import as_read, first_said, log_of, refusals_of

GAME = "skirmish"
NAMES = sorted(file.stem for file in example_files(GAME))


def test_the_log_says_what_happened(snapshot: Snapshots) -> None:
    snapshot("skirmish_log", {name: log_of(f"{GAME}/{name}") for name in NAMES})


def test_what_stands_against_things_is_a_sentence_with_its_rule(snapshot: Snapshots) -> None:
    said = first_said(f"{GAME}/{name}" for name in NAMES)
    snapshot("skirmish_refusals", said)


def test_every_refusal_names_a_rule() -> None:
    for name in NAMES:
        for against in refusals_of(f"{GAME}/{name}"):
            assert against.rule.startswith("sk-") or against.final, as_read([against])
