"""Each sentence of ``docs/promises.md`` names tests that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "promises.md"


def names_in(path: Path) -> set[str]:
    """Return the names of the tests of a file, those of classes as ``Class::test``."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        parts = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        names |= {prefix + each.name for each in parts if isinstance(each, ast.FunctionDef)}
    return names


def test_each_promise_names_tests_that_exist() -> None:
    promises = re.findall(r"^- .*?(?=^- |^\n|^#|\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(promises) > 20
    for promise in promises:
        named = re.findall(r"`(tests/[\w/.]+)::([\w:]+)`", promise)
        assert named, f"no test is named: {promise}"
        for file, test in named:
            assert test in names_in(ROOT / file), f"{file}::{test}"
            assert test.rpartition("::")[2].startswith("test_")
