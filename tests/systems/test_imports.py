"""No cycles among the modules of the games and the engine: each can be read without the modules that use it."""

from __future__ import annotations

from functools import cache

import grimp
import pytest

imports = cache(lambda: grimp.build_graph("exgui", cache_dir=None))
"""Who imports whom in the program."""


@pytest.mark.parametrize(
    "room",
    ["exgui.engine", "exgui.systems.common", "exgui.systems.ex3", "exgui.systems.ex2", "exgui.systems.reincarnated"],
)
def test_no_module_imports_one_that_imports_it(room: str) -> None:
    graph = imports()
    modules = graph.find_descendants(room)
    circles = {
        (module, other)
        for module in modules
        for other in graph.find_modules_directly_imported_by(module) & modules
        if graph.find_shortest_chain(other, module)
    }
    assert circles == set()
