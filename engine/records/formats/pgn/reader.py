"""Reader of a single PGN game."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.core.dialects import plain
from engine.core.errors import IllegalMoveError, KyVienError, NotationError
from engine.core.game import Game, game_implied_by, games, variant_called
from engine.core.language import mark, tr
from engine.core.position import Position
from engine.records.faults import ENDED, KEPT, SKIPPED, Fault
from engine.records.formats.pgn.private import PRIVATE, Private, merged, read_private, take_setup
from engine.records.formats.pgn.text import ENDINGS, read_text, read_value, take_commands
from engine.records.formats.pgn.words import RESULT, SIGNS, Token
from engine.records.notes import read_evaluation
from engine.records.results import read_result
from engine.records.tree import RESERVED_HEADERS, ROOT, EvaluationNote, GameTree, Node, Record, with_players

_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
# A move with the result behind it, a promotion in brackets, and words after moves that say nothing.
_GLUED = re.compile(rf"([^\s]*[^\s\-:/0-9]+[^\s\-:/]*?)({RESULT})")
_RESULT_ENDS = frozenset("0125*\u00bd")
"""The last characters of ``RESULT``."""
_PROMOTION = re.compile(r"\(([QRBNqrbn])\)$")
_SILENT = frozenset({"e.p.", "e.p", "ep", "ep."})
# Maximum number of digits of a glyph, and of characters of a move.
_DIGITS = 9
_LONGEST_MOVE = 40
_TAGS = {name.lower(): name for name in RESERVED_HEADERS}
"""The tags that decide the game and its first position. Some programs write them in another case (``Fen``)."""
_FIRST_MOVES = 4
"""Number of moves by which a game is recognised that no tag names."""


Parse = Callable[[Position, str], int]
"""A function that returns the move that a text describes in a position."""


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
    privates: list[Private] = field(default_factory=list)

    def note(self, raw: str) -> None:
        """Add the text, the evaluations and the other commands of a comment. ``raw`` is the comment without braces."""
        commands, raw = take_commands(raw)
        for command in commands:
            if command.startswith("eval "):
                self.evaluations.append(read_evaluation(command[5:]))
                continue
            own = read_private(command[len(PRIVATE) + 1 :]) if command.startswith(PRIVATE + " ") else None
            if own is None or (own.setup is not None and self.setup is None):
                self.commands.append(command)
            else:
                self.privates.append(own)
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
            tuple(dict.fromkeys(self.nags)) if self.nags else (),
            merged(self.evaluations, self.privates) if self.privates else tuple(self.evaluations),
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
        ply: number of moves and set-ups before the next one, from the start of the game.
    """

    node: int
    position: Position
    before: Position | None = None
    opening: bool = False
    leads: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    ply: int = 0


class Reader:
    """Reader of one game.

    Args:
        words: the tokens of the game.
        number: number of the game in the text, counted from 1.
        game: game of the record if the tags do not name a game, or None.
    """

    def __init__(self, words: Sequence[Token], number: int, game: Game | None) -> None:
        self._words = words
        self._number = number
        self._default = game
        self._drafts = [_Draft(ROOT, None)]
        self._headers: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self._faults: list[Fault] = []

    def read(self) -> Record:
        """Return the record with the faults of the text.

        Raises:
            NotationError: if the game or its rules are unknown.
        """
        for word in self._words:
            if word.kind == "tag":
                name = _TAGS.get(word.text.lower(), word.text)
                self._headers[name] = read_value(word.value)
                self._lines[name] = word.line
        game, result = self._read_moves()
        fixed = game.record_tags
        self._settle_result(game, result)
        self._headers = with_players(
            {name: self._headers[name] for name in self._headers if name not in fixed}, type(game)
        )
        tree = GameTree(game, {each.id: each.finished() for each in self._drafts})
        return Record(self._headers, tree, tuple(self._faults))

    def _settle_result(self, game: Game, result: str) -> None:
        """Reconcile the tag of the result with the ``result`` after the moves, ``*`` if there is none."""
        ending = self._headers.get("Termination", "")
        if ending in ENDINGS:
            self._headers["Termination"] = ENDINGS[ending]
        text = self._headers.get("Result", "").strip()
        found = read_result(text, game.sides)
        stated = "" if found is None else found.result
        if text and text != "?" and not re.fullmatch(RESULT, text):
            # The text of an unusual tag, such as “1-0 (time)”, is kept.
            stated = result if result != "*" else stated or "*"
            if "Termination" in self._headers:
                self._drafts[ROOT].comments.append(text)
            else:
                self._headers["Termination"] = text
        if stated in ("", "*"):
            stated = result
        elif result not in ("*", stated):
            reason = NotationError(
                "the tag Result is {tag}, but the moves end with {result}", tag=stated, result=result
            )
            self._fault(self._lines["Result"], reason, mark("the tag is used"))
        if stated != "*" or text not in ("", "?"):
            self._headers["Result"] = stated

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
        """Return the game played and its result, using the one of ``_games`` in which the most moves can be read.

        Raises:
            NotationError: if the game is unknown, or if the initial position cannot be read in any game.
        """
        best: tuple[int, Game, str, list[_Draft], list[Fault]] | None = None
        refusal: NotationError | None = None
        for game in self._games():
            self._drafts, self._faults = [_Draft(ROOT, None)], []
            try:
                result = self._moves(game)
            except NotationError as error:
                refusal = refusal or error
                continue
            if best is None or len(self._drafts) > len(best[3]):
                best = len(self._drafts), game, result, self._drafts, self._faults
            if not self._faults:
                break
        if best is None:
            assert refusal is not None
            raise refusal
        count, game, result, self._drafts, self._faults = best
        if (
            count == 1
            and any(fault.ply for fault in self._faults)
            and self._default is None
            and not {"Game", "Variant"} & self._headers.keys()
        ):
            reason = NotationError(
                'no tag specifies the game ([Game "…"], one of {names}); read as {game}: {reason}',
                names=", ".join(games()), game=tr(game.title), reason=self._faults[0].reason,
            )  # fmt: skip
            raise self._error(self._words[0].line, reason)
        return game, result

    def _moves(self, game: Game) -> str:
        """Read the moves, add the faults, and return the result after the moves, or ``*`` if there is none."""
        line = _Line(ROOT, self._start(game))
        parse = game.move_reader(line.position, self._main_line())
        outer: list[tuple[_Line, Token]] = []
        words = [word for word in self._words if word.kind != "tag"]
        result = "*"
        at = 0
        while at < len(words):
            word = words[at]
            at += 1
            kind = word.kind
            if kind == "sign" and word.text.isalpha() and _is_move(parse, line.position.reopened(), word.text):
                kind = "move"  # the name of a node in a hand-made tree
            if kind == "move" and not outer and not word.text.isascii():
                found = read_result(word.text, game.sides)
                if found is not None and not _is_move(parse, line.position.reopened(), word.text):
                    result = found.result
                    continue
            if kind == "move":
                may_end = word.text[-1] in _RESULT_ENDS and len(word.text) <= _LONGEST_MOVE
                ended = _GLUED.fullmatch(word.text) if may_end else None
                if ended is not None:
                    word = word._replace(text=ended[1])
                    words.insert(at, word._replace(kind="result", text=ended[2]))
                at = self._move(parse, line, word, words, at)
            elif kind in ("comment", "rest"):
                raw = word.text[1:-1] if kind == "comment" else word.text[1:]
                if line.opening:
                    line.leads.append(read_text(raw))
                else:
                    self._drafts[line.node].note(raw)
            elif kind in ("nag", "glyph", "sign"):
                self._glyph(line, word)
            elif kind == "open":
                if line.before is None:
                    at = self._keep(line, words, at - 1, NotationError("a variation needs a move before it"))
                    continue
                parent = self._drafts[line.node].parent
                assert parent is not None
                outer.append((line, word))
                line = _Line(parent, line.before, None, True, ply=line.ply - 1)
            elif kind == "close":
                if not outer:
                    if words[at - 2 : at - 1] and words[at - 2].kind == "number":
                        continue  # a number such as 1)
                    self._fault(word.line, NotationError("unmatched closing bracket"), SKIPPED, line)
                    continue
                if line.opening:
                    self._drafts[outer[-1][0].node].comments.extend(text for text in line.leads if text)
                line = outer.pop()[0]
            elif kind == "null":
                at = self._null(game, line, word, words, at)
            elif kind == "result":
                if not outer and (found := read_result(word.text)) is not None:
                    result = found.result
            elif kind != "number":
                self._unread(line, word)
        if outer and line.opening:
            self._drafts[outer[-1][0].node].comments.extend(line.leads)
        for _, word in outer:
            self._fault(word.line, NotationError("a variation is not closed"), mark("it ends with the game"))
        return result

    def _move(self, parse: Parse, line: _Line, word: Token, words: list[Token], at: int) -> int:
        """Read a move, and return the index of the next token: the end of the line if the move is illegal."""
        # A record can go on after the end of the game.
        before = line.position.reopened()
        text = plain(_PROMOTION.sub(r"\1", word.text) if word.text[-1] == ")" else word.text)
        try:
            if len(text) > _LONGEST_MOVE:
                raise NotationError("{text!r} is not a move", text=text[:_LONGEST_MOVE] + "…")
            move = parse(before, text)
        except IllegalMoveError as error:
            return self._keep(line, words, at - 1, error)
        except KyVienError as error:
            if text.lower() not in _SILENT:
                first = at - 1
                while at < len(words) and words[at].kind == "move" and not _is_move(parse, before, words[at].text):
                    at += 1
                self._fault(word.line, error, KEPT, line)
                self._comment(line, " ".join(each.text for each in words[first:at]))
            return at
        self._add(line, move, None, before.play(move))
        return at

    def _keep(self, line: _Line, words: list[Token], at: int, reason: KyVienError) -> int:
        """End a line because of the token ``at``. Keep the rest of its text in a comment, and return where it ends.

        The rest includes the variations below it. The result of the game is not part of it.
        """
        self._fault(words[at].line, reason, ENDED, line)
        depth, end = 0, at
        while end < len(words) and not (depth == 0 and words[end].kind in ("close", "result")):
            depth += {"open": 1, "close": -1}.get(words[end].kind, 0)
            end += 1
        self._comment(line, " ".join(word.text for word in words[at:end]))
        return end

    def _unread(self, line: _Line, word: Token) -> None:
        """Keep a token that has no meaning where it is."""
        if word.text[0] == "{":
            self._fault(word.line, NotationError("a comment is not closed"), KEPT, line)
            self._drafts[line.node].note(word.text[1:])
            return
        if word.text[0] == "[":
            self._fault(word.line, NotationError('a tag is written [Name "value"]'), KEPT)
        else:
            self._fault(word.line, NotationError("unexpected {word!r}", word=word.text), KEPT, line)
        self._comment(line, word.text)

    def _comment(self, line: _Line, text: str) -> None:
        """Add text to the comments of the last node of a line."""
        if line.opening:
            line.leads.append(text)
        else:
            self._drafts[line.node].comments.append(text)

    def _start(self, game: Game) -> Position:
        text = self._headers.get("FEN")
        if text is None or self._headers.get("SetUp") == "0":
            return game.start()
        try:
            position, changes = game.read_position(text)
        except KyVienError as error:
            raise self._error(self._lines["FEN"], error) from None
        for change in changes:
            self._fault(self._lines["FEN"], change, mark("the position is read without it"))
        if position == game.start() and "SetUp" not in self._headers:
            return position
        self._drafts[ROOT].setup = game.format_position(position)
        return position

    def _null(self, game: Game, line: _Line, word: Token, words: list[Token], at: int) -> int:
        """Read a null move, and return the index of the next token.

        After a null move, a set-up can follow in the next comment, before which only glyphs may stand. Without one, the
        other side is to move on the same board.
        """
        following = at
        while following < len(words) and words[following].kind in ("nag", "glyph", "sign"):
            following += 1
        raw = words[following].text if following < len(words) and words[following].kind == "comment" else ""
        setup, rest = take_setup(raw[1:-1])
        try:
            position = game.passed(line.position) if setup is None else game.parse_position(setup)
        except KyVienError as error:
            reason = NotationError("{text}: {reason}", text=word.text, reason=error)
            return self._keep(line, words, at - 1, reason)
        self._add(line, None, game.format_position(position), position)
        if setup is not None:
            words[following] = words[following]._replace(text=f"{{{rest}}}")
        return at

    def _add(self, line: _Line, move: int | None, setup: str | None, position: Position) -> None:
        draft = _Draft(len(self._drafts), line.node, move, setup)
        if line.opening:
            draft.lead = "\n".join(text for text in line.leads if text)
            for nag in line.nags:
                draft.glyph(nag)
        self._drafts.append(draft)
        self._drafts[line.node].children.append(draft.id)
        line.node, line.before, line.position, line.opening = draft.id, line.position, position, False
        line.ply += 1

    def _glyph(self, line: _Line, word: Token) -> None:
        """Add the glyph of a token, which can be a number, signs of the standard, or those of other programs."""
        known = SIGNS.get(word.text) if word.kind == "sign" else _GLYPHS.get(word.text)
        if word.kind == "nag" and len(word.text) <= _DIGITS + 1:
            known = int(word.text[1:])
        if known is None:
            # The nearest glyph is that of the first two signs.
            known = _GLYPHS.get(word.text[:2])
            self._fault(
                word.line, NotationError("{text} is not a valid annotation glyph", text=word.text[:20]), KEPT, line
            )
            self._comment(line, word.text)
        if known is None:
            return
        if line.opening:
            line.nags.append(known)
        else:
            self._drafts[line.node].glyph(known)

    def _fault(self, line: int, reason: KyVienError, done: str, at: _Line | None = None) -> None:
        """Add a fault. If ``at`` is given, it is at the next move of that line."""
        self._faults.append(Fault(line, self._number, 0 if at is None else at.ply + 1, reason, done))

    def _error(self, line: int, reason: KyVienError) -> NotationError:
        """Return an error with ``reason``, the line and the number of the game."""
        return NotationError("line {line}, game {game}: {reason}", line=line, game=self._number, reason=reason)


def _is_move(parse: Parse, position: Position, text: str) -> bool:
    """Whether a text is written as a move, which can be illegal."""
    try:
        parse(position, text[:_LONGEST_MOVE])
    except IllegalMoveError:
        return True
    except KyVienError:
        return False
    return True
