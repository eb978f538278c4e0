"""Classes of the window stay small enough to be understood at once; no module holds state that a window put there."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import exgui.gui

MOST_METHODS = 40
"""Of a class of ours, those it inherits from classes of ours among them."""

MODULES = [name for _, name, _ in pkgutil.walk_packages(exgui.gui.__path__, "exgui.gui.")]


def classes(module: ModuleType) -> Iterator[type]:
    """The classes defined in a module."""
    for one in vars(module).values():
        if inspect.isclass(one) and one.__module__ == module.__name__:
            yield one


def methods(kind: type) -> set[str]:
    """The names of all our methods and properties of a class and its bases."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("exgui.")]
    kinds = FunctionType | property | classmethod | staticmethod  # and not signals, which are routines to `inspect`
    return {name for base in ours for name, one in vars(base).items() if isinstance(one, kinds)}


def test_classes_have_few_enough_methods_to_keep_in_mind() -> None:
    kinds = [kind for name in MODULES for kind in classes(importlib.import_module(name))]
    counted = {f"{kind.__module__}.{kind.__name__}": len(methods(kind)) for kind in kinds}
    assert len(counted) > 300
    assert {kind: count for kind, count in counted.items() if count > MOST_METHODS} == {}


def test_no_module_variable_is_reassigned_at_run_time() -> None:
    """Neither by `global`, nor by giving another module's name another value."""
    found = {name: reassigned(name) for name in MODULES}
    assert {name: lines for name, lines in found.items() if lines} == {}


def reassigned(name: str) -> list[str]:
    """Where a module does that."""
    tree = ast.parse(Path(str(importlib.import_module(name).__file__)).read_text("utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("exgui")
        for alias in node.names
        if is_module(f"{node.module}.{alias.name}")
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            found.append(f"line {node.lineno}: global {', '.join(node.names)}")
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found += [
            f"line {target.lineno}: {target.value.id}.{target.attr} = …"
            for target in targets
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in imported
        ]
    return found


def is_module(name: str) -> bool:
    return name in MODULES
