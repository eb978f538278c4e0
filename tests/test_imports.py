"""No circles among the modules: each can be read, and imported, without those that use it."""

from __future__ import annotations

import grimp


def test_no_module_imports_one_that_imports_it() -> None:
    # What is imported for type checkers alone is not counted: a command names the context it works on, which names
    # the parts of the window, which hold commands.
    graph = grimp.build_graph("exgui", cache_dir=None, exclude_type_checking_imports=True)
    circles = {
        (module, other)
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if graph.find_shortest_chain(other, module)
    }
    assert len(graph.modules) > 300
    assert circles == set()
