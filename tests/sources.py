"""The Python sources that tests check, parsed once for all of these tests."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "studio")


@cache
def sources() -> tuple[Path, ...]:
    """Return every module of the engine and the studio."""
    return tuple(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of the syntax tree of a file, the module first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))))
