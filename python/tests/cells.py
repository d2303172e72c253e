"""Runs texts like the cells of a notebook."""

import textwrap


def as_cells(*cells: str) -> str:
    """A program that runs texts as a notebook does: they have no file, and linecache knows them."""
    return textwrap.dedent(f"""
        import linecache, sys
        main = sys.modules["__main__"].__dict__
        main.pop("__file__", None)
        for number, text in enumerate({list(cells)!r}):
            name = f"<cell {{number}}>"
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
            exec(compile(text, name, "exec"), main)
        """)
