"""The format of the Piskvork manager and the Gomocup tournament for five in a row (``.psq``).

The first line, ``Piskvorky 15x15, 11:11, 0``, contains columns, rows, the levels of both players, and the index (0 or
1) of the player who moves first. One line ``x,y,milliseconds`` follows for each move, with x and y counted from 1 at
the upper left. Then the players' names follow, one per line, and a number. In place of the number, Gomocup writes
``1,Freestyle``, which is the winner (0 for a draw) and the rule.

A file contains one game that starts from the empty board. Of a record, it stores only the moves, the times, the names
of the players and the result. The game that the format implies is found by ``Game.implied_by``. Any game with
``Game.record_rules`` for psq can be written.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from pathlib import PureWindowsPath
from typing import ClassVar

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, game_implied_by, games
from engine.core.language import tr
from engine.records.faults import ENDED, Fault
from engine.records.formats import Extract, Format, missing, register
from engine.records.tree import ROOT, GameTree, Node, Record

_HEAD = re.compile(r"Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*,\s*-?[0-9]{1,9}\s*:\s*-?[0-9]{1,9}\s*,\s*([01])\s*")
_MOVE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*(-?[0-9]{1,9})\s*)?")
_END = re.compile(r"\s*([012])\s*,\s*([A-Za-z]+)\s*")
_TIME = re.compile(r"emt ([0-9]{1,4}):([0-9]{2}):([0-9]{2})\.([0-9]{3})")

_NUMBER = re.compile(r"\s*-?[0-9]+\s*")
_HERE = ".\\"
"""Prefix of a name that would otherwise be read as another kind of line."""
_HUMANS = ("homo-1", "homo-2")
"""Names that Piskvork writes for human players."""


@register
class Psq(Format):
    """Game files of Piskvork and Gomocup, each with one game of five in a row."""

    name: ClassVar[str] = "psq"
    title: ClassVar[str] = "Piskvork game"
    suffixes: ClassVar[tuple[str, ...]] = (".psq",)
    has_evaluations: ClassVar[bool] = False

    def recognises(self, text: str) -> bool:
        """Whether the first line is a Piskvork header."""
        return _HEAD.match(text.lstrip()) is not None

    def games(self, text: str) -> list[Extract]:
        """Return the place of the only game, or an empty list if there is no text."""
        if not text.strip():
            return []
        return [Extract(_headers(_tail(text.splitlines()), _starter(text)), 0, len(text), 1)]

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read the game of ``text``. The rule is determined by the last line, or by ``game`` if that line has no rule.

        Raises:
            NotationError: if the game cannot be read, or if ``index`` is not 0.
        """
        if index or not text.strip():
            raise missing(index, 1 if text.strip() else 0)
        lines = text.splitlines()
        first = next(number for number, line in enumerate(lines) if line.strip())
        head = _HEAD.fullmatch(lines[first])
        if head is None:
            raise NotationError(
                "line {line}: expected “Piskvorky 15x15, 11:11, 0”, found {text!r}",
                line=first + 1,
                text=lines[first][:60],
            )
        tail = _tail(lines)
        columns, rows = int(head[1]), int(head[2])
        try:
            played = _game(columns, rows, tail, game)
        except KyVienError as error:
            raise NotationError("line {line}: {reason}", line=first + 1, reason=str(error)) from None
        nodes = {ROOT: Node(ROOT, None)}
        faults: tuple[Fault, ...] = ()
        position = played.start()
        surface = played.surface(position)
        for number, line in enumerate(lines[first + 1 :], first + 2):
            match = _MOVE.fullmatch(line)
            if match is None:
                if line.strip():
                    break
                continue
            column, row = int(match[1]) - 1, rows - int(match[2])
            try:
                if not (0 <= column < columns and 0 <= row < rows):
                    raise NotationError(
                        "{text} is not on a board of {columns} × {rows}", text=line.strip(), columns=columns, rows=rows
                    )
                position = position.reopened()
                move = played.parse_move(position, surface.cell_name(row * columns + column))
            except KyVienError as error:
                faults = (Fault(number, 1, len(nodes), error, ENDED),)
                rest = [each.strip() for each in lines[number - 1 :] if _MOVE.fullmatch(each)]
                nodes[len(nodes) - 1] = dataclasses.replace(nodes[len(nodes) - 1], comment="\n".join(rest))
                break
            last = len(nodes) - 1
            nodes[last] = dataclasses.replace(nodes[last], children=(last + 1,))
            commands = (_elapsed(int(match[3])),) if match[3] and int(match[3]) > 0 else ()
            nodes[last + 1] = Node(last + 1, last, move, commands=commands)
            position = position.play(move)
        headers = dict(_headers(tail, int(head[3])))
        outcome = position.outcome()
        if outcome is not None:
            headers["Result"] = outcome.result
        return Record(headers, GameTree(played, nodes), faults)

    def write(self, records: Sequence[Record]) -> str:
        """Return the text of one game.

        Raises:
            NotationError: if there is not exactly one game of five in a row from the empty board, or if the game has
                variations, notes or choices of an opening, which would be lost.
        """
        if len(records) != 1:
            raise NotationError("a .psq file holds one game, not {count}; save as .pgn", count=len(records))
        (record,) = records
        tree, game = record.tree, record.game
        words = game.record_rules("psq")
        if words is None:
            known = ", ".join(tr(kind.title) for kind in games().values() if kind().record_rules("psq") is not None)
            raise NotationError("a .psq file holds only records of {games}; save as .pgn", games=known)
        if any(
            len(node.children) > 1 or node.comment or node.lead or node.nags or node.evaluations or node.setup
            for node in tree.nodes.values()
        ):
            raise NotationError("a .psq file holds moves only, no variations, notes or set-ups; save as .pgn")
        surface = game.surface(game.start())
        lines = [f"Piskvorky {surface.columns}x{surface.rows}, 0:0, 0"]
        for number in tree.main_line():
            node = tree[number]
            if node.parent is None or node.move is None:
                continue
            cell = game.shape(tree.position(node.parent), node.move).target
            if cell is None:
                raise NotationError("a .psq file has no place for the choices of an opening; save as .pgn")
            time = next((_milliseconds(command) for command in node.commands if _TIME.fullmatch(command)), 0)
            lines.append(f"{cell % surface.columns + 1},{surface.rows - cell // surface.columns},{time}")
        for tag, human in zip(("White", "Black"), _HUMANS, strict=True):
            lines.append(_name_line(record.headers.get(tag, "").strip()) or human)
        winner = {"1-0": "1", "0-1": "2", "1/2-1/2": "0"}.get(record.result)
        lines.append(f"{winner},{words.get('rule', '')}" if winner else "-1")
        return "\n".join(lines) + "\n"


def _is_name(text: str) -> bool:
    """Whether a line can be a player's name.

    A name is printable and is not empty, ``?``, a move, the last line of a file, a number or one of ``_HUMANS``.
    """
    taken = text in ("", "?", *_HUMANS) or any(pattern.fullmatch(text) for pattern in (_MOVE, _END, _NUMBER))
    return text.isprintable() and not taken


def _name_line(name: str) -> str:
    """Return the line of a player's name, or an empty string if there is no name or it is not printable.

    A name that looks like another line, such as ``1,2``, is written as a path, because the names that Piskvork writes
    are often paths.
    """
    if name in ("", "?") or not name.isprintable():
        return ""
    is_marked = name.startswith(_HERE) and not _is_name(PureWindowsPath(name).name.strip())
    return name if _is_name(name) and not is_marked else _HERE + name


def _starter(text: str) -> int:
    head = _HEAD.match(text.lstrip())
    return int(head[3]) if head else 0


def _tail(lines: Sequence[str]) -> list[str]:
    """Return the lines after the moves, without empty lines."""
    filled = [line for line in lines if line.strip()][1:]
    count = next((number for number, line in enumerate(filled) if not _MOVE.fullmatch(line)), len(filled))
    return filled[count:]


def _headers(tail: Sequence[str], starter: int) -> Mapping[str, str]:
    """Return the headers with the names and the result, which are read from the lines after the moves.

    The player with the index ``starter`` (0 or 1) moves first and is ``White``.
    """
    headers = {}
    names = [line.strip() for line in tail if not _NUMBER.fullmatch(line) and not _END.fullmatch(line)]
    players = names[:2][::-1] if starter and len(names) > 1 else names[:2]
    for tag, name in zip(("White", "Black"), players, strict=False):
        if name not in _HUMANS:
            short = PureWindowsPath(name).name.strip()
            headers[tag] = short if _is_name(short) else name.removeprefix(_HERE)
    end = next((match for line in tail if (match := _END.fullmatch(line))), None)
    if end is not None:
        first = (int(end[1]) - 1) ^ starter == 0
        headers["Result"] = "1/2-1/2" if end[1] == "0" else "1-0" if first else "0-1"
    return headers


def _game(columns: int, rows: int, tail: Sequence[str], game: Game | None) -> Game:
    """Return the game on a board of the given size.

    The rule is that of the last line. If that line has no rule, the rule is that of ``game``, or the default rule if
    ``game`` is None or a game that the format does not support.

    Raises:
        KyVienError: if the game does not support the board or the rule.
    """
    rule = next((match[2] for line in tail if (match := _END.fullmatch(line))), "")
    base = game if game is not None and game.record_rules("psq") is not None else game_implied_by("psq")()
    return base.with_record_rules("psq", {"columns": str(columns), "rows": str(rows), "rule": rule})


def _elapsed(milliseconds: int) -> str:
    """Return the embedded command ``emt`` that stores the time used for a move."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"emt {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"


def _milliseconds(command: str) -> int:
    match = _TIME.fullmatch(command)
    if match is None:
        return 0
    hours, minutes, seconds, rest = (int(part) for part in match.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest
