"""The README is short, and its Vietnamese version has the same commands, pictures, links and figures."""

import re

import pytest

from tests.sources import ROOT

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.vi.md")}
MOST_BYTES = {"README.md": 8 * 1024, "README.vi.md": 11 * 1024}
OTHER = {"README.md": "README.vi.md", "README.vi.md": "README.md"}
BLOCK = re.compile(r"^(?:<!-- ci: (\w+) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]+)\)")
PICTURE = re.compile(r"!\[.+?\]\((.+?)-(?:light-en|dark-vi)\.png\)")


def figures(text: str) -> list[list[list[str]]]:
    """The numbers in each cell of the rows of the table of strength, from the third column on."""
    rows = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("| ")][2:]
    return [[re.findall(r"\d+(?:\.\d+)?", cell.replace(",", ".")) for cell in row[2:]] for row in rows]


@pytest.mark.parametrize("name", TEXTS)
def test_a_readme_is_short(name: str) -> None:
    assert len(TEXTS[name].encode()) <= MOST_BYTES[name]


@pytest.mark.parametrize("name", TEXTS)
def test_the_first_line_links_the_other_language(name: str) -> None:
    assert LINK.findall(TEXTS[name].splitlines()[0]) == [OTHER[name]]


def test_both_have_the_same_blocks() -> None:
    blocks = BLOCK.findall(TEXTS["README.md"])
    assert [(tag, kind) for tag, kind, _ in blocks] == [
        ("start", "sh"), ("", "bat"), ("packages", "sh"), ("test", "sh"), ("", "bat"),
    ]  # fmt: skip
    assert BLOCK.findall(TEXTS["README.vi.md"]) == blocks


def test_both_lead_to_the_same_pages_and_pictures() -> None:
    english, vietnamese = ([*LINK.findall(text)[1:], *PICTURE.findall(text)] for text in TEXTS.values())
    assert len(english) > 10 and english == vietnamese


def test_both_have_the_same_figures() -> None:
    english, vietnamese = map(figures, TEXTS.values())
    assert english and all(any(row) for row in english)
    assert english == vietnamese


def test_both_have_six_steps() -> None:
    for text in TEXTS.values():
        assert re.findall(r"^(\d)\. \*\*", text, re.MULTILINE) == list("123456")
