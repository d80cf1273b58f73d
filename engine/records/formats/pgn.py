r"""Records as PGN (Edwards, "Portable Game Notation Specification and Implementation Guide", 1994), for every game.

Beside the standard's tags: ``Game`` (identifier, or what other programs call the game), ``Rules`` (what differs from
the default rules, or a preset's name), ``SetUp``/``FEN`` with the game's own position text, ``Termination``.
``White`` is Player.FIRST, ``Black`` Player.SECOND. Move text is the game's record notation; moves on the way in may
be in any style the game reads, a calculation in brackets after them is passed over.

Comments in braces hold text and embedded commands. Ours are ``[%eval negascout;d=4;v=+7]`` (fields ``e`` evaluation,
``d`` depth, ``v`` score as FIRST sees it, ``n`` nodes; a win in 5 plies is ``#5``, a loss ``#-5``) and, after the null
move ``--``, ``[%setup …]``, a position set up in the middle of a record. Others are kept and written back unchanged.

What a comment could not hold is written ``\uXXXX``: closing braces, control characters, ``[`` before ``%``, white space
at either end, a backslash where it would be misread. A line that ends with a backslash ends there in the comment as
well; an empty line parts two paragraphs; all other line ends are spaces. Only these are read back, so that backslashes
of other programs stay as they are.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, find_game, games
from engine.core.outcome import Player
from engine.core.position import Position
from engine.records.escapes import CONTROL, code, decode, decode_sign, guard
from engine.records.formats import Extract, Format, register
from engine.records.notes import read_evaluation, write_evaluation
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node, Record, with_players

WIDTH = 80
"""Columns of a line; a word that is longer stands on a line of its own."""

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_ENDINGS = {"time forfeit": "time"}
"""What the standard calls an end for which we have a word of our own; other words of ``Termination`` stay."""
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

# What is played where nothing says so.
_OWN = "chess"

# Most digits of a number that we take in, most letters of a move.
_DIGITS = 9
_LONGEST_MOVE = 40

# --- words ------------------------------------------------------------------------------------------------------------

_WORD = re.compile(
    r"""(?P<space>[\s\ufeff]+)
    |(?P<rest>;[^\n]*)
    |(?P<comment>\{[^}]*\})
    |(?P<sum>\(\|?[0-9]\s?(?:[+\-\u2212\u00d7x:]|mod)\s?[0-9]\|?\))
    |(?P<open>\()
    |(?P<close>\))
    |(?P<nag>\$[0-9]+)
    |(?P<glyph>[!?]+)
    |(?P<result>(?:1-0|0-1|1/2-1/2|\u00bd-\u00bd|\*)(?![^\s(){}\[\];$]))
    |(?P<number>[0-9]+(?:\s?[.\u2026]+|(?![^\s(){}\[\];$]))|[.\u2026]+)
    |(?P<null>(?:--|Z0)(?![^\s(){}\[\];$!?]))
    |(?P<move>[^\s(){}\[\];$!?]+)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*([^\s"\[\]]+)\s+"((?:[^"\\\n]|\\[^\n])*)"\s*\]')
# Of a program that does not escape quotes: everything up to the last quote of the line.
_LOOSE_TAG = re.compile(r'\[\s*([^\s"\[\]]+)[^\S\n]+"([^\n]*)"[^\S\n]*\]')


class _Word(NamedTuple):
    """A word of a file. ``kind``: the groups of ``_WORD``, ``tag``, or ``fault`` (``text``: what could not be read)."""

    kind: str
    text: str
    start: int
    end: int
    line: int
    value: str = ""


def _words(text: str, line: int = 1) -> Iterator[_Word]:
    """The words of ``text``, white space and escaped lines left out. Never fails; takes time linear in the text.

    Args:
        text: what to read.
        line: number of its first line.
    """
    at, line_start = 0, True
    while at < len(text):
        start = at
        if text[at] == "%" and line_start:
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
        if text[at] == "[":
            match = _TAG.match(text, at) or _LOOSE_TAG.match(text, at)
            if match:
                at = match.end()
                yield _Word("tag", match[1], start, at, line, match[2])
            else:
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
                yield _Word("fault", "[", start, at, line)
        else:
            match = _WORD.match(text, at)
            if match is None:
                # What is left is "}", "]", or a "{" that is never closed.
                at = len(text) if text[at] == "{" else at + 1
                yield _Word("fault", text[start], start, at, line)
            else:
                at = match.end()
                kind = match.lastgroup or ""
                if kind not in ("space", "sum"):
                    yield _Word(kind, match[0], start, at, line)
        line += text.count("\n", start, at)
        line_start = at > 0 and text[at - 1] == "\n"


def _lines(text: str) -> str:
    """The text with line ends of one kind, character by character in its place."""
    return text if "\r" not in text else re.sub(r"\r(?!\n)", "\n", text).replace("\r\n", " \n")


# Where something other than plain words begins: all that can end a game, or hide what looks like an end.
_MARK = re.compile(
    r"""[{;()\[]
    |^%[^\n]*
    |(?<![^\s(){}\[\];$!?])(?:1-0|0-1|1/2-1/2|\u00bd-\u00bd|\*)(?![^\s(){}\[\];$])""",
    re.VERBOSE | re.MULTILINE,
)
_BLACK = re.compile(r"[^\s\ufeff]")
_SUM = re.compile(r"\(\|?[0-9]\s?(?:[+\-\u2212\u00d7x:]|mod)\s?[0-9]\|?\)")


def _scan(text: str) -> Iterator[Extract]:
    """Where each game stands, found without looking at its moves. Never fails; takes time linear in the text.

    A game begins with tags or moves and ends with a result outside of variations, or before the next game's tags.
    Comments before anything else belong to the next game if its moves follow without tags.
    """
    at, line, counted = 0, 1, 0
    headers: dict[str, str] = {}
    # Where the game begins, the comments before it do, its last word ends.
    begin, waiting, end = -1, -1, 0
    depth, moving = 0, False
    while at <= len(text):
        match = _MARK.search(text, at)
        stop = len(text) if match is None else match.start()
        black = _BLACK.search(text, at, stop)
        if black is not None:
            begin = begin if begin >= 0 else waiting if waiting >= 0 else black.start()
            end, moving = at + len(text[at:stop].rstrip()), True
        if match is None:
            break
        sign, at = match[0], match.end()
        finished = False
        if sign[0] == "%":
            continue
        if sign in ("{", ";"):
            close = text.find("}" if sign == "{" else "\n", at)
            at = len(text) if close < 0 else close + (sign == "{")
            if begin >= 0 or (close < 0 and sign == "{"):
                begin, end, moving = begin if begin >= 0 else stop, at, True
            elif waiting < 0:
                waiting = stop
            continue
        if sign == "[":
            tag = _TAG.match(text, stop) or _LOOSE_TAG.match(text, stop)
            if tag is not None:
                apart = begin >= 0 and text.count("\n", end, stop) > 1
                if begin >= 0 and (moving or (tag[1] in headers and apart)):
                    line, counted = line + text.count("\n", counted, begin), begin
                    yield Extract(headers, begin, end, line)
                    begin, headers = -1, {}
                begin = begin if begin >= 0 else stop
                headers[tag[1]] = _read_value(tag[2])
                at = end = tag.end()
                depth, moving, waiting = 0, False, -1
                continue
            close = text.find("\n", at)
            at = len(text) if close < 0 else close
        elif sign == "(":
            calculation = _SUM.match(text, stop)
            if calculation is not None:
                at = calculation.end()
                continue
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        else:
            finished = depth == 0
        begin = begin if begin >= 0 else waiting if waiting >= 0 else stop
        end, moving = at, True
        waiting = -1
        if finished:
            line, counted = line + text.count("\n", counted, begin), begin
            yield Extract(headers, begin, end, line)
            begin, headers, moving = -1, {}, False
    if begin >= 0:
        yield Extract(headers, begin, end, line + text.count("\n", counted, begin))


# --- what is inside the words -----------------------------------------------------------------------------------------

_COMMAND_NAME = re.compile(r"[A-Za-z0-9_]+(?![A-Za-z0-9_])")


def _commands(raw: str) -> tuple[list[str], str]:
    """The commands embedded in a comment, without brackets, and the rest of it."""
    commands, rest = [], []
    at = 0
    start = raw.find("[%")
    end = -1
    while start >= 0:
        if end < start:
            end = raw.find("]", start)
            if end < 0:
                break
        if _COMMAND_NAME.match(raw, start + 2, end):
            # A line end inside is where some program broke a line.
            command = raw[start + 2 : end]
            commands.append(
                command if "\n" not in command else " ".join(part.strip(" \t") for part in command.split("\n"))
            )
            rest.append(raw[at:start].strip(" \t\n"))
            at = end + 1
            start = raw.find("[%", at)
        else:
            start = raw.find("[%", start + 2)
    rest.append(raw[at:].strip(" \t\n"))
    return commands, " ".join(part for part in rest if part)


def _read_text(raw: str) -> str:
    """The text of a comment as it stands between braces, commands already taken out."""
    return decode(_joined(raw.strip(" \t\n").split("\n")))


def _joined(lines: Sequence[str]) -> str:
    """Lines of a comment put together: by a space, after a backslash by a line end, at an empty line by two."""
    parts: list[str] = []
    soft = False
    for index, line in enumerate(lines):
        # A second sign of the line end may have become a space.
        ended = line.removesuffix(" ")
        hard = index < len(lines) - 1 and ended.endswith("\\")
        text = ended[:-1] if hard else line
        if soft:
            text = text.lstrip(" \t")
        if not hard and index < len(lines) - 1:
            text = text.rstrip(" \t")
        if soft and not text and not hard:
            parts[-1] = "\n\n"
            continue
        parts += [text, "\n" if hard else " "]
        soft = not hard
    return "".join(parts[:-1])


def _write_text(text: str, commands: bool = True) -> str:
    """``text`` as it may stand between braces; lines may be broken at single spaces."""
    if not text:
        return ""
    text = re.sub(r"\\(?=u[0-9a-f]{4}|\n)", lambda match: code(match[0]), text)
    if commands:
        text = re.sub(r"\[(?=%)", lambda match: code(match[0]), text)
    text = re.sub(f"{CONTROL}|}}", lambda match: code(match[0]), text)
    text = re.sub(r"\A[ \t\n]|[ \t\n]\Z", lambda match: code(match[0]), text)
    return text.replace("\n", "\\\n")


def _read_value(raw: str) -> str:
    """The text of a tag as it stands between quotes."""
    return re.sub(r'\\(?:(["\\])|u([0-9a-f]{4}))', lambda match: match[1] or decode_sign(match[2]), raw)


def _write_value(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return re.sub(f"{CONTROL}|[\n\t]", lambda match: code(match[0]), text)


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """A node while it is read."""

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
        """Take in a comment."""
        commands, raw = _commands(raw)
        for command in commands:
            if command.startswith("eval "):
                self.evaluations.append(read_evaluation(command[5:]))
            else:
                self.commands.append(command)
        text = _read_text(raw)
        if text:
            self.comments.append(text)

    def glyph(self, nag: int) -> None:
        """Take in a glyph."""
        if nag not in self.nags:
            self.nags.append(nag)

    def finished(self) -> Node:
        """The node."""
        return Node(
            self.id,
            self.parent,
            self.move,
            tuple(self.children),
            "\n".join(self.comments),
            tuple(self.nags),
            tuple(self.evaluations),
            self.setup,
            tuple(self.commands),
            self.lead,
        )


@dataclass(slots=True)
class _Line:
    """A line of moves while it is read: the last node, the position there and the one before; None: not yet."""

    node: int
    position: Position
    before: Position | None = None
    opening: bool = False
    leads: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)


class _Reader:
    """Reads one game.

    Args:
        words: its words.
        number: which game of the text, from 1.
        game: what is played where the tags do not say.
    """

    def __init__(self, words: Sequence[_Word], number: int, game: Game | None) -> None:
        self._words = words
        self._number = number
        self._default = game
        self._drafts = [_Draft(ROOT, None)]
        self._headers: dict[str, str] = {}
        self._lines: dict[str, int] = {}

    def read(self) -> Record:
        """The game."""
        for word in self._words:
            if word.kind == "tag":
                value = _read_value(word.value)
                self._headers[word.text] = _ENDINGS.get(value, value) if word.text == "Termination" else value
                self._lines[word.text] = word.line
            elif word.kind == "fault" and word.text == "[":
                raise self._fault(word)
        game, result = self._read_moves()
        told = game.record_tags
        self._headers = with_players(
            {name: self._headers[name] for name in self._headers if name not in told}, type(game)
        )
        if result != "*" and self._headers.get("Result", "*") == "*":
            self._headers["Result"] = result
        return Record(self._headers, GameTree(game, {each.id: each.finished() for each in self._drafts}))

    def _games(self) -> list[Game]:
        """What may be played: what the tags say, else what is given, and what PGN was made for."""
        name, variant = self._headers.get("Game"), self._headers.get("Variant", "").strip().lower()
        known = games()
        names = {alias.lower(): cls.name for cls in known.values() for alias in cls.aliases}
        names.update((each, each) for each in known)
        try:
            if name is not None:
                if name.strip().lower() not in names:
                    raise NotationError("no game {name!r}; there are: {names}", name=name, names=", ".join(known))
                return [find_game(names[name.strip().lower()]).with_rules(self._headers.get("Rules", ""))]
            if variant in names:
                return [find_game(names[variant]).with_rules(self._headers.get("Rules", ""))]
            for cls in known.values():
                for preset in cls.presets:
                    if variant and variant == preset.lower():
                        return [cls.with_rules(preset=preset)]
            found = [] if self._default is None else [self._default]
            if found and "Rules" in self._headers:
                found = [type(found[0]).with_rules(self._headers["Rules"])]
            if all(each.name != _OWN for each in found):
                found.append(find_game(_OWN).with_rules())
        except KyVienError as error:
            tag = "Game" if name is None or isinstance(error, NotationError) else "Rules"
            raise self._error(self._lines.get(tag, self._words[0].line), error) from None
        return found

    def _read_moves(self) -> tuple[Game, str]:
        """The game played and its result, by the first of ``_games`` that the moves belong to."""
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
                    'no tag says what is played ([Game "…"], one of {names}), and as chess: {reason}',
                    names=", ".join(games()), reason=error,
                )  # fmt: skip
                raise self._error(self._words[0].line, reason) from None
            raise

    def _played(self, game: Game) -> tuple[Game, str]:
        """Read the moves; by looser rules where players of other programs went on though ours had ended the game."""
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
        """Read the moves; the result after them, ``*`` if there is none."""
        line = _Line(ROOT, self._start(game))
        outer: list[tuple[_Line, _Word]] = []
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
                        raise NotationError("{text!r} is no move", text=word.text[:_LONGEST_MOVE] + "…")
                    move = game.parse_move(before, word.text)
                except KyVienError as error:
                    raise self._error(word.line, error, line) from None
                self._add(line, move, None, before.play(move))
            elif kind in ("comment", "rest"):
                raw = word.text[1:-1] if kind == "comment" else word.text[1:]
                if line.opening:
                    line.leads.append(_read_text(raw))
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
                    raise self._error(word.line, NotationError("a bracket closes that was never opened"))
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
            position = game.parse_position(text)
        except KyVienError as error:
            raise self._error(self._lines["FEN"], error) from None
        if position == game.start() and "SetUp" not in self._headers:
            return position
        self._drafts[ROOT].setup = game.format_position(position)
        return position

    def _set_up(self, game: Game, line: _Line, word: _Word, words: list[_Word], at: int) -> None:
        """A null move: a set-up if the comment after it (and after glyphs, from ``at`` on) says so."""
        while at < len(words) and words[at].kind in ("nag", "glyph"):
            at += 1
        raw = words[at].text if at < len(words) and words[at].kind == "comment" else ""
        match = re.match(r"\{[ \t\n]*\[%setup\s([^\]]*)\]", raw)
        if match is None:
            raise self._error(word.line, NotationError("{text} is no move of this game", text=word.text), line)
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

    def _glyph(self, word: _Word) -> int:
        if word.kind == "nag" and len(word.text) <= _DIGITS + 1:
            return int(word.text[1:])
        if word.text in _GLYPHS:
            return _GLYPHS[word.text]
        raise self._error(word.line, NotationError("{text} is no annotation", text=word.text[:20]))

    def _fault(self, word: _Word) -> NotationError:
        if word.text == "[":
            reason = NotationError('a tag is written [Name "value"]')
        elif word.text == "{":
            reason = NotationError("a comment is not closed")
        else:
            reason = NotationError("{word!r} has no place here", word=word.text)
        return self._error(word.line, reason)

    def _error(self, line: int, reason: KyVienError, at: _Line | None = None) -> NotationError:
        """``reason`` with its place: the line, the game, and with ``at`` the number of the move to be made there."""
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


# --- writing ----------------------------------------------------------------------------------------------------------


class _Page:
    """Lines of words, broken before ``WIDTH``."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._column = 0

    def word(self, text: str, glue: bool = False) -> None:
        """A word; with ``glue`` it follows the last one without a space. Line ends inside are kept."""
        first = text.partition("\n")[0]
        if self._column == 0:
            pass
        elif glue:
            self._put("")
        elif self._column + 1 + len(first) > WIDTH:
            self._parts.append("\n")
            self._column = 0
        else:
            self._put(" ")
        self._put(text)

    def comment(self, commands: Sequence[str], text: str) -> None:
        """A comment between braces: commands, each in one piece, and text as it is written, broken at single spaces."""
        # No line begins with what some programs take for a tag or for an escaped line.
        pieces = [*commands, *(re.split(r"(?<![\s\\]) (?![\s%\[])", text) if text else ())]
        pieces[0] = "{" + pieces[0]
        pieces[-1] += "}"
        for piece in pieces:
            self.word(piece)

    def _put(self, text: str) -> None:
        self._parts.append(text)
        _, newline, last = text.rpartition("\n")
        self._column = len(last) if newline else self._column + len(text)

    def text(self) -> str:
        """The page."""
        return "".join(self._parts)


def _write_node(page: _Page, node: Node) -> None:
    """Glyphs and comment of a node."""
    for nag in node.nags:
        page.word(f"${nag}")
    commands = [] if node.setup is None or node.id == ROOT else [f"[%setup {node.setup}]"]
    commands += [f"[%eval {write_evaluation(note)}]" for note in node.evaluations]
    commands += [f"[%{guard(command)}]" for command in node.commands]
    if commands or node.comment:
        page.comment(commands, _write_text(node.comment))


def _write_record(record: Record) -> str:
    tree = record.tree
    told = {"Game": record.game.name, **record.game.record_tags}
    players = dict(zip(("White", "Black"), record.game.sides, strict=True)) if record.game.record_tags else {}
    players = {tag: side for tag, side in players.items() if side == tag or side not in record.headers}
    tags = [(players.get(name, name), text) for name, text in record.headers.items() if name not in told]
    tags += told.items()
    rules = record.game.rules_text()
    if rules:
        tags.append(("Rules", rules))
    setup = tree[ROOT].setup
    if setup is not None:
        tags += [("SetUp", "1"), ("FEN", setup)]
    page = _Page()
    _write_node(page, tree[ROOT])
    depth = 0
    for step in tree.walk():
        closing = depth - step.depth + (1 if step.opens else 0)
        for _ in range(closing):
            page.word(")", glue=True)
        depth = step.depth
        node = tree[step.node]
        prefix = "(" if step.opens else ""
        if node.lead and step.opens:
            page.word("(")
            page.comment((), _write_text(node.lead, commands=False))
            prefix = ""
        number = f"{step.number}." if step.player is Player.FIRST else f"{step.number}..." if step.resumes else ""
        move = tree.move_text(step.node) or "--"
        page.word(f"{prefix}{number}" if number else f"{prefix}{move}")
        if number:
            page.word(move)
        _write_node(page, node)
    for _ in range(depth):
        page.word(")", glue=True)
    page.word(record.result)
    words = {ours: theirs for theirs, ours in _ENDINGS.items()}
    tags = [(name, words.get(text, text) if name == "Termination" else text) for name, text in tags]
    head = "".join(f'[{name} "{_write_value(text)}"]\n' for name, text in tags)
    return f"{head}\n{page.text()}\n"


def _read(text: str, extract: Extract, number: int, game: Game | None) -> Record:
    words = list(_words(_lines(text[extract.start : extract.end]), extract.line))
    return _Reader(words, number, game).read()


@register
class Pgn(Format):
    """Portable Game Notation."""

    name: ClassVar[str] = "pgn"
    title: ClassVar[str] = "Portable Game Notation"
    suffixes: ClassVar[tuple[str, ...]] = (".pgn",)

    def recognises(self, text: str) -> bool:
        """Whether the first thing in it is a tag, or a move number, or a comment with moves after it."""
        for word in _words(_lines(text[:10_000])):
            if word.kind == "tag" or (word.kind == "number" and word.text[0].isdigit()):
                return True
            if word.kind not in ("comment", "rest"):
                return False
        return False

    def scan(self, text: str) -> Iterator[Extract]:
        """Where the games stand, one after the other."""
        # Line ends of two signs do no harm here, and large files have many.
        yield from _scan(text if text.count("\r") == text.count("\r\n") else _lines(text))

    def games(self, text: str) -> list[Extract]:
        """Where the games stand."""
        return list(self.scan(text))

    def read(self, text: str | bytes, game: Game | None = None) -> list[Record]:
        """Every game of ``text``, which is split only once."""
        whole = self.decode(text) if isinstance(text, bytes) else text
        return [_read(whole, extract, number, game) for number, extract in enumerate(self.scan(whole), 1)]

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """One game of ``text``."""
        count = 0
        for count, extract in enumerate(self.scan(text), 1):
            if count == index + 1:
                return _read(text, extract, count, game)
        raise NotationError("line 1: there is no game {number}; the text has {count}", number=index + 1, count=count)

    def write(self, records: Sequence[Record]) -> str:
        """The text of some games, an empty line between them."""
        return "\n".join(_write_record(record) for record in records)


_format = Pgn()
read = _format.read
write = _format.write
