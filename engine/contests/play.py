"""A single game between two players from any position, and its record."""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.asking.external import RESIGNS
from engine.asking.query import answer
from engine.contests.book import book_report
from engine.contests.ongoing import OngoingGame
from engine.core.errors import SearchError
from engine.core.files import write_text
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import ROOT, GameTree, Record
from engine.search.kept import KeptSearch
from engine.search.query import Query, Run
from engine.search.report import Limit, last_report
from engine.search.search import Stop
from engine.search.spec import AnySpec
from engine.tables.book import Book

MOST_PLIES = 2000
"""Number of plies after which a game is adjudicated a draw.

The number is twice the default of a contest (``Adjudication.most_plies``), because a single game has no option to raise
it.
"""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game.

    Attributes:
        start: position at which the game began.
        moves: every move, in order.
        outcome: winner and termination.
        players: names of FIRST and SECOND.
        seconds: seconds used by FIRST and SECOND.
        nodes: positions visited by FIRST and SECOND.
        headers: further headers of the record.
    """

    start: Position
    moves: tuple[int, ...]
    outcome: Outcome
    players: tuple[str, str]
    seconds: tuple[float, float]
    nodes: tuple[int, int]
    headers: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> Record:
        """Return the game as a record."""
        game = self.start.game
        setup = None if self.start == game.start() else str(self.start)
        tree = GameTree.start(game, setup)
        tree = edits.add_line(tree, ROOT, self.moves).apply(tree)
        headers = {
            "White": self.players[0],
            "Black": self.players[1],
            "Result": self.outcome.result,
            "Termination": self.outcome.termination.value,
        }
        return Record(headers | dict(self.headers), tree)

    def text(self) -> str:
        """Return the record as PGN text."""
        return pgn.write([self.record()])

    def write(self, path: Path) -> None:
        """Write the record to a file atomically.

        Raises:
            FileError: if the file cannot be written.
        """
        write_text(path, self.text())

    def to_dict(self) -> dict[str, object]:
        """Return the game as plain data for the JSON output of the command line, with moves in coordinate notation."""
        game = self.start.game
        texts, at = [], self.start
        for move in self.moves:
            texts.append(game.format_move(at, move, "coordinates"))
            at = at.play(move)
        winner = self.outcome.winner
        return {
            "result": self.outcome.result,
            "winner": None if winner is None else ("first", "second")[winner],
            "termination": self.outcome.termination.value,
            "first": self.players[0],
            "second": self.players[1],
            "plies": len(self.moves),
            "moves": texts,
            "seconds": list(self.seconds),
            "nodes": list(self.nodes),
            "position": str(at),
        }


def play_game(
    start: Position,
    specs: tuple[AnySpec, AnySpec],
    evaluations: tuple[str, str],
    limits: tuple[Limit, Limit],
    seed: int,
    on_move: Callable[[], None] = lambda: None,
    stop: Stop | None = None,
    books: tuple[Book | None, Book | None] = (None, None),
) -> PlayedGame:
    """Play a game between two algorithms from ``start`` to the end.

    Each side has its own search, which keeps its memory during the game.

    Args:
        start: position at which the game begins.
        specs: the algorithms of FIRST and SECOND.
        evaluations: names of their evaluations, or an empty string for the game's default.
        limits: their limits for every move.
        seed: random seed of the game, from which the seeds of both sides are derived.
        on_move: function that is called after every move.
        stop: flag that ends the game early, as an adjudicated draw.
        books: their opening books, or None for a player without one.

    Raises:
        SearchError: if a plugin or an external engine fails.
        OptionError: if the game has no such evaluation.
    """
    stop = stop or Stop()
    game = OngoingGame(start, (), seed, MOST_PLIES)
    kept = (KeptSearch(), KeptSearch())
    outcome = game.outcome()
    while outcome is None:
        if stop.requested:
            outcome = Outcome(None, Termination.ADJUDICATION)
            break
        side = game.side
        spec = specs[side]
        book = books[side]
        move = None if book is None else book.choose(game.position, game.seed)
        if move is None:
            query = Query(game.position, spec, evaluations[side], limits[side], game.seed, game.course)
            last = last_report(answer(query, Run(stop, kept=kept[side])))
        else:
            last = book_report(move)
        if last is None or (last.move is None and last.note != RESIGNS):
            raise SearchError("{name} gave no answer", name=spec.name)
        outcome = game.answer(last, last.seconds)
        if outcome is None:
            on_move()
            outcome = game.outcome()
    return PlayedGame(
        start,
        tuple(game.moves),
        outcome,
        (specs[Player.FIRST].text, specs[Player.SECOND].text),
        (game.seconds[0], game.seconds[1]),
        (game.nodes[0], game.nodes[1]),
        {"Date": datetime.date.today().strftime("%Y.%m.%d")},
    )
