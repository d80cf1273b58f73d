"""Pages as data, and the parser of their sources, which are written in a small part of Markdown.

A source contains the following blocks:

- ``# Title`` is the title of the page, ``## Section`` and ``### Part`` are headings;
- ``- item`` and ``1. item`` are items of a list;
- ``| a | b |`` is a row of a table, whose second row is ``|---|---|``;
- ``+ `key`: text`` is an entry: it explains an option, a value of an option (``name=value``) or a preset of the page's
  game, or an algorithm or a parameter of algorithms. The label, the default and the range come from the engine;
- three backquotes, the name of a search and three backquotes are its pseudo-code;
- ``![caption](name)`` is a diagram of ``resources/guide/diagrams/<page>.toml``;
- any other text is a paragraph.

Within text, there are ``**strong**``, ``*emphasis*``, code in backquotes, and ``[[Agrees]]``, which is replaced by the
translation of ``Agrees`` that the window shows.

A line that begins with none of these marks continues the paragraph or item before it. An empty line ends a block.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.core.errors import NotationError
from engine.core.language import tr


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a section (level 2) or of a part of a section (level 3)."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text with inline marks, which are parsed by ``spans``."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list of items, with numbers from 1 or with bullets."""

    texts: tuple[str, ...]
    is_numbered: bool


@dataclass(frozen=True, slots=True)
class GuideTable:
    """A table in which every row has as many cells as the header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """The explanation of an option, a value, a preset, an algorithm or a parameter.

    Attributes:
        key: ``name``, or ``name=value`` for a value.
        text: the explanation.
    """

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A diagram with its caption.

    Attributes:
        name: name of the diagram in the page's file of diagrams.
        caption: description of the diagram.
    """

    name: str
    caption: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The pseudo-code of a search (``engine.searchtree.pseudocode``).

    Attributes:
        name: name of the search.
    """

    name: str


Block = Heading | Paragraph | Items | GuideTable | GuideEntry | Picture | Listing


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the guide in one language.

    Attributes:
        name: a game's identifier, or the name of an article.
        title: title in the language of the page.
        blocks: contents in order, without the title.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the diagrams of the page in order."""
        return tuple(block for block in self.blocks if isinstance(block, Picture))

    @property
    def entries(self) -> tuple[GuideEntry, ...]:
        """Return the entries of the page in order."""
        return tuple(block for block in self.blocks if isinstance(block, GuideEntry))


_HEADING = re.compile(r"(#{1,3}) +(.+)")
_ITEM = re.compile(r"- +(.+)")
_NUMBERED = re.compile(r"[0-9]+\. +(.+)")
_ENTRY = re.compile(r"\+ +`([^`]+)`: *(.+)")
_PICTURE = re.compile(r"!\[(.*)\]\(([a-z0-9-]+)\)")
_LISTING = re.compile(r"```([a-z_]+)```")
_MARKED = re.compile(r"#{1,3} |- |[0-9]+\. |\+ `|!\[|\||```")


def parse_page(name: str, source: str) -> Page:
    """Parse the source of a page.

    Raises:
        NotationError: if the source is not a page. The message contains the number of the faulty line, unless the title
            is missing.
    """
    title, blocks = "", list[Block]()
    for number, lines in _paragraphs(source):
        first = lines[0]
        text = " ".join(lines)
        if match := _HEADING.fullmatch(text):
            if len(match[1]) > 1:
                blocks.append(Heading(match[2], len(match[1])))
            elif title:
                raise NotationError("line {line}: a page has one title", line=number)
            else:
                title = match[2]
        elif match := _PICTURE.fullmatch(text):
            blocks.append(Picture(match[2], match[1]))
        elif match := _LISTING.fullmatch(text):
            blocks.append(Listing(match[1]))
        elif first.startswith("|"):
            blocks.append(_table(number, lines))
        elif match := _ENTRY.fullmatch(text):
            blocks.append(GuideEntry(match[1], match[2]))
        elif match := _ITEM.fullmatch(text) or _NUMBERED.fullmatch(text):
            is_numbered = not first.startswith("-")
            before = blocks[-1] if blocks else None
            # Each item was read as a block; adjacent items form one list.
            if isinstance(before, Items) and before.is_numbered == is_numbered:
                blocks[-1] = Items((*before.texts, match[1]), is_numbered)
            else:
                blocks.append(Items((match[1],), is_numbered))
        elif _MARKED.match(first):
            raise NotationError("line {line}: {text!r} is not complete", line=number, text=first)
        else:
            blocks.append(Paragraph(text))
    if not title:
        raise NotationError("the page has no title")
    return Page(name, title, tuple(blocks))


def _paragraphs(source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line and the lines of each block. The rows of a table form one block."""
    lines: list[str] = []
    start = 0
    for number, line in enumerate([*source.splitlines(), ""], 1):
        text = line.strip()
        if not lines:
            ends = False
        elif lines[0].startswith("|"):
            ends = not text.startswith("|")
        else:
            ends = not text or _MARKED.match(text) is not None
        if ends:
            yield start, lines
            lines = []
        if text:
            if not lines:
                start = number
            lines.append(text)


def _table(number: int, lines: Sequence[str]) -> GuideTable:
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    if len(rows) < 3 or any(set(cell) - set("-:") for cell in rows[1]):
        raise NotationError("line {line}: a table has a header, a row of dashes and rows", line=number)
    if any(len(row) != len(rows[0]) for row in rows):
        raise NotationError("line {line}: rows of different lengths", line=number)
    return GuideTable(rows[0], tuple(rows[2:]))


Style = Literal["", "strong", "emphasis", "code"]
_SPANS = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>[^*]+)\*|`(?P<code>[^`]+)`|\[\[(?P<shown>[^]]+)\]\]")
_SHOWN = re.compile(r"\[\[([^]]+)\]\]")


def shown_texts(text: str) -> list[str]:
    """Return the English texts of the window to which a text of a page refers with ``[[…]]``."""
    found = (match["strong"] or match[0] for match in _SPANS.finditer(text) if match["strong"] or match["shown"])
    return [each for part in found for each in _SHOWN.findall(part)]


def _translated(text: str) -> str:
    return _SHOWN.sub(lambda found: tr(found[1]), text)


def spans(text: str) -> Iterator[tuple[Style, str]]:
    """Yield the parts of a text of a page as pairs of style and text. A text in ``[[…]]`` is translated."""
    at = 0
    for match in _SPANS.finditer(text):
        if match.start() > at:
            yield "", text[at : match.start()]
        if match["shown"] is not None:
            yield "emphasis", tr(match["shown"])
        for style in ("strong", "emphasis", "code"):
            if match[style] is not None:
                yield style, _translated(match[style]) if style == "strong" else match[style]
        at = match.end()
    if at < len(text):
        yield "", text[at:]
