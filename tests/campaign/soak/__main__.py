"""Runs the soak: `python -m tests.campaign.soak [--kills N] [--cuts N] [--files N] [--steps N] [--odds N] [--sleeps N]
[--asleep SECONDS] [--pictures N] [--seed N]`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random


def main() -> int:
    """Run all parts in their own folders, print a summary, and return 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="soak", description="Tries to lose something.")
    parser.add_argument("--kills", type=int, default=500, help="programs to kill (500)")
    parser.add_argument("--cuts", type=int, default=40, help="programs whose power is cut, each at ten places (40)")
    parser.add_argument("--files", type=int, default=3_000, help="campaign files and journals to spoil (3,000)")
    parser.add_argument("--steps", type=int, default=50_000, help="random steps to play (50,000)")
    parser.add_argument("--odds", type=int, default=10, help="steps of each game whose odds are compared (10)")
    parser.add_argument("--sleeps", type=int, default=2, help="programs to stop in mid-transaction (2)")
    parser.add_argument("--asleep", type=float, default=60, help="seconds that each of them sleeps (60)")
    parser.add_argument(
        "--pictures", type=int, default=60, help="battles of each game whose pictures are compared (60)"
    )
    parser.add_argument("--seed", type=int, default=1, help="another one tries other things (1)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="exgui-soak-") as name:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = str(Path(name, variable))
        # Not above: these modules look for the user's folders.
        from tests.campaign.soak.kills import kill_programs
        from tests.campaign.soak.odds import compare_odds
        from tests.campaign.soak.pictures import compare_pictures
        from tests.campaign.soak.power_cuts import cut_power
        from tests.campaign.soak.random_steps import play_random_steps
        from tests.campaign.soak.sleeps import sleep_in_transactions
        from tests.campaign.soak.spoilt_files import spoil_files

        rng = Random(wanted.seed)
        began = time.monotonic()
        tallies = []
        for number, run in (
            (wanted.kills, lambda: kill_programs(wanted.kills, _folder(name, "kills"), Random(rng.random()))),
            (wanted.cuts, lambda: cut_power(wanted.cuts, _folder(name, "cuts"), Random(rng.random()))),
            (wanted.files, lambda: spoil_files(wanted.files, _folder(name, "files"), Random(rng.random()))),
            (wanted.steps, lambda: play_random_steps(wanted.steps, Random(rng.random()))),
            (
                wanted.sleeps,
                lambda: sleep_in_transactions(
                    wanted.sleeps, wanted.asleep, _folder(name, "sleeps"), Random(rng.random())
                ),
            ),
            (wanted.odds, lambda: compare_odds(wanted.odds, Random(rng.random()))),
            (wanted.pictures, lambda: compare_pictures(wanted.pictures, Random(rng.random()))),
        ):
            if number > 0:
                tallies.append(run())
                print(tallies[-1].summary(), flush=True)
    lost = sum(len(tally.lost) for tally in tallies)
    tries = sum(tally.tries for tally in tallies)
    seconds = time.monotonic() - began
    print(
        f"Together: {tries:,} tries, {tries - lost:,} survived, {lost} lost, in {seconds:,.0f} s (seed {wanted.seed})."
    )
    return 1 if lost else 0


def _folder(name: str, part: str) -> Path:
    folder = Path(name, part)
    folder.mkdir()
    return folder


if __name__ == "__main__":
    sys.exit(main())
