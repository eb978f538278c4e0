"""No cycles among the modules: each can be read, and imported, without the modules that use it."""

from __future__ import annotations

import grimp


def test_no_module_names_one_that_names_it() -> None:
    # What is imported for type checkers alone counts as well: whoever reads a module has to know what it names.
    graph = grimp.build_graph("exgui", cache_dir=None, exclude_type_checking_imports=False)
    circles = {
        (module, other)
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if graph.find_shortest_chain(other, module)
    }
    assert len(graph.modules) > 300
    assert circles == set()
