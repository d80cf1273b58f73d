"""The making of opening books, and the report of a move from a book."""

import random
from collections.abc import Callable, Iterable, Sequence

from engine.asking.query import answer
from engine.core.errors import OptionError
from engine.core.evaluation import evaluations, scale_of
from engine.core.game import Game
from engine.core.options import check_range, options_of
from engine.core.outcome import Outcome, Player
from engine.core.position import Position
from engine.core.values import replace
from engine.records.tree import Record
from engine.search.players import strongest_of
from engine.search.query import Query, Run
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from engine.search.spec import TIES, AnySpec, Spec
from engine.tables.book import NOTE, Book, BookMove, Canonical

MOST_PLIES = 300
"""Number of plies after which a game that is played for a book is a draw."""
LINES = 4
"""Number of best moves of a position that the games of a book may begin with."""
FASTER = 20
"""Ratio of the nodes for a position of the book to the nodes for a move after it."""


def book_report(move: int) -> Report:
    """Return the report of a player that plays ``move`` from its opening book, without a search."""
    return Report(
        algorithm="book", depth=0, seldepth=0, score=None, move=move, pv=(move,), nodes=0, iteration_nodes=0,
        leaf_evaluations=0, comparisons=0, cutoffs=0, table_hits=0, seconds=0.0, final=True, note=NOTE,
    )  # fmt: skip


class BookMaker:
    """The positions of a book in the making.

    Args:
        game: the game with its rules.
        plies: number of plies of each game that the book contains.
        nodes: limit of nodes for the search of each position.
        seed: random seed.

    Raises:
        OptionError: if a number is out of range.
    """

    def __init__(self, game: Game, plies: int, nodes: int, seed: int = 0) -> None:
        check_range("plies", plies, 1, 60)
        check_range("nodes", nodes, 100, 10**9)
        self._game, self._plies, self._nodes = game, plies, nodes
        self._rng = random.Random(seed)
        self._spec = strongest_of(game)
        self._entries: dict[int, dict[str, BookMove]] = {}
        self._searched: dict[int, dict[str, int]] = {}
        self._stop = Stop()

    def book(self, source: str) -> Book:
        """Return the book of the games added so far."""
        return Book(self._game, source, {key: dict(moves) for key, moves in self._entries.items()})

    def play(self, games: int, on_game: Callable[[], None] = lambda: None) -> None:
        """Play games and add them.

        Up to the last ply of the book, one of the best moves of a search is drawn: a move whose score is worse than the
        best by a tenth of the evaluation's scale is half as probable. The rest of the game is played by the same search
        with fewer nodes.

        Raises:
            OptionError: if ``games`` is out of range, or if the search gives no answer.
        """
        check_range("games", games, 1, 1_000_000)
        for _ in range(games):
            position = self._game.start()
            moves: list[int] = []
            while len(moves) < self._plies and position.outcome() is None:
                moves.append(self._drawn(position))
                position = position.play(moves[-1])
            self._add(moves, self._finished(position))
            on_game()

    def add(self, records: Iterable[Record], on_game: Callable[[], None] = lambda: None) -> int:
        """Add the main lines of records of this game that have a result and begin at its start. Return their number."""
        count = 0
        start = self._game.start()
        for record in records:
            tree = record.tree
            winner = {"1-0": Player.FIRST, "0-1": Player.SECOND, "1/2-1/2": None}.get(record.result, "unknown")
            if tree.game.name != self._game.name or tree.position(0) != start or isinstance(winner, str):
                continue
            path = tree.main_line()
            moves = [move for node in path if (move := tree[node].move) is not None][: self._plies]
            self._add(moves, winner)
            count += 1
            on_game()
        return count

    def _add(self, moves: Sequence[int], winner: Player | None) -> None:
        position = self._game.start()
        for move in moves:
            canonical = Canonical(position)
            text = canonical.texts().get(move)
            if text is not None:
                points = 0.5 if winner is None else float(winner == position.hand)
                value = self._values(position, canonical).get(text)
                if value is None:
                    value = self._value(position, move)
                    if value is not None:
                        self._searched[canonical.key][text] = value
                own = self._entries.setdefault(canonical.key, {})
                own[text] = own.get(text, BookMove(0, 0.0)).plus(BookMove(1, points, value))
            position = position.play(move)

    def _values(self, position: Position, canonical: Canonical) -> dict[str, int]:
        """Return the scores of the best moves of a position by their text in the canonical position."""
        if canonical.key not in self._searched:
            texts = canonical.texts()
            report = self._report(position, self._with_lines(), self._nodes)
            lines = [] if report is None else [(line.pv[0], line.score.value) for line in report.lines]
            if not lines and report is not None and report.move is not None and report.score is not None:
                lines = [(report.move, report.score.value)]
            self._searched[canonical.key] = {texts[move]: value for move, value in lines if move in texts}
        return self._searched[canonical.key]

    def _value(self, position: Position, move: int) -> int | None:
        query = Query(position, self._spec, "", Limit(nodes=self._nodes), only=(move,))
        report = last_report(answer(query, Run(self._stop)))
        return None if report is None or report.score is None else report.score.value

    def _drawn(self, position: Position) -> int:
        """Return one of the best moves at random."""
        canonical = Canonical(position)
        values = self._values(position, canonical)
        moves = {text: move for move, text in reversed(canonical.texts().items())}
        if not values:
            return self._rng.choice(position.legal_moves())
        best = max(values.values())
        step = max(1, self._scale() // 10)
        texts = sorted(values)
        weights = [0.5 ** min(40.0, (best - values[text]) / step) for text in texts]
        return moves[self._rng.choices(texts, weights)[0]]

    def _scale(self) -> int:
        return scale_of(self._game.name) if evaluations(self._game.name) else 1

    def _with_lines(self) -> AnySpec:
        known = {each.name for each in options_of(type(self._spec.parameters))}
        if "lines" not in known:
            return self._spec
        return Spec(self._spec.name, replace(self._spec.parameters, lines=LINES))

    def _report(self, position: Position, spec: AnySpec, nodes: int, seed: int = 0) -> Report | None:
        return last_report(answer(Query(position, spec, "", Limit(nodes=nodes), seed), Run(self._stop)))

    def _finished(self, position: Position) -> Player | None:
        """Play the rest of a game, and return its winner, or None if it is drawn."""
        spec = self._spec.varied(TIES)
        nodes = max(100, self._nodes // FASTER)
        outcome: Outcome | None = position.outcome()
        plies = 0
        while outcome is None and plies < MOST_PLIES:
            report = self._report(position, spec, nodes, self._rng.getrandbits(31))
            if report is None or report.move is None:
                raise OptionError("{name} gave no answer", name=spec.name)
            position = position.play(report.move)
            outcome = position.outcome()
            plies += 1
        return None if outcome is None else outcome.winner
