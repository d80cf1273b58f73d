"""The imports of compiled modules work from source, and are written once."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(engine.__file__).parent
PREFIX = "cython.cimports."


def from_source(code: str) -> subprocess.CompletedProcess[str]:
    """Python code in a process that runs the engine from source."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "KYVIEN_PURE": "1"}, cwd=ROOT.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip


def cimports() -> dict[str, set[str]]:
    """The names that modules of the engine import by a ``cimport``, by the module that declares them."""
    found: dict[str, set[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{PREFIX}engine."):
                found.setdefault(node.module.removeprefix(PREFIX), set()).update(each.name for each in node.names)
    return found


@pytest.mark.unsanitized
def test_every_name_is_that_of_its_module() -> None:
    wanted = {module: sorted(names) for module, names in cimports().items()}
    assert sum(map(len, wanted.values())) > 150
    code = (
        "import json, sys\n"
        "from importlib import import_module as load\n"
        "import engine\n"
        "engine.build_id()\n"
        "def pure(module, name):\n"
        "    try:\n"
        "        return getattr(load(module), name)\n"
        "    except (ImportError, AttributeError):\n"
        "        return getattr(load(module + '_pure'), name)\n"
        f"wanted = json.loads({json.dumps(wanted)!r})\n"
        "for module, names in wanted.items():\n"
        "    for name in names:\n"
        f"        assert getattr(load('{PREFIX}' + module), name) is pure(module, name), (module, name)\n"
        "print(engine.is_compiled(), len(wanted))\n"
    )
    result = from_source(code)
    assert result.stdout.split() == ["False", str(len(wanted))], result.stderr


@pytest.mark.unsanitized
def test_a_name_without_a_definition_in_python_is_named() -> None:
    code = "import engine.core.position\nfrom cython.cimports.engine.search.tree import number_taken"
    assert "ImportError: cannot import name 'number_taken'" in from_source(code).stderr
    code = "import engine.core.position\nfrom cython.cimports.engine.core.nothing import WIN"
    assert "ModuleNotFoundError: No module named 'cython.cimports.engine.core.nothing'" in from_source(code).stderr


def test_no_import_is_repeated_for_slow_mode() -> None:
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.If) and "cython.compiled" in ast.unparse(node.test):
                for each in node.body:
                    module = each.module or "" if isinstance(each, ast.ImportFrom) else ""
                    own = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
                    declared = module.removeprefix(PREFIX)
                    assert not declared.startswith("engine.") or declared == own or module == declared, path
