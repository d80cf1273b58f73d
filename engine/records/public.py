"""The command ``[%eval …]``, in which chess programs write an evaluation of the position after a move.

We write pawns with two decimals, or the number of moves to mate after ``#``, from FIRST's point of view. These forms
are read, with their sources:

================================  ======================================================================================
``0.49``, ``+0.49``, ``#-3``      lichess; python-chess 1.11, ``chess.pgn.EVAL_REGEX``
``0.49,18``                       with the depth: python-chess, HIARCS Chess Explorer (python-chess issue 718)
``0.49/18``                       with the depth: PyChess, ``pychess/Savers/pgn.py``
``M5``, ``-M5``                   moves to mate, as user interfaces of UCI engines show them
``49,18``, ``49``                 centipawns: ChessBase and ChessOK (talkchess.com, topic 61222)
================================  ======================================================================================

A number without a decimal point is in centipawns, because the programs that write pawns always write decimals.
python-chess would read ``49`` as 49 pawns, but never writes it. ChessBase writes a mate in n plies as 30000 − n
centipawns, and 32767 for no evaluation.
"""

import re

from engine.core.evaluation import unit_of
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import WIN, WIN_BOUND, Score
from engine.records.tree import EvaluationNote, GameTree, Node

_PAWNS = "pawns"
"""Unit of the evaluations in ``[%eval …]``. Games whose evaluations have another unit get no such command."""
_FORM = re.compile(
    r"\s*(?:(?P<sign>[+-]?)(?:#|M)(?P<minus>[+-]?)(?P<moves>\d{1,3})|(?P<pawns>[+-]?\d{0,6}\.\d{1,6})|(?P<cents>[+-]?\d{1,8}))"
    r"(?:[,/]\s*(?P<depth>\d{1,4}))?\s*",
    re.ASCII,
)
_LONGEST_MATE, _MATE, _NONE = 1000, 30_000, 32_767
"""Maximum number of plies of a mate of ChessBase, and its values for a mate in 0 and for no evaluation."""

Source = tuple[str, str]
"""Algorithm and evaluation of a note."""


def reviewer_of(tree: GameTree) -> Source:
    """Return the algorithm and the evaluation that judged most moves, or the deepest of these; else empty strings."""
    found: dict[Source, tuple[int, int]] = {}
    for node in tree.main_line():
        for note in tree[node].evaluations:
            if note.judgement is not None and note.algorithm:
                count, depth = found.get((note.algorithm, note.evaluation), (0, 0))
                found[note.algorithm, note.evaluation] = count + 1, max(depth, note.judgement.depth or 0)
    return max(found, key=lambda source: found[source], default=("", ""))


def public_text(score: Score, places: int) -> str:
    """Return a score as in ``[%eval …]``.

    Mate on the board is written as mate in one, as in comments of cutechess, because ``#0`` names no side.

    Args:
        score: the score.
        places: number of decimals of a score in pawns.
    """
    score = score.pov(Player.FIRST)
    if score.win_in is None:
        return f"{score.value / 10**places:.2f}"
    return f"#{'-' if score.value < 0 else ''}{max(1, (abs(score.win_in) + 1) // 2)}"


def pawn_places(game: str, evaluation: str = "") -> int | None:
    """Return the number of decimals of the scores of an evaluation in pawns, or None if it has another unit."""
    unit, places = unit_of(game, evaluation)
    return places if unit == _PAWNS else None


class Publisher:
    """Derives the ``[%eval …]`` of nodes from our notes.

    Args:
        tree: the tree, whose reviewer is preferred.
    """

    def __init__(self, tree: GameTree) -> None:
        self._game = tree.game.name
        self._reviewer = reviewer_of(tree)
        self._places: dict[str, int | None] = {}

    def text(self, node: Node) -> str:
        """Return the evaluation by the reviewer or, without it, the first one in pawns, or an empty string.

        The string is also empty if the reviewer did not judge the node and another program did.
        """
        notes = [note for note in node.evaluations if note.score is not None and self.places(note) is not None]
        first = next((note for note in notes if (note.algorithm, note.evaluation) == self._reviewer), None)
        if first is None and not any(note.is_foreign and _FORM.fullmatch(note.text) for note in node.evaluations):
            first = next(iter(notes), None)
        places = None if first is None else self.places(first)
        return "" if first is None or first.score is None or places is None else public_text(first.score, places)

    def places(self, note: EvaluationNote) -> int | None:
        """Return the number of decimals of the score of a note in pawns, or None if it has another unit."""
        if note.evaluation not in self._places:
            self._places[note.evaluation] = pawn_places(self._game, note.evaluation)
        return self._places[note.evaluation]


def read_public(text: str, position: Position, places: int) -> tuple[Score, int | None] | None:
    """Return the score in the text of an ``[%eval …]`` and its depth in plies, or None if the text is not understood.

    Args:
        text: the text after the name of the command.
        position: the position that was evaluated.
        places: number of decimals of the score in pawns.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    if match["moves"]:
        score = mate_in(int(match["moves"]), Player("-" in (match["sign"], match["minus"])), position)
    elif match["pawns"]:
        score = score_of(float(match["pawns"]) * 10**places)
    else:
        score = read_centipawns(int(match["cents"]), places)
    return None if score is None else (score, int(match["depth"]) if match["depth"] else None)


def score_of(value: float) -> Score | None:
    """Return a score from FIRST's point of view, or None if it is out of range."""
    return Score(round(value), Player.FIRST) if abs(value) <= WIN_BOUND else None


def mate_in(moves: int, winner: Player, position: Position) -> Score | None:
    """Return the score of a mate in a number of moves of the winner. If it is 0, the position must be won."""
    if moves == 0:
        outcome = position.outcome()
        return None if outcome is None or outcome.winner is None else Score(WIN, outcome.winner).pov(Player.FIRST)
    plies = 2 * moves - (position.turn is winner)
    return Score(WIN - plies, winner).pov(Player.FIRST) if plies < WIN - WIN_BOUND else None


def read_centipawns(value: int, places: int) -> Score | None:
    """Return the score of a number that ChessBase wrote, or None if the number means that there is no score."""
    if abs(value) == _NONE:
        return None
    if 0 <= _MATE - abs(value) < _LONGEST_MATE:
        return Score(WIN - (_MATE - abs(value)), Player(value < 0)).pov(Player.FIRST)
    return score_of(value * 10**places / 100)
