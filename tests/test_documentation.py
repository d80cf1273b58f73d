"""The notebooks run, the page about the library is true, and the pages of the documentation can be written.

The notebooks are executed by 30 lines instead of nbclient, which needs a kernel with some thirty packages: the cells of
these notebooks are plain Python without magic commands. What ``nbclient`` adds is a check by hand.
"""

import ast
import contextlib
import doctest
import importlib.util
import inspect
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

import engine
from engine.core.language import LANGUAGES
from engine.guide.library import page_names
from engine.teach.lessons import lessons

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
UNSTABLE = {"Position.core", "Analysis.report", "KyVienError.to_dict", "KyVienError.from_dict"}
"""Members of the library that the page about it lists as not stable."""


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Execute a cell in a name space, and return the value of its last expression, or None."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.unsanitized
@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=() if file.stem == "write_a_search" else pytest.mark.slow)
        for file in NOTEBOOKS
    ],
)
def test_a_notebook_runs(file: Path) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    names: dict[str, Any] = {}
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()):
                value = run_cell("".join(cell["source"]), names)
            assert "object at 0x" not in repr(value), "what a cell shows has a description"


@pytest.mark.unsanitized
def test_the_page_about_the_library_is_true() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 15
    assert not result.failed


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    spec = importlib.util.spec_from_file_location("documentation_pages", ROOT / "docs" / "pages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name], sys.modules["pictures"]


def test_every_page_of_the_guide_is_in_the_documentation(pages: ModuleType, tmp_path: Path) -> None:
    pages.write_pages(tmp_path)
    for code in LANGUAGES:
        assert {path.stem for path in (tmp_path / code).glob("*.md")} == {*page_names(), "index"}
        for path in (tmp_path / code).glob("*.md"):
            text = path.read_text(encoding="utf-8")
            assert text.startswith("# ") and "[[" not in text
        lessons_of = tmp_path / code / "lessons"
        assert {path.stem for path in lessons_of.glob("*.md")} == {*(lesson.name for lesson in lessons()), "index"}
        for folder, names in ((tmp_path / code, page_names()), (lessons_of, [lesson.name for lesson in lessons()])):
            shown = {file for name in names for file in _images((folder / f"{name}.md").read_text(encoding="utf-8"))}
            assert shown == {f"pictures/{path.name}" for path in (folder / "pictures").iterdir()}
        assert len(list((tmp_path / code / "pictures").iterdir())) > 100
        tree = ElementTree.parse(lessons_of / "pictures" / "alpha-beta-three-levels.svg")
        texts = [element.text for element in tree.iter() if element.tag.endswith("text")]
        assert {"≥ 7", "≤ 2", "≤ 3", "α −∞", "β 6"} <= set(texts)
    assert "| cut-off | cắt tỉa, cắt |" in (tmp_path / "glossary.md").read_text(encoding="utf-8")
    assert {path.stem for path in (tmp_path / "notebooks").glob("*.md")} == {file.stem for file in NOTEBOOKS}


def _images(text: str) -> list[str]:
    """The files of the pictures of a page, each of which has words for readers who do not see it."""
    found = re.findall(r"!\[(.+)\]\((.+)\)", text)
    assert len(found) == text.count("![")
    return [file for _, file in found]


def test_marks_within_text_become_markdown(pages: ModuleType) -> None:
    assert pages._inline("a **b** *c* `d*e` 2*3 <i>") == "a **b** *c* `d*e` 2\\*3 \\<i\\>"


def test_the_reference_names_everything_in_the_library() -> None:
    shown = set(re.findall(r"auto(?:function|class):: engine\.face\.[a-z]+\.(\w+)", (ROOT / "docs/api.md").read_text()))
    library = {name for name, module in engine._LIBRARY.items() if module.startswith("face")}
    assert library <= shown


def _stable(name: str) -> list[str]:
    """The parameters of a function of the library, or the members of a class, methods with their parameters."""
    value = getattr(engine, name)
    if not inspect.isclass(value):
        return list(inspect.signature(value).parameters)
    fields = [each for each in getattr(value, "__dataclass_fields__", ()) if not each.startswith("_")]
    found = dict.fromkeys([*fields, *(each for each in vars(value) if not each.startswith("_"))])
    return [each + _signature(value, each) for each in found if f"{name}.{each}" not in UNSTABLE]


def _signature(value: type, member: str) -> str:
    """The names of the parameters of a method in parentheses, or an empty string for another member."""
    method = inspect.getattr_static(value, member, None)
    if not inspect.isfunction(method):
        return ""
    names = [str(each).partition(":")[0].partition("=")[0] for each in inspect.signature(method).parameters.values()]
    return f"({', '.join(names[1:])})"


def test_the_stable_names_are_those_of_the_library() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8").partition("## Stable names")[2]
    table = re.findall(r"^\| `(\w+)` \|(.*)\|$", text, re.MULTILINE)
    rows = {name: re.findall(r"`([^`]+)`", members) for name, members in table}
    assert rows == {name: _stable(name) for name in engine._LIBRARY}
    assert all(f"`{each}`" in text for each in UNSTABLE)
