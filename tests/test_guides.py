"""The pages for contributors: their files, names and drawing exist, and each has the form that is promised."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT

DEVELOPERS = ROOT / "docs" / "developers"
PAGES = sorted(DEVELOPERS.glob("*.md"))
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
LETTERS_OF_CONTRIBUTING = 6_000
CODE = re.compile(r"^(```).*?^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)*/?")
SUFFIXES = (".py", ".pxd", ".h", ".md", ".toml", ".json", ".txt", ".yml", ".csv")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
NOT_PATHS = {*SUFFIXES, "build/docs", "__init__.py"}
"""Words that look like paths of the repository: suffixes, a folder that a command makes, a file of every folder."""
PLANNED = {"<name>", "<game>", "<language>", "<code>", "<theme>", "<record>"}
"""What a path has in place of a name that the reader chooses."""


def quoted(path: Path) -> list[str]:
    """The texts in single backticks of a page, outside of blocks of code."""
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    return [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", text)]


def paths_of(path: Path) -> set[str]:
    """The paths that a page names, alone or as words of a command."""
    words = {word for each in quoted(path) for word in each.split(" ")}
    return {
        word
        for word in words
        if PATH.fullmatch(word) and ("/" in word or word.endswith(SUFFIXES)) and word not in NOT_PATHS
    }


@cache
def new_files(path: Path) -> set[str]:
    """The files of the example of a page, which do not exist yet."""
    return set(re.findall(r"^`([\w./]+)`:\n\n```", path.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.stem)
def test_every_path_exists(page: Path) -> None:
    missing = []
    for name in paths_of(page) - new_files(page):
        pattern = name
        for each in PLANNED:
            pattern = pattern.replace(each, "*")
        places = [ROOT, ROOT / "engine", ROOT / "studio"] if page.name == "CONTRIBUTING.md" else [ROOT]
        if not any(any(place.glob(pattern.rstrip("/"))) for place in places):
            missing.append(name)
    assert not missing


class Names:
    """The names that the sources define: modules, classes with their members, and words."""

    def __init__(self) -> None:
        folders = ("engine", "studio", "tests", "docs", ".ci")
        paths = [path for folder in folders for path in (ROOT / folder).rglob("*.p[yx]*") if path.suffix != ".pyc"]
        self.texts = {
            path: path.read_text(encoding="utf-8") for path in sorted(paths) if path.name != Path(__file__).name
        }
        self.words = {word for text in self.texts.values() for word in re.findall(r"\w+", text)}

    @cache  # noqa: B019 (there is one object)
    def classes(self, name: str) -> list[ast.ClassDef]:
        """Return the classes with a name. Only the modules that define one are parsed."""
        found = [text for text in self.texts.values() if re.search(rf"^class {name}\b.*:$", text, re.MULTILINE)]
        return [
            node
            for text in found
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef) and node.name == name
        ]

    def has_member(self, name: str, member: str) -> bool:
        """Whether a class or one of its bases has a member: a method, or an attribute that is assigned."""
        for definition in self.classes(name):
            for node in ast.walk(definition):
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == member:
                    return True
                stored = isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store)
                if stored and member == (node.id if isinstance(node, ast.Name) else node.attr):
                    return True
            bases = {each.id for base in definition.bases for each in ast.walk(base) if isinstance(each, ast.Name)}
            if any(self.has_member(base, member) for base in bases - {name}):
                return True
        return False

    def is_in_module(self, module: str, name: str) -> bool:
        """Whether a module with this file name defines a function or a class."""
        return any(
            re.search(rf"^(?:def|class) {name}\b", text, re.MULTILINE)
            for path, text in self.texts.items()
            if module == (path.parent.name if path.stem == "__init__" else path.stem)
        )

    def has(self, dotted: str) -> bool:
        """Whether a dotted name is defined: a module, a member of a class or a module, or an attribute of a value."""
        first, second, *_ = parts = dotted.split(".")
        if first in ("engine", "studio", "tests"):
            return (ROOT / Path(*parts)).is_dir() or (ROOT / Path(*parts)).with_suffix(".py").exists()
        if first[0].isupper():
            return self.has_member(first, second)
        if self.is_in_module(first, second):
            return True
        # An attribute of a value: of the class with its name, or of any for a word such as ``self``.
        owner = first.title().replace("_", "")
        return self.has_member(owner, second) if self.classes(owner) else second in self.words


@cache
def names() -> Names:
    """Return the names of the sources, read once."""
    return Names()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_exists(page: Path) -> None:
    known, missing = names(), []
    for text in quoted(page):
        name = re.sub(r"(\(.*\)|\[.*\])$", "", text.removeprefix("@"))
        if name.endswith(SUFFIXES) or name in files_in_root():
            continue
        if DOTTED.fullmatch(name):
            if not known.has(name):
                missing.append(text)
        elif name.isidentifier() and name not in known.words:
            missing.append(text)
    assert not missing


def files_in_root() -> set[str]:
    """The names of the files and folders of the repository's root."""
    return {path.name for path in ROOT.iterdir()}


def test_a_name_that_does_not_exist_is_found() -> None:
    known = names()
    assert known.has("Document.play") and known.has("edits.add_move") and known.has("PlayGestures.may_move")
    assert not known.has("Document.perform") and not known.has("edits.add_nothing")
    assert not known.has("engine.analysis.query") and known.has("engine.face")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_begins_with_what_is_needed(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ") and not lines[1] and not lines[3]
    found = re.match(r"You need: \*\*(\d+) (?:files?|line)\*\*[^.]*\. You are done when: \*\*`[^`]+`\*\*", lines[2])
    assert found is not None, lines[2]


def test_the_drawing_is_that_of_the_contracts() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["id"]: each for each in settings["tool"]["importlinter"]["contracts"]}
    drawing = re.search(
        r"^```text\n(.*?)\n```$", (DEVELOPERS / "plan.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert drawing is not None
    upper, lower = re.split(r"^\s*─+$", drawing[1], flags=re.MULTILINE)
    for part, package in ((upper, "studio"), (lower, "engine")):
        drawn = [line.strip().split(" · ") for line in part.replace(f"{package}/", "").splitlines() if line.strip()]
        layers = contracts[f"{package}-layers"]["layers"]
        assert drawn == [layer.split(" | ") for layer in layers if layer != "__main__"]


def test_contributing_is_short_and_leads_to_every_page() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(text.encode()) <= LETTERS_OF_CONTRIBUTING
    linked = {Path(each).name for each in re.findall(r"\(docs/developers/([\w.]+)\)", text)}
    assert linked == {page.name for page in PAGES}
    tree = re.search(
        r":caption: Developers\n\n(.*?)\n```", (ROOT / "docs/index.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert tree is not None
    assert set(tree[1].split()) == {f"developers/{page.stem}" for page in PAGES} | {"decisions/index"}


def test_every_folder_is_on_the_map() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for package in ("engine", "studio"):
        folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
        assert folders <= set(re.findall(r"`(\w+)/`", text))


def test_every_link_to_a_page_leads_somewhere() -> None:
    """Those of the documentation to ``generated/`` lead to pages that ``docs/pages.py`` writes."""
    pages = [path for each in ("*.md", "docs/**/*.md", "examples/**/*.md") for path in ROOT.glob(each)]
    assert {ROOT / "README.vi.md", *PAGES, *DECISIONS} < set(pages)
    for page in pages:
        if "generated" in page.parts:
            continue
        for target in re.findall(r"\]\(([^)#:]+)[)#]", CODE.sub("", page.read_text(encoding="utf-8"))):
            generated = target.startswith("generated/")
            assert generated or (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"


def test_decisions_are_numbered_short_and_listed() -> None:
    assert [page.stem for page in DECISIONS] == [f"{number:04}" for number in range(1, len(DECISIONS) + 1)]
    for number, page in enumerate(DECISIONS, 1):
        text = page.read_text(encoding="utf-8")
        assert re.match(rf"# {number}\. .+\n\n20\d\d-\d\d-\d\d\n\n\*\*Context\.\*\* ", text) and "**Decision.**" in text
        assert len(text.splitlines()) <= 60
    index = (ROOT / "docs" / "decisions" / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\d{4}$", index, re.MULTILINE) == [page.stem for page in DECISIONS]
