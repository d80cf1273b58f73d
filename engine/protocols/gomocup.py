"""The Gomocup protocol, spoken to engines that put five in a row.

Source: P. Laštovička, *Gomoku AI protocol*, and the Gomocup extensions (gomocup.org, "New protocol"). Field 0,0
is in the upper left corner.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.errors import IllegalMoveError, NotationError, SearchError
from engine.core.game import Game
from engine.core.position import Position
from engine.protocols.talk import (
    GRACE_SECONDS,
    SILENCE_SECONDS,
    WAIT,
    Alarm,
    Answer,
    Client,
    Course,
    Identity,
    Send,
    Talk,
)
from engine.protocols.timing import Clock
from engine.search.report import Limit

SIZE = 15


def cell_of(columns: int, rows: int, text: str) -> int | None:
    """The cell that ``x,y`` names, y counted from the top; None if there is none."""
    parts = text.strip().split(",")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        return None
    x, y = (int(part[-6:]) for part in parts)
    return (rows - 1 - y) * columns + x if x < columns and y < rows else None


def cell_name(columns: int, rows: int, cell: int) -> str:
    """``x,y`` of a cell."""
    return f"{cell % columns},{rows - 1 - cell // columns}"


def move_on(position: Position, cell: int) -> int | None:
    """The legal move that puts a stone on ``cell``."""
    game: Any = position.game
    return next((shape.move for shape in game.shapes(position) if shape.target == cell), None)


class Gomocup(Client):
    """The protocol of Gomocup's brains. Each question is a whole ``BOARD``, so set-ups are as good as games."""

    protocol: ClassVar[str] = "gomocup"
    title: ClassVar[str] = "Gomocup"

    def greet(self) -> Talk[Identity]:
        """``ABOUT``; an engine that says nothing about itself must at least take ``START``."""
        yield Send(("ABOUT",))
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            words = line.strip()
            if "name=" in words and not words.startswith(("MESSAGE", "DEBUG")):
                facts = dict(part.strip().partition("=")[::2] for part in words.split('",'))
                name, author = (facts.get(key, "").strip('" ') for key in ("name", "author"))
                self.identity = Identity(name, author)
                return self.identity
            if words.startswith(("?", "UNKNOWN", "ERROR")):
                break
        if line is None:
            raise self.refused(self.title)
        try:
            yield from self._start(f"START {SIZE}")
        except SearchError:
            raise self.refused(self.title) from None
        return self.identity

    def _start(self, *lines: str) -> Talk[None]:
        yield Send(lines)
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            word = line.strip().upper()
            if word.startswith("OK"):
                return
            if word.startswith(("ERROR", "UNKNOWN", "?")):
                raise SearchError("{name}: {reason}", name=self.name, reason=line.strip()[:200])
        raise self.hung(self.patience)

    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Rule and board."""
        rules = self.rules_for(game)
        columns, rows = rules["columns"], rules["rows"]
        start = f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}"
        # Before START as the rule may decide whether the board is taken; again after it, as some forget.
        info = f"INFO rule {rules['rule']}"
        yield from self._start("INFO game_type 1", info, start)
        yield Send((info,))

    def ask(self, course: Course, limit: Limit | Clock) -> Talk[Answer]:
        """``BEGIN`` or ``BOARD``."""
        position = course.position
        game: Any = position.game
        # 0 and 5: there is no opening, or it is over.
        if game.setup(position).counters.get("opening", 0) not in (0, 5):
            raise SearchError("{name} does not play this opening", name=self.name)
        surface = game.surface(position)
        owners = {kind.id: kind.player for kind in surface.kinds}
        lines = []
        if isinstance(limit, Clock):
            left = round(1000 * limit.seconds[position.turn])
            turn = round(1000 * limit.allot(position.turn))
            lines += [f"INFO timeout_turn {turn}", f"INFO time_left {left}"]
            patience = limit.seconds[position.turn] + GRACE_SECONDS
        elif limit.seconds is not None:
            turn = max(1, round(1000 * limit.seconds))
            lines += [f"INFO timeout_turn {turn}", "INFO timeout_match 0"]
            patience = limit.seconds + 2 * GRACE_SECONDS
        else:
            lines += [f"INFO timeout_turn {round(1000 * SILENCE_SECONDS / 2)}", "INFO timeout_match 0"]
            patience = SILENCE_SECONDS
        if surface.pieces:
            lines.append("BOARD")
            for cell, piece in self._in_order(course, surface.pieces):
                whose = 1 if owners[piece] == position.turn else 2
                lines.append(f"{cell_name(surface.columns, surface.rows, cell)},{whose}")
            lines.append("DONE")
        else:
            lines.append("BEGIN")
        yield Send(tuple(lines))
        yield Alarm(patience)
        while (line := (yield WAIT)) is not None:
            text = line.strip()
            word = text.partition(" ")[0].upper()
            if word in ("", "MESSAGE", "DEBUG", "SUGGEST", "OK"):
                continue
            if word in ("ERROR", "UNKNOWN"):
                # An INFO that is not known is no failure.
                if "INFO" in text.upper():
                    continue
                raise SearchError("{name}: {reason}", name=self.name, reason=text[:200])
            return self.answer(position, text)
        raise self.hung(patience)

    @staticmethod
    def _in_order(course: Course, pieces: Mapping[int, str]) -> list[tuple[int, str]]:
        """The stones in the order in which they were put: some engines take the last one for the opponent's move."""
        game: Any = course.start.game
        order: list[int] = []
        at = course.start
        for move in course.moves:
            target = game.shape(at, move).target
            if target is not None:
                order.append(target)
            at = at.play(move)
        known = set(order)
        before = [cell for cell in sorted(pieces) if cell not in known]
        return [(cell, pieces[cell]) for cell in (*before, *order) if cell in pieces]

    def read_move(self, game: Game, position: Position, text: str) -> int:
        """``x,y``."""
        surface = game.surface(position)
        cell = cell_of(surface.columns, surface.rows, text)
        if cell is None:
            raise NotationError("{text!r} is no move; written x,y", text=text)
        move = move_on(position, cell)
        if move is None:
            raise IllegalMoveError("{text}: a stone stands there", text=text)
        return move

    def farewell(self) -> tuple[str, ...]:
        """``END``."""
        return ("END",)
