"""What was changed of an entry, done to the same entry as it is by now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

GONE = object()
"""Stands for a key that is not there."""


def three_way_merge(now: Any, before: Any, after: Any) -> Any:
    """What `after` changed of `before`, done to `now`; where `now` is neither, it stays as it is.

    Args:
        now, before, after: plain data, such as a sheet's or an encounter's. Tables in a list are known by their "id".
    """
    if now == before:
        return after
    if before == after:
        return now
    all_three = (now, before, after)
    if all(isinstance(one, Mapping) for one in all_three):
        merged = {
            key: three_way_merge(now.get(key, GONE), before.get(key, GONE), after.get(key, GONE))
            for key in dict.fromkeys((*now, *after))
        }
        return {key: value for key, value in merged.items() if value is not GONE}
    if not all(isinstance(one, list | tuple) for one in all_three):
        return now
    if all(isinstance(entry, Mapping) and "id" in entry for one in all_three for entry in one):
        tables = [{entry["id"]: entry for entry in one} for one in all_three]
        return list(three_way_merge(*tables).values())
    return [one for one in now if one in after or one not in before] + [
        one for one in after if one not in before and one not in now
    ]
