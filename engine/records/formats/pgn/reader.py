"""Reader of a single PGN game."""

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, game_implied_by, games, variant_called
from engine.core.language import tr
from engine.core.position import Position
from engine.records.formats.pgn.text import ENDINGS, read_text, read_value, take_commands
from engine.records.formats.pgn.words import Word
from engine.records.notes import read_evaluation
from engine.records.tree import RESERVED_HEADERS, ROOT, EvaluationNote, GameTree, Node, Record, with_players

_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
# Maximum number of digits of a glyph, and of characters of a move.
_DIGITS = 9
_LONGEST_MOVE = 40
_TAGS = {name.lower(): name for name in RESERVED_HEADERS}
"""The tags that decide the game and its first position. Some programs write them in another case (``Fen``)."""
_FIRST_MOVES = 4
"""Number of moves by which a game is recognised that no tag names."""


@dataclass(slots=True)
class _Draft:
    """A node under construction."""

    id: int
    parent: int | None
    move: int | None = None
    setup: str | None = None
    children: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    evaluations: list[EvaluationNote] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    lead: str = ""

    def note(self, raw: str) -> None:
        """Add the text, the evaluations and the other commands of a comment. ``raw`` is the comment without braces."""
        commands, raw = take_commands(raw)
        for command in commands:
            if command.startswith("eval "):
                self.evaluations.append(read_evaluation(command[5:]))
            else:
                self.commands.append(command)
        text = read_text(raw)
        if text:
            self.comments.append(text)

    def glyph(self, nag: int) -> None:
        """Add a glyph. Duplicates are removed by ``finished``."""
        self.nags.append(nag)

    def finished(self) -> Node:
        """Return the node as a value, with comments joined by newlines."""
        return Node(
            self.id,
            self.parent,
            self.move,
            tuple(self.children),
            "\n".join(self.comments),
            tuple(dict.fromkeys(self.nags)),
            tuple(self.evaluations),
            self.setup,
            tuple(self.commands),
            self.lead,
        )


@dataclass(slots=True)
class _Line:
    """A line being read.

    Attributes:
        node: number of the last node of the line.
        position: position at this node.
        before: position before the move or set-up of this node, or None at the start of the line.
        opening: whether the line is a variation whose first move has not been read yet.
        leads: comments before the first move of the variation.
        nags: glyphs before the first move of the variation.
    """

    node: int
    position: Position
    before: Position | None = None
    opening: bool = False
    leads: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)


class Reader:
    """Reader of one game.

    Args:
        words: the tokens of the game.
        number: number of the game in the text, counted from 1.
        game: game of the record if the tags do not name a game, or None.
    """

    def __init__(self, words: Sequence[Word], number: int, game: Game | None) -> None:
        self._words = words
        self._number = number
        self._default = game
        self._drafts = [_Draft(ROOT, None)]
        self._headers: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self.faults: list[NotationError] = []
        """What was changed in the position of the tag ``FEN``."""

    def read(self) -> Record:
        """Return the record.

        Raises:
            NotationError: if the game cannot be read. The message contains the line, the number of the game and the
                reason, and for an illegal move also the ply.
        """
        for word in self._words:
            if word.kind == "tag":
                value = read_value(word.value)
                name = _TAGS.get(word.text.lower(), word.text)
                self._headers[name] = ENDINGS.get(value, value) if name == "Termination" else value
                self._lines[name] = word.line
            elif word.kind == "fault" and word.text == "[":
                raise self._fault(word)
        game, result = self._read_moves()
        fixed = game.record_tags
        self._headers = with_players(
            {name: self._headers[name] for name in self._headers if name not in fixed}, type(game)
        )
        if result != "*" and self._headers.get("Result", "*") == "*":
            self._headers["Result"] = result
        return Record(self._headers, GameTree(game, {each.id: each.finished() for each in self._drafts}))

    def _games(self) -> list[Game]:
        """Return the games to try in order.

        If the tags name a game, the list contains only that game. Otherwise it contains the default game, if any, and
        the game implied by PGN, and before them a game in which alone the first moves are legal. A tag
        ``FEN`` that only Chess960 allows decides the rules.

        Raises:
            NotationError: if the tags name an unknown game, a game that is not supported, or invalid rules.
        """
        named, tag = None, "Game"
        try:
            named = variant_called(self._headers.get("Game", ""))
            tag = "Variant"
            variant = variant_called(self._headers.get("Variant", ""))
            if variant is not None and (named is None or type(variant) is type(named)):
                named = variant
            found = [each for each in (named or self._default,) if each is not None]
            tag = "Rules"
            if "Rules" in self._headers:
                found = [type(each).with_rules(self._headers["Rules"]) for each in found]
        except KyVienError as error:
            raise self._error(self._lines.get(tag, self._words[0].line), error) from None
        if named is None:
            implied = game_implied_by("pgn")
            if all(type(each) is not implied for each in found):
                found.append(implied())
            found = [*self._by_moves(found), *found]
        return [each.fitted(self._headers["FEN"]) for each in found] if "FEN" in self._headers else found

    def _by_moves(self, found: Sequence[Game]) -> list[Game]:
        """Return a list with the game in which the first moves are legal, if they are legal in no game of ``found``.

        The list is empty if there is no such game, or if there are several.
        """
        moves = self._main_line()[:_FIRST_MOVES]
        if not moves or any(self._reads(game, moves[:1]) for game in found):
            return []
        others = [kind() for kind in games().values() if all(type(each) is not kind for each in found)]
        return matching if len(matching := [each for each in others if self._reads(each, moves)]) == 1 else []

    def _main_line(self) -> list[str]:
        """Return the texts of the moves that are not in brackets."""
        depth, moves = 0, list[str]()
        for word in self._words:
            if word.kind in ("open", "close"):
                depth += 1 if word.kind == "open" else -1
            elif word.kind == "move" and depth <= 0:
                moves.append(word.text)
        return moves

    def _reads(self, game: Game, moves: Sequence[str]) -> bool:
        """Whether the first moves of the record are legal in ``game``."""
        try:
            position = game.read_position(self._headers["FEN"])[0] if "FEN" in self._headers else game.start()
            parse = game.move_reader(position, moves)
            for text in moves:
                position = position.play(parse(position, text))
        except KyVienError:
            return False
        return True

    def _read_moves(self) -> tuple[Game, str]:
        """Return the game played and its result, using the first of ``_games`` in which the moves are legal.

        Raises:
            NotationError: if the moves cannot be read in any of these games.
        """
        candidates = self._games()
        try:
            return self._played(candidates[0])
        except NotationError as error:
            for other in candidates[1:]:
                self._drafts = [_Draft(ROOT, None)]
                with contextlib.suppress(NotationError):
                    return self._played(other)
            if self._default is None and "Game" not in self._headers and "Variant" not in self._headers:
                reason = NotationError(
                    'no tag specifies the game ([Game "…"], one of {names}); read as {game}: {reason}',
                    names=", ".join(games()), game=tr(game_implied_by("pgn").title), reason=error,
                )  # fmt: skip
                raise self._error(self._words[0].line, reason) from None
            raise

    def _played(self, game: Game) -> tuple[Game, str]:
        """Read the moves, and return the game and its result.

        If the moves cannot be read under the rules of ``game`` and the tags do not specify rules, the moves are read
        under the ``loose_rules`` of the game, and the game is returned with these rules.

        Raises:
            NotationError: if the moves cannot be read.
        """
        try:
            return game, self._moves(game)
        except NotationError:
            if "Rules" in self._headers or not game.loose_rules:
                raise
            loose = type(game).with_rules(game.loose_rules)
            self._drafts = [_Draft(ROOT, None)]
            with contextlib.suppress(NotationError):
                return loose, self._moves(loose)
            raise

    def _moves(self, game: Game) -> str:
        """Read the moves and return the result after them, or ``*`` if there is none.

        Raises:
            NotationError: if a token cannot be read, or if a move is illegal.
        """
        line = _Line(ROOT, self._start(game))
        outer: list[tuple[_Line, Word]] = []
        parse = game.move_reader(line.position, self._main_line())
        words = [word for word in self._words if word.kind not in ("tag", "number")]
        result = "*"
        at = 0
        while at < len(words):
            word = words[at]
            at += 1
            kind = word.kind
            if kind == "move":
                before = line.position
                try:
                    if len(word.text) > _LONGEST_MOVE:
                        raise NotationError("{text!r} is not a move", text=word.text[:_LONGEST_MOVE] + "…")
                    move = parse(before, word.text)
                except KyVienError as error:
                    raise self._error(word.line, error, line) from None
                self._add(line, move, None, before.play(move))
            elif kind in ("comment", "rest"):
                raw = word.text[1:-1] if kind == "comment" else word.text[1:]
                if line.opening:
                    line.leads.append(read_text(raw))
                else:
                    self._drafts[line.node].note(raw)
            elif kind in ("nag", "glyph"):
                nag = self._glyph(word)
                if line.opening:
                    line.nags.append(nag)
                else:
                    self._drafts[line.node].glyph(nag)
            elif kind == "open":
                if line.before is None:
                    raise self._error(word.line, NotationError("a variation needs a move before it"), line)
                parent = self._drafts[line.node].parent
                assert parent is not None
                outer.append((line, word))
                line = _Line(parent, line.before, None, True)
            elif kind == "close":
                if not outer:
                    raise self._error(word.line, NotationError("unmatched closing bracket"))
                if line.opening:
                    self._drafts[outer[-1][0].node].comments.extend(text for text in line.leads if text)
                line = outer.pop()[0]
            elif kind == "null":
                self._set_up(game, line, word, words, at)
            elif kind == "result":
                if not outer:
                    result = "1/2-1/2" if word.text.startswith("\u00bd") else word.text
            else:
                raise self._fault(word)
        if outer:
            raise self._error(outer[-1][1].line, NotationError("a variation is not closed"))
        return result

    def _start(self, game: Game) -> Position:
        text = self._headers.get("FEN")
        if text is None or self._headers.get("SetUp") == "0":
            return game.start()
        try:
            position, changes = game.read_position(text)
        except KyVienError as error:
            raise self._error(self._lines["FEN"], error) from None
        self.faults = [self._error(self._lines["FEN"], change) for change in changes]
        if position == game.start() and "SetUp" not in self._headers:
            return position
        self._drafts[ROOT].setup = game.format_position(position)
        return position

    def _set_up(self, game: Game, line: _Line, word: Word, words: list[Word], at: int) -> None:
        """Read the null move ``word`` and the set-up after it.

        The set-up must be in the next comment, and only glyphs may precede that comment. ``at`` is the index of the
        token after ``word``.

        Raises:
            NotationError: if there is no set-up, or if the game does not allow it.
        """
        while at < len(words) and words[at].kind in ("nag", "glyph"):
            at += 1
        raw = words[at].text if at < len(words) and words[at].kind == "comment" else ""
        match = re.match(r"\{[ \t\n]*\[%setup\s([^\]]*)\]", raw)
        if match is None:
            raise self._error(word.line, NotationError("{text}: null moves are not supported", text=word.text), line)
        try:
            position = game.parse_position(match[1])
        except KyVienError as error:
            raise self._error(words[at].line, error, line) from None
        self._add(line, None, game.format_position(position), position)
        words[at] = words[at]._replace(text="{" + raw[match.end() :])

    def _add(self, line: _Line, move: int | None, setup: str | None, position: Position) -> None:
        draft = _Draft(len(self._drafts), line.node, move, setup)
        if line.opening:
            draft.lead = "\n".join(text for text in line.leads if text)
            for nag in line.nags:
                draft.glyph(nag)
        self._drafts.append(draft)
        self._drafts[line.node].children.append(draft.id)
        line.node, line.before, line.position, line.opening = draft.id, line.position, position, False

    def _glyph(self, word: Word) -> int:
        if word.kind == "nag" and len(word.text) <= _DIGITS + 1:
            return int(word.text[1:])
        if word.text in _GLYPHS:
            return _GLYPHS[word.text]
        raise self._error(word.line, NotationError("{text} is not a valid annotation glyph", text=word.text[:20]))

    def _fault(self, word: Word) -> NotationError:
        if word.text == "[":
            reason = NotationError('a tag is written [Name "value"]')
        elif word.text == "{":
            reason = NotationError("a comment is not closed")
        else:
            reason = NotationError("unexpected {word!r}", word=word.text)
        return self._error(word.line, reason)

    def _error(self, line: int, reason: KyVienError, at: _Line | None = None) -> NotationError:
        """Return an error with ``reason``, the line and the number of the game.

        If ``at`` is given, the error also contains the ply of the next move of that line.
        """
        if at is None:
            return NotationError("line {line}, game {game}: {reason}", line=line, game=self._number, reason=reason)
        plies = 1
        node = self._drafts[at.node]
        while node.parent is not None:
            node = self._drafts[node.parent]
            plies += 1
        return NotationError(
            "line {line}, game {game}, ply {ply}: {reason}", line=line, game=self._number, ply=plies, reason=reason
        )
