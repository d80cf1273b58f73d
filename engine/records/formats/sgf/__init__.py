r"""Records as SGF (Hollosi, "SGF File Format FF[4]", 1999, red-bean.com/sgf), for games with ``Game.sgf``.

The property ``GM`` contains the number of a game. A game without an SGF number, whose moves other programs can read as
moves of another game, uses that game's number and is identified by ``KVG``. ``Game.record_rules`` returns the rules in
the terms of SGF.

Other programs ignore the following private properties:

- ``KVG``: the game;
- ``KVR``: the rules, if the standard properties do not express them;
- ``KVH``: headers without a standard property, as ``name:text``;
- ``KVP``: the position after a set-up, if stones and side to move do not determine it;
- ``KVM``: a move without a point;
- ``KVE``: evaluation notes as in PGN;
- ``KVN``: glyphs;
- ``KVL``: the comment before a variation;
- ``KVC``: embedded commands of PGN.

Black is ``Player.FIRST``, so ``PB`` corresponds to the header ``White``, which contains the name of FIRST.

Every other property is kept as a command of the node, ``sgf TR=aa,bb``, and written back. A root property with a
different spelling of the same value (``RU[Korean]``) keeps its spelling as long as the value is unchanged.

SGF cannot represent tabs in comments, which become spaces, or lone surrogates, which become U+FFFD. ``CA`` is the
encoding in which a game is saved (``engine.records.text``).
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game
from engine.core.position import Position
from engine.core.surface import Sign
from engine.records.faults import Fault
from engine.records.formats import Extract, Format, missing, register
from engine.records.formats.sgf.board import SgfBoard
from engine.records.formats.sgf.facts import root_headers
from engine.records.formats.sgf.grammar import SgfParser, extents, is_start, lines_at, root_end
from engine.records.formats.sgf.reader import Reader
from engine.records.formats.sgf.values import kept_of, read_line
from engine.records.formats.sgf.writer import Writer
from engine.records.text import TextShape, encoding_name
from engine.records.tree import Node, Record

_SIGNS: dict[str, Literal["triangle", "square", "circle", "cross", "label"]] = {
    "TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "LB": "label",
}  # fmt: skip
_LABEL = 8
"""Maximum number of characters of a label that are shown."""
_CHARSET = re.compile(r"(?<![A-Za-z])CA\s*\[([^\]\\]{0,40})\]")
_SHAPE = TextShape(
    start=re.compile(rb"\)\s*(?=\(\s*;)"),
    whole=re.compile(rb"\[(?:[^\]\\]|\\.)*\]", re.DOTALL),
    signs=b"[]",
    declaration=re.compile(rb"(?<![A-Za-z])CA\s*\[([^\]\\]{0,40})\]"),
)


@register
class Sgf(Format):
    """Smart Game Format (SGF), for the games with ``Game.sgf``."""

    name: ClassVar[str] = "sgf"
    title: ClassVar[str] = "Smart Game Format"
    suffixes: ClassVar[tuple[str, ...]] = (".sgf",)
    shape: ClassVar[TextShape] = _SHAPE

    def recognises(self, text: str) -> bool:
        """Whether the text begins with an opening parenthesis and a node, of which the semicolon may be missing."""
        return is_start(text)

    def declare(self, text: str, encoding: str) -> str:
        """Return the text with the name of ``encoding`` as the value of ``CA`` of every game."""
        declaration = f"CA[{encoding_name(encoding)}]"
        parts, last = [], 0
        for start, end, _ in extents(text):
            head_end = root_end(text, start, end)
            head = text[start:head_end]
            if _CHARSET.search(head):
                head = _CHARSET.sub(declaration, head, count=1)
            else:
                head = head.replace(";", f";{declaration}", 1)
            parts += [text[last:start], head]
            last = head_end
        return "".join(parts) + text[last:]

    def signs(self, game: Game, node: Node) -> list[Sign]:
        """Return the signs of ``TR``, ``SQ``, ``CR``, ``MA`` and ``LB``. Points off the board are skipped."""
        if game.sgf is None:
            return []
        found: dict[Sign, None] = {}
        for ident, values in kept_of(node):
            kind = _SIGNS.get(ident)
            if kind is None:
                continue
            board = SgfBoard(game)
            for value in dict.fromkeys(values):
                point, _, text = value.partition(":") if kind == "label" else (value, "", "")
                with contextlib.suppress(NotationError):
                    for cell in board.cells([point]):
                        found[Sign(cell, kind, read_line(text)[:_LABEL])] = None
        return [sign for sign in found if sign.kind != "label" or sign.text]

    def games(self, text: str) -> list[Extract]:
        """Return an extract for each game, with its headers and its place in the text."""
        return list(self.scan(text))

    def scan(self, text: str) -> Iterator[Extract]:
        """Yield an extract for each game as soon as it is found, with its headers and its place in the text."""
        line, counted = 1, 0
        for start, end, _ in extents(text):
            line += lines_at(text[counted:start], [start - counted])[0] - 1
            counted = start
            yield Extract(root_headers(text, start, end), start, end, line)

    def may_hold(self, text: str, position: Position) -> bool:
        """Whether the game of ``text`` may contain a position.

        The result is False if a stone of the position is at a point that does not occur in the text, and the text does
        not contain points in another notation, such as rectangles.
        """
        sgf = position.game.sgf
        is_cut = not text.rstrip().endswith(")")
        if sgf is None or is_cut or "KVP" in text or re.search(r"[A-Za-z]:[A-Za-z]\w?\s*\]|\[\s|\s\]", text):
            return True
        board = SgfBoard(position.game)
        if sgf.named_points and re.search(r"\[[a-zA-Z][0-9]", text):
            return True
        return all(f"[{board.point(cell)}]" in text for cell in board.pieces(position))

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read game ``index`` of ``text``, counted from 0.

        Raises:
            NotationError: if ``index`` is out of range, or if the game cannot be read.
        """
        found = list(extents(text))
        if not 0 <= index < len(found):
            raise missing(index, len(found))
        start, end, _ = found[index]
        parser = SgfParser(text[start:end].encode("utf-8", "replace").decode("utf-8"))
        reader = Reader(parser.tree, game)
        try:
            record = reader.read()
        except KyVienError as error:
            (line,) = lines_at(text, [start + parser.places[reader.number]])
            raise NotationError("line {line}, game {game}: {reason}", line=line, game=index + 1, reason=error) from None
        faults = parser.faults + [(parser.places[node], reason, done) for node, reason, done in reader.faults]
        lines = lines_at(text, [start + at for at, _, _ in faults])
        return replace(
            record,
            faults=tuple(
                Fault(line, index + 1, 0, reason, done) for line, (_, reason, done) in zip(lines, faults, strict=True)
            ),
        )

    def write(self, records: Sequence[Record]) -> str:
        """Return the text of the records.

        Raises:
            NotationError: if SGF cannot represent one of the games.
        """
        return "\n".join(Writer(record).text() for record in records)


_format = Sgf()
read = _format.read
write = _format.write
