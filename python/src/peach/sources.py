"""Writes the source of a class as a file that another Python can load.

The program records the SHA-256 of this file, so results belong to exactly this source.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import pathlib
import symtable
import sys
import types
from typing import Any


def source_file(kind: type, folder: pathlib.Path) -> str:
    """Puts the source of a class into a folder and returns the name of the file there.

    A class of a file is used where it is, so that it can import its neighbours; the name is then a path from the root. A class of a
    notebook is written with the functions, classes, modules and constants that it uses.
    """
    module = sys.modules.get(kind.__module__)
    path = getattr(module, "__file__", None)
    if path and "<" not in path and pathlib.Path(path).exists():
        return str(pathlib.Path(path).resolve())
    name = f"{kind.__name__}.py"
    text = _Extract().source(kind)
    (folder / name).write_text(text, encoding="utf-8")
    return name


class _Extract:
    """Collects what a class needs, in an order in which it can be run."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._done: dict[str, Any] = {}

    def source(self, kind: type) -> str:
        self._add(kind.__name__, kind, "the class")
        return "from __future__ import annotations\n\n" + "\n\n".join(self._parts) + "\n"

    def _add(self, name: str, value: Any, user: str) -> None:
        if name in self._done:
            return
        self._done[name] = value
        home = getattr(value, "__module__", None)
        if isinstance(value, types.ModuleType):
            self._parts.append(f"import {value.__name__} as {name}")
        elif isinstance(value, (type, types.FunctionType)) and home != "__main__":
            self._parts.append(f"from {home} import {value.__qualname__} as {name}")
        elif isinstance(value, (type, types.FunctionType)):
            tree = _definition(value)
            names = _globals(value)
            for used in sorted(_names(tree)):
                if used in names and used != name:
                    self._add(used, names[used], value.__name__)
            self._parts.append(ast.unparse(tree))
        elif _is_literal(value):
            self._parts.append(f"{name} = {value!r}")
        elif home and home != "__main__" and hasattr(sys.modules.get(home), getattr(value, "__name__", "")):
            self._parts.append(f"from {home} import {value.__name__} as {name}")
        else:
            raise TypeError(
                f"{user} uses {name}, a {type(value).__name__}, which cannot be written to a file; make it in the class, pass it as "
                "a setting, or put the class into a module of its own")


def _is_literal(value: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError):
        return False


def _code_of(value: Any) -> types.CodeType:
    """The code of a function, or of any method of a class."""
    if isinstance(value, types.FunctionType):
        return value.__code__
    for member in vars(value).values():
        function = getattr(member, "__func__", getattr(member, "fget", member))
        if isinstance(function, types.FunctionType) and function.__qualname__.startswith(value.__qualname__ + "."):
            return function.__code__
    raise TypeError(f"{value.__name__} has no method, so its source is not known; put it into a module of its own")


def _globals(value: Any) -> dict[str, Any]:
    if isinstance(value, types.FunctionType):
        return value.__globals__
    return vars(sys.modules[value.__module__])


def _definition(value: Any) -> ast.stmt:
    """The definition of a class or a function in the cell where it stands."""
    lines = linecache.getlines(_code_of(value).co_filename)
    text = "".join(line for line in lines if not line.startswith(("%", "!")))
    found = [
        node for node in ast.parse(text).body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == value.__name__]
    if not found:
        raise TypeError(
            f"the source of {value.__name__} is not known: define it at the top level of a cell, or in a module of its own")
    return found[-1]


def _names(tree: ast.stmt) -> set[str]:
    """The global names that a definition reads, without those of Python itself."""
    top = symtable.symtable(ast.unparse(tree), "cell", "exec")
    found: set[str] = set()

    def walk(table: symtable.SymbolTable) -> None:
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (table is top or symbol.is_global()):
                found.add(symbol.get_name())
        for child in table.get_children():
            walk(child)

    walk(top)
    return found - set(dir(builtins))
