"""A game of chess with verdicts that no search has found: the table contains the verdict of each move.

Every class of moves occurs, for both sides, two pairs of moves lose equally much, and other algorithms have opinions.
"""

from dataclasses import dataclass

from engine.core.chance import chance_value
from engine.core.evaluation import scale_of
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.judgement import Judgement
from engine.records.tree import EvaluationNote
from studio.document.document import Document

EVALUATION = "threats_safety"
SOURCE = "pvs", EVALUATION
DEPTH = 6
SCALE = scale_of("chess", EVALUATION)
WON, LOST = 1.0, 0.0


@dataclass(frozen=True)
class Move:
    """A move with what was found about it.

    Attributes:
        text: the move in SAN.
        coordinates: the move in coordinate notation.
        kind, likely: names of its class and of its probable class.
        glyph: its sign.
        chances: chances of winning before and after it. WON and LOST are forced results.
        line: the best line, in coordinate notation.
        best: the best move in SAN.
        loss: the text of its loss, or an empty string for the difference of the scores in pawns.
        summary: the sentence about it, or an empty string for the points that it costs.
        other: the chance of the best of the other moves, or None.
        is_checkable: whether its verdict waits for a check.
        offers: whether it offers material.
        ply: its number, from 1.
    """

    text: str
    coordinates: str
    kind: str
    glyph: str
    chances: tuple[float, float]
    line: str
    best: str
    loss: str = ""
    summary: str = ""
    other: float | None = None
    is_checkable: bool = False
    offers: bool = False
    likely: str = ""
    ply: int = 0

    @property
    def player(self) -> Player:
        return Player.FIRST if self.ply % 2 else Player.SECOND

    @property
    def values(self) -> tuple[int, int]:
        """The scores before and after the move for the side that moved. A forced result is later after the move."""
        found = []
        for place, chance in enumerate(self.chances):
            plies = 4 + 2 * place
            found.append(WIN - plies if chance == WON else plies - WIN if chance == LOST else value(chance))
        return found[0], found[1]

    @property
    def points(self) -> float:
        return 0.0 if (self.likely or self.kind) == "best" else 100 * (self.chances[0] - self.chances[1])

    @property
    def is_error(self) -> bool:
        return self.kind in ("inaccuracy", "mistake", "blunder", "missed_win")

    @property
    def is_doubtful(self) -> bool:
        return self.kind == "unsure" and self.likely in ("inaccuracy", "mistake", "blunder", "missed_win")

    @property
    def number(self) -> str:
        return f"{(self.ply + 1) // 2}{'.' if self.ply % 2 else '…'}"

    def note(self) -> EvaluationNote:
        before, after = (Score(each, self.player) for each in self.values)
        other = None if self.other is None else Score(value(self.other), self.player)
        found = Judgement(
            tuple(self.line.split()), before, after, DEPTH, other, offers=self.offers,
            checks=() if self.is_checkable else None,
        )  # fmt: skip
        return EvaluationNote("pvs", DEPTH - 1, after, 1000, "", EVALUATION, found)


def value(chance: float) -> int:
    return chance_value(chance, SCALE)


def _numbered(*moves: Move) -> tuple[Move, ...]:
    return tuple(Move(**{**vars(each), "ply": ply}) for ply, each in enumerate(moves, 1))


BLACK_WON = "Black had a forced win and gave it away."
WHITE_WINS = "A losing move: from here White wins by force."
MOVES = _numbered(
    Move("e4", "e2e4", "best", "□", (0.55, 0.55), "e2e4 e7e5", "e4", summary="The only good move.", other=0.30),
    Move("f6", "f7f6", "inaccuracy", "?!", (0.45, 0.32), "e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e5"),
    Move("Qh5+", "d1h5", "good", "", (0.68, 0.63), "d2d4", "d4"),
    Move("g6", "g7g6", "forced", "", (0.37, 0.37), "g7g6", "g6", loss="–", summary="The only legal move."),
    Move("Qd1", "h5d1", "mistake", "?", (0.63, 0.38), "h5f3 b8c6 d2d4", "Qf3"),
    Move("Nc6", "b8c6", "missed_win", "#?", (WON, 0.5), "e7e5", "e5", loss="win gone", summary=BLACK_WON),
    Move("Nf3", "g1f3", "blunder", "??", (0.50, 0.05), "d2d4", "d4"),
    Move("e5", "e7e5", "blunder", "??", (0.5, LOST), "d7d5", "d5", loss="→ loss", summary=WHITE_WINS),
    Move("Bc4", "f1c4", "unsure", "(?)", (0.60, 0.36), "d2d4", "d4", is_checkable=True, likely="mistake",
         summary="Unsure, not checked yet: probably mistake."),
    Move("Nge7", "g8e7", "inaccuracy", "?!", (0.45, 0.32), "d7d6", "d6"),
    Move("O-O", "e1g1", "good", "", (WON, WON), "c4g8", "Bg8", loss="slower win", summary="A slower win."),
    Move("d5", "d7d5", "unsure", "(?)", (0.5, 0.5), "d7d5", "d5", is_checkable=True, offers=True, likely="best",
         summary="Unsure, not checked yet: probably best move."),
)  # fmt: skip
"""The moves of the main line."""

OPINIONS = {2: {"greedy": "e7e5", "minimax": "d7d5"}, 5: {"greedy": "h5f3"}, 7: {"minimax": "b1c3", "greedy": "h2h3"}}
"""The best moves of other algorithms, by ply."""
OTHER = "pvs", "material"
"""The same algorithm with another evaluation has an opinion on ply 5 only, which is ``h5e2``."""


def judged_moves(document: Document) -> None:
    """Play the moves, with the notes of a review and the players' names, and go to the start.

    The number of a node is not its ply, because other moves were played before and deleted.
    """
    game = find_game("chess")()
    document.new(game, {"White": "Ann", "Black": "?"})
    deleted = document.play(game.parse_move(document.position, "a3"))
    document.play(game.parse_move(document.position, "a6"))
    document.to_start()
    notes = {}
    for each in MOVES:
        node = document.play(game.parse_move(document.position, each.text))
        notes[node] = [each.note()]
        for name, best in OPINIONS.get(each.ply, {}).items():
            notes[node].append(opinion(each, name, EVALUATION, best))
        if each.ply == 5:
            notes[node].append(opinion(each, *OTHER, "h5e2"))
    document.delete(deleted)
    document.add_evaluations(notes)
    document.to_start()


def opinion(move: Move, name: str, evaluation: str, best: str) -> EvaluationNote:
    """Return the note of another algorithm whose best move is ``best``."""
    even = Score(0, Player.FIRST)
    return EvaluationNote(name, 2, even, 10, "", evaluation, Judgement((best,), even, even, 2))
