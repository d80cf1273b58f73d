"""Search in pages of text, in the current language and without regard to case and diacritics."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.core.folding import fold
from engine.core.language import language
from engine.guide.keys import KeyFacts, page_keys
from engine.guide.library import find_page, page_names
from engine.guide.page import Block, GuideEntry, GuideTable, Heading, Items, Listing, Page, Paragraph, Picture, spans

MOST_HITS = 60
"""Default of the maximum number of hits."""
_BEFORE, _AFTER = 2, 12
"""Numbers of words of an excerpt before and after the first word found."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A block of a page in which words were found.

    Attributes:
        page: name of the page.
        title: title of the page.
        block: index of the block in the page.
        section: the heading above the block, or an empty string before the first heading.
        excerpt: the words of the block around the first word found.
    """

    page: str
    title: str
    block: int
    section: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class _Indexed:
    """A block with its texts after ``fold``."""

    hit: Hit
    text: str
    name: str
    folded: str


def guide_pages() -> Iterator[Page]:
    """Yield all pages of the guide in the current language."""
    return (find_page(name) for name in page_names())


Pages = Callable[[], Iterable[Page]]
"""A function that returns pages in the current language, always the same ones in one language."""


def search(text: str, most: int = MOST_HITS, pages: Pages = guide_pages) -> list[Hit]:
    """Return the blocks in which all words of ``text`` occur, at most ``most``.

    Words may be parts of words. They may also occur in the title of the page or in the heading above the block, but at
    least one occurs in the block. Headings and entries with all words in their names are first, followed by blocks that
    contain ``text`` as a whole, and by the others, in the order of the pages.

    Args:
        text: the words.
        most: maximum number of hits.
        pages: function that returns the pages to search.
    """
    wanted = fold(text).split()
    if not wanted:
        return []
    phrase = " ".join(wanted)
    ranked: list[tuple[int, int, _Indexed]] = []
    for place, each in enumerate(_index(language(), pages)):
        around = f"{each.folded} {fold(each.hit.section)} {fold(each.hit.title)}"
        if all(word in around for word in wanted) and any(word in each.folded for word in wanted):
            named = bool(each.name) and all(word in each.name for word in wanted)
            ranked.append((0 if named else 1 if phrase in each.folded else 2, place, each))
    ranked.sort(key=lambda entry: entry[:2])
    return [
        Hit(each.hit.page, each.hit.title, each.hit.block, each.hit.section, _excerpt(each.text, wanted))
        for _, _, each in ranked[:most]
    ]


@cache
def _index(code: str, pages: Pages) -> tuple[_Indexed, ...]:
    """Return all blocks of all pages. ``code`` is the current language, by which the result is cached."""
    return tuple(each for page in pages() for each in _blocks(page))


def _blocks(page: Page) -> Iterator[_Indexed]:
    keys, section = page_keys(page) if page.entries else {}, ""
    yield _indexed(page, 0, "", page.title, page.title)
    for number, block in enumerate(page.blocks):
        text, name = _text(block, keys)
        if isinstance(block, Heading):
            section = text
        yield _indexed(page, number, "" if isinstance(block, Heading) else section, text, name)


def _indexed(page: Page, block: int, section: str, text: str, name: str) -> _Indexed:
    return _Indexed(Hit(page.name, page.title, block, section, ""), text, fold(name), fold(text))


def _text(block: Block, keys: Mapping[str, KeyFacts]) -> tuple[str, str]:
    """Return the text of a block without marks, and its name, which is empty except for headings and entries."""
    match block:
        case Heading():
            return _plain(block.text), _plain(block.text)
        case Paragraph():
            return _plain(block.text), ""
        case Items():
            return " · ".join(map(_plain, block.texts)), ""
        case GuideTable():
            return " · ".join(_plain(cell) for row in (block.header, *block.rows) for cell in row), ""
        case GuideEntry():
            label = keys[block.key].label if block.key in keys else block.key
            name = label if label == block.key else f"{label} ({block.key})"
            return f"{name}: {_plain(block.text)}", name
        case Picture():
            return _plain(block.caption), ""
        case Listing():
            return "", ""


def _plain(text: str) -> str:
    return "".join(part for _, part in spans(text))


def _excerpt(text: str, wanted: list[str]) -> str:
    """Return some words of ``text`` around the first that contains one of the folded words ``wanted``."""
    words = text.split()
    found = next((place for place, word in enumerate(words) if any(each in fold(word) for each in wanted)), 0)
    first, last = max(0, found - _BEFORE), found + _AFTER
    if first == 1:
        first = 0
    return f"{'… ' if first else ''}{' '.join(words[first:last])}{' …' if last < len(words) else ''}"
