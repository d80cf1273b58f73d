"""The moves of a page as HTML, which are shown with and without the script: rows of the main line, and variations."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.outcome import Player
from engine.page.content import Content
from engine.page.marks import glyph_html
from engine.picture.svg import escape
from engine.records.tree import ROOT, Step

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Signs of the first six numeric annotation glyphs. Other glyphs are printed as ``$n``."""
MOST_GLYPHS = 6
"""Maximum number of glyphs shown after a move."""


@dataclass
class _Row:
    """A row of the list: a move number, the moves of both sides, and what follows below."""

    number: int
    cells: dict[Player, str] = field(default_factory=dict)
    below: list[str] = field(default_factory=list)

    def html(self) -> str:
        """Return the row as HTML."""
        if not self.cells:
            return "".join(self.below)
        blank = '<span class="move">…</span><span></span>'
        first = self.cells.get(Player.FIRST, blank)
        second = self.cells.get(Player.SECOND, "<span></span><span></span>")
        row = f'<div class="row"><span class="no">{self.number}.</span>{first}{second}</div>'
        return row + "".join(self.below)


def moves_html(content: Content, sides: Sequence[str], set_up: str) -> str:
    """Return the list of moves with comments and variations.

    Args:
        content: the content of the page.
        sides: names of the sides, as HTML.
        set_up: text of a position that was set up, as HTML.
    """
    head = f'<div class="row head"><span></span><span>{sides[0]}</span><span></span><span>{sides[1]}</span></div>'
    parts = [head, _comment(content, ROOT, "")]
    row = _Row(0)
    variation: list[Step] = []
    for step in content.steps:
        if step.depth:
            variation.append(step)
            continue
        if variation:
            row.below.append(_variations(content, variation, set_up))
            variation = []
        if row.number != step.number or step.player in row.cells or (row.cells and step.player is Player.FIRST):
            parts.append(row.html())
            row = _Row(step.number)
        row.cells[step.player] = _move(content, step, set_up) + _score(content, step)
        row.below.append(_comment(content, step.node, _label(step)))
    if variation:
        row.below.append(_variations(content, variation, set_up))
    parts.append(row.html())
    return "".join(parts)


def _label(step: Step) -> str:
    """Return the number printed before a move: ``6.`` or ``6…``."""
    return f"{step.number}." if step.player is Player.FIRST else f"{step.number}…"


def _move(content: Content, step: Step, set_up: str) -> str:
    """Return a move with its glyphs as a link."""
    place = content.places[step.node]
    ply = step.ply if step.depth == 0 else 0
    address = f"#ply={ply}" if ply else f"#node={place}"
    text = escape(content.texts[place]) or set_up
    found = content.tree[step.node].nags
    glyphs = "".join(
        f'<span class="nag g{nag}">{GLYPHS.get(nag, f"${nag}")}</span>' for nag in found[:MOST_GLYPHS]
    )  # fmt: skip
    glyphs += glyph_html(content.verdicts.get(place), [GLYPHS[nag] for nag in found if nag in GLYPHS])
    return f'<a class="move" data-n="{place}" data-no="{_label(step)}" href="{address}">{text}{glyphs}</a>'


def _score(content: Content, step: Step) -> str:
    """Return the score of the deepest algorithm at a move of the main line, as a cell of a row."""
    index = content.main_series
    found = content.series[index].scores.get(content.places[step.node]) if index >= 0 else None
    if found is None:
        return "<span></span>"
    text = escape(found[0])
    return f'<span class="score" data-s="{text}">{text}</span>'


def _comment(content: Content, node: int, label: str) -> str:
    """Return the comment on a move as a paragraph, or an empty string if there is none."""
    each = content.tree[node]
    text = "\n".join(part for part in (each.lead, each.comment) if part.strip())
    if not text.strip():
        return ""
    place = content.places[node]
    about = escape(f"{label} {content.texts[place]}".strip())
    return f'<p class="said" data-n="{place}"><b>{about}</b> <bdi>{escape(text.strip())}</bdi></p>'


def _variations(content: Content, steps: Sequence[Step], set_up: str) -> str:
    """Return consecutive moves of variations: each variation is a block within the one that it leaves."""
    made, depth = "", 0
    for step in steps:
        while depth >= step.depth + (not step.opens):
            made += "</div>"
            depth -= 1
        if step.opens:
            made += '<div class="line">↳ '
            depth += 1
        number = f"{_label(step)} " if step.resumes or step.opens or step.player is Player.FIRST else ""
        made += number + _move(content, step, set_up) + _comment(content, step.node, _label(step)) + " "
    return made + "</div>" * depth
