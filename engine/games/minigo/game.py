"""The rules of MiniGo with their options: restricted capture Go as in the reference document on MiniGo.

The legal moves are determined by the first of these conditions that holds:

1. If enemy groups are in atari, the legal moves are the liberties of these groups. Every move is a capture.
2. If groups of the side to move are in atari, the legal moves are the liberties of these groups.
3. If the enemy has stones, the legal moves are all liberties of enemy groups.
4. If the enemy has no stones, as before the first move and in set-ups, all points are legal. On an empty board only the
   centre is legal, unless the option ``centre`` is off.

Suicide is illegal in each case. With the option ``free``, the game is ordinary atari Go, in which all points are legal
except for suicide. The first capture wins. A side without a legal move loses.
"""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import MoveStyle, NamedPlayer, SgfGame, Showcase, register
from engine.core.language import Plural, mark
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.refinements import ALWAYS_SHORT, WITHOUT_THREATS, WITHOUT_VALUES
from engine.core.surface import Counter, Setup
from engine.core.values import Value
from engine.games.go.notation import PRISONERS, StonesGame, parse_vertex, vertex
from engine.games.minigo.position import MinigoPosition


class Rules(Value):
    """The options of MiniGo."""

    size: int = option(19, "Lines of the board", label="Board", minimum=5, maximum=19, unit=Plural("line", "lines"))
    centre: bool = option(True, "Black's first stone must be placed in the centre", label="First stone in the centre")
    free: bool = option(
        False, "Ordinary atari Go: every point is allowed except for suicide", label="Free choice (atari Go)"
    )


@register
class Minigo(StonesGame[MinigoPosition]):
    """MiniGo under the given rules."""

    name: ClassVar[str] = "minigo"
    is_players_game: ClassVar[bool] = True
    sgf: ClassVar[SgfGame | None] = SgfGame(1, "minigo")
    title: ClassVar[str] = "MiniGo"
    showcase: ClassVar[Showcase] = Showcase("9x9", "E5 D5 D6 E6 F6")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = WITHOUT_VALUES | WITHOUT_THREATS | {"short_quiescence": ALWAYS_SHORT}
    plays_out: ClassVar[bool] = True
    presets: ClassVar = {"19x19": {}, "13x13": {"size": 13}, "9x9": {"size": 9}, "atari Go": {"size": 9, "free": True}}
    counters: ClassVar[tuple[Counter, ...]] = PRISONERS
    # Points against random moves: 83 % with one ply, 96 % with two, and 90 % from balanced openings (100 games each).
    beginner_depth: ClassVar = 2
    level_nodes: ClassVar = (15_000, 100_000)
    players: ClassVar[tuple[NamedPlayer, ...]] = (
        NamedPlayer(
            "report",
            mark("Greedy player of the MiniGo report"),
            mark("Plays a liberty that the most enemy groups share."),
            "ordered:random_ties=on",
        ),
    )

    def start(self) -> MinigoPosition:
        """Return the empty board with Black to move."""
        return self._build(Setup({}, Player.FIRST))

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults that ``StonesGame.faults`` finds, and a fault if both sides have captured stones."""
        faults = super().faults(setup)
        if all(setup.counters.get(counter.name, 0) for counter in self.counters):
            faults.append(PositionError("both sides have captured; the first capture ends the game"))
        return faults

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> MinigoPosition:
        black, white, _ = self._stones(setup.pieces)
        numbers = [setup.counters.get(counter.name, 0) for counter in self.counters]
        return MinigoPosition(
            self,
            self.size,
            self.rules.free,
            self.rules.centre,
            black,
            white,
            int(setup.turn),
            (numbers[0], numbers[1]),
        )

    def allowed_cells(self, position: MinigoPosition) -> tuple[int, ...]:
        """Return the points where the side to move may play if the rules exclude others, else an empty tuple."""
        empty = self.size**2 - sum(len(points) for points in position.stone_points)
        points = () if position.is_finished else tuple(position.legal_moves())
        return points if len(points) < empty else ()

    def format_move(self, position: MinigoPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the name of the point, such as ``D4``."""
        return vertex(self.size, move)

    def parse_move(self, position: MinigoPosition, text: str) -> int:
        """Parse the name of a point, such as ``D4`` or ``d4``.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        word = text.strip()
        move = parse_vertex(self.size, word)
        if move is None:
            raise NotationError("{text!r} is not a move such as D4", text=word)
        if position.is_finished:
            raise IllegalMoveError("{text}: the game is over", text=word)
        if move not in position.legal_moves():
            raise IllegalMoveError("{text}: {reason}", text=word, reason=str(self._refusal(position, move)))
        return move

    def _refusal(self, position: MinigoPosition, point: int) -> KyVienError:
        """Return an error with the reason why the side to move may not play on a point."""
        if position.stone_at(point) is not None:
            return IllegalMoveError("the point is occupied")
        if not any(position.stone_points) and self.rules.centre and not self.rules.free:
            return IllegalMoveError("the first stone must be placed in the centre")
        own, enemy = position.groups(position.side), position.groups(1 - position.side)
        if not self.rules.free and enemy:
            if any(len(liberties) == 1 for _, liberties in enemy):
                if not position.takes(position.side, point):
                    return IllegalMoveError("an enemy group is in atari and must be taken")
            elif any(len(liberties) == 1 for _, liberties in own):
                if not any(liberties == [point] for _, liberties in own):
                    return IllegalMoveError("a group of the side to move is in atari and must be saved")
            elif not any(point in liberties for _, liberties in enemy):
                return IllegalMoveError("a stone must be put on a liberty of the enemy")
        return IllegalMoveError("the stone would have no liberty (suicide)")
