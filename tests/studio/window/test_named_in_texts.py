"""Every key and every view that the README, the documentation and the guide name exists in the window."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

from engine.core.language import LANGUAGES, translate
from studio.dialogs.keys import EXTRA
from studio.widgets.command import Command
from studio.window.main_window import MainWindow
from studio.window.workspaces import ENTRIES, TABS
from tests.sources import ROOT

CODE = re.compile(r"^(```).*?^```$", re.MULTILINE | re.DOTALL)
KEY = r"(?:<kbd>[^<]+</kbd>\+)*<kbd>[^<]+</kbd>"
IN_TEXT = re.compile(r"\b(?:Ctrl|Shift|Alt)\+(?:Shift\+)?\w+|\bF\d{1,2}\b")
ARROWS = {"→": "Right", "←": "Left", "↑": "Up", "↓": "Down", "Enter": "Return"}
PATH = re.compile(r"(?<!\*)\*([^*<]+ → [^*<]+)\*(?!\*)")
NAMED = {
    "en": re.compile(r"\b(view|tab) (?:\[\[([^\]]+)\]\]|\*([^*]+)\*)"),
    "vi": re.compile(r"\b(chế độ xem|thẻ) (?:\[\[([^\]]+)\]\]|\*([^*]+)\*)", re.IGNORECASE),
}
INNER = {"Disagreements", "Right"}
"""Tabs inside of a view."""
NOT_KEYS = {"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"}
"""Squares of boards in texts about chess look like keys."""
USER_PAGES = [ROOT / "README.md", ROOT / "README.vi.md", ROOT / "docs" / "tour.md"]
GUIDE = [path for code in LANGUAGES for path in sorted((ROOT / "resources" / "guide" / code).glob("*.md"))]
DOCS = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "developers").glob("*.md"))]


def text_of(path: Path) -> str:
    """The text of a page on one line, without blocks of code."""
    return " ".join(CODE.sub("", path.read_text(encoding="utf-8")).split())


def portable(key: str) -> str:
    """A key as Qt writes it."""
    *modifiers, last = key.split("+") if not key.endswith("+") else [key]
    text = "+".join([*modifiers, ARROWS.get(last, last)])
    return QKeySequence(text).toString(QKeySequence.SequenceFormat.PortableText)


def parts_of(key: str) -> str:
    """A key in ``<kbd>`` as plain text."""
    return "+".join(re.findall(r"<kbd>([^<]+)</kbd>", key))


class Names:
    """The keys and the places of a window.

    Attributes:
        keys: all keys, as Qt writes them.
        titled: the keys of each command, by its title in every language.
        places: the paths of tabs and views, and of menus with their submenus and commands, in every language.
        samples: the paths of the menu of the samples, whose entries depend on the record.
    """

    def __init__(self, window: MainWindow) -> None:
        table = window.actions_table
        commands = list(table.all())
        own = table.keys()
        self.titled: dict[str, set[str]] = {}
        for each in commands:
            for code in LANGUAGES:
                self.titled.setdefault(translate(each.text, code).removesuffix("…"), set()).update(own[each.id])
        extra = {portable(key) for *_, keys in EXTRA for text in keys for key in text.split()}
        self.keys = ({key for keys in own.values() for key in keys} | extra) - {""}
        english: set[tuple[str, ...]] = {(tab,) for tab in TABS}
        english |= {(entry.tab, entry.title) for entry in ENTRIES.values()}
        for declared in (each for group in window.menus._declared.values() for each in group):
            inner = declared.submenu if isinstance(declared, Command) else declared.text
            text, inner = declared.text, inner or declared.text
            english |= {(declared.group, text), (declared.group, inner), (declared.group, inner, text)}
        self.places = {
            tuple(translate(each, code).removesuffix("…") for each in path) for path in english for code in LANGUAGES
        }
        self.samples = {("File", "Open sample"), (translate("File", "vi"), translate("Open sample", "vi"))}

    def faults(self, text: str) -> list[str]:
        """Return the keys and places of a text that do not exist, or that belong to something else."""
        found = [key for each in re.findall(KEY, text) if portable(key := parts_of(each)) not in self.keys]
        found += [key for key in IN_TEXT.findall(text) if key not in NOT_KEYS and portable(key) not in self.keys]
        for name, key in re.findall(rf"\*([^*]+)\*(?: \(| has the key )({KEY})(?=[).,;])", text):
            last = name.split(" → ")[-1].removesuffix("…")
            if portable(parts_of(key)) not in self.titled.get(last, set()):
                found.append(f"{name}: {parts_of(key)}")
        for path in PATH.findall(text):
            names = tuple(each.removesuffix("…") for each in path.split(" → "))
            if names not in self.places and names[:-1] not in self.samples:
                found.append(path)
        return found


@pytest.fixture
def names(window: MainWindow) -> Names:
    return Names(window)


def test_every_key_and_place_of_the_texts_exists(names: Names) -> None:
    found = {
        str(path.relative_to(ROOT)): faults
        for path in {*USER_PAGES, *DOCS, *GUIDE}
        if (faults := names.faults(text_of(path)))
    }
    assert not found


@pytest.mark.parametrize("page", GUIDE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_view_of_the_guide_exists(page: Path) -> None:
    code = page.parent.name
    views, tabs = {entry.title for entry in ENTRIES.values()}, set(TABS)
    for kind, shown, plain in NAMED[code].findall(text_of(page)):
        assert not plain, "the name of a view is written in double brackets, so that it is translated"
        known = views if kind.lower() in ("view", "chế độ xem") else tabs | INNER
        assert shown in known, (kind, shown)


@pytest.mark.parametrize("page", [*USER_PAGES, *GUIDE], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_views_are_not_called_workspaces(page: Path) -> None:
    assert not re.search(r"\bworkspaces?\b|không gian \[\[", text_of(page), re.IGNORECASE)


def test_the_tour_and_the_readme_name_every_tab_and_view() -> None:
    for page in USER_PAGES:
        code = "vi" if page.name == "README.vi.md" else "en"
        italic = {part for each in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text_of(page)) for part in each.split(" → ")}
        named = {translate(each, code) for each in (*(entry.title for entry in ENTRIES.values()), *TABS)}
        assert named <= italic | {translate("Play", code)}, page.name


def test_a_key_or_a_view_that_does_not_exist_is_found(names: Names) -> None:
    assert names.faults("*Tree* (<kbd>Ctrl</kbd>+<kbd>5</kbd>) records") == ["Ctrl+5", "Tree: Ctrl+5"]
    assert names.faults("*Lab* has the key <kbd>Ctrl</kbd>+<kbd>4</kbd>.") == ["Lab: Ctrl+4"]
    assert names.faults("press Ctrl+9 or F9") == ["Ctrl+9", "F9"]
    assert names.faults("in *Lab → Tree*, *File → Page for friends…* and *Analyse → Tree*") == [
        "Lab → Tree", "File → Page for friends…",
    ]  # fmt: skip
    assert not names.faults("*Analyse* (<kbd>Ctrl</kbd>+<kbd>2</kbd>), <kbd>→</kbd>, <kbd>?</kbd>, *File → Export*")
