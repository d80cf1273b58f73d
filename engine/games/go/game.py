"""The rules of Go (cờ vây) with their options, its notation and surface, and the score of a finished game.

The rule sets are:

- ``chinese``: Weiqi rules of the Chinese association, 2002. Area is counted, and no board may be repeated.
- ``japanese``: rules of the Nihon Ki-in, 1989. Territory and prisoners are counted, and a ko must not be retaken at
  once. If a board is repeated without a pass in between, as in a triple ko, the game ends without result.
- ``tromp_taylor``: Tromp and Taylor's logical rules. Area is counted, no board may be repeated, and suicide is allowed.
- ``aga``: rules of the American Go Association, with area counting. No board may be repeated with the same side to
  move.

Suicide is illegal except under ``tromp_taylor``. Under all rules two passes end the game. Then dead stones are marked,
and removed before the points are counted.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, OptionError
from engine.core.game import MoveStyle, SgfGame, Showcase, register
from engine.core.language import Plural, mark, tr
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.refinements import NO_DANGER, WITHOUT_THREATS, WITHOUT_VALUES
from engine.core.surface import Count, Counter, MoveShape, Setup, Tally
from engine.core.values import Value
from engine.games.go.counting import count_board, dead_groups, whole_groups
from engine.games.go.notation import PASS, PRISONERS, StonesGame, handicap_points, parse_vertex, vertex
from engine.games.go.position import SUPERKO, GoPosition, PackedRules
from engine.games.go.records import RULE_NAMES, faults_of, read_words


class Rules(Value):
    """The options of Go."""

    size: int = option(19, "Lines of the board", label="Board", minimum=5, maximum=19, unit=Plural("line", "lines"))
    rule_set: str = option(
        "chinese",
        "How points are counted and which repetitions are forbidden",
        label="Rule set",
        choices=("chinese", "japanese", "tromp_taylor", "aga"),
        texts=(mark("Chinese"), mark("Japanese"), mark("Tromp–Taylor"), mark("AGA")),
    )
    komi: float = option(
        7.5, "What White gets for moving second; whole or half points", label="Komi", minimum=-361, maximum=361,
        step=0.5, unit=Plural("point", "points"),
    )  # fmt: skip
    handicap: int = option(
        0,
        "Stones Black begins with; on small boards and those with an even number of lines at most four",
        label="Handicap",
        choices=(0, 2, 3, 4, 5, 6, 7, 8, 9),
        unit=Plural("stone", "stones"),
    )
    no_surrounded: bool = option(
        False,
        "For learners: no move into an area that only the enemy surrounds, unless it captures",
        label="No move into surrounded areas",
    )


@register
class Go(StonesGame[GoPosition]):
    """Go under the given rules.

    Raises:
        OptionError: if the komi is not a multiple of half a point.
    """

    name: ClassVar[str] = "go"
    is_players_game: ClassVar[bool] = True
    sgf: ClassVar[SgfGame | None] = SgfGame(1)
    title: ClassVar[str] = "Go"
    showcase: ClassVar[Showcase] = Showcase("13x13", "D4 K10 K4 D10 L6 F3 C6 G11 H4 L8")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = WITHOUT_VALUES | WITHOUT_THREATS | dict.fromkeys(
        ("danger_extension", "danger_exemption"), NO_DANGER
    )  # fmt: skip
    search_values: ClassVar = {"short_quiescence": False}
    plays_out: ClassVar[bool] = True
    strongest: ClassVar[str] = "mcts"
    level_nodes: ClassVar = (250_000, 1_000_000)
    shows_chance: ClassVar[bool] = True
    presets: ClassVar = {
        "chinese": {},
        "japanese": {"rule_set": "japanese", "komi": 6.5},
        "tromp_taylor": {"rule_set": "tromp_taylor"},
        "aga": {"rule_set": "aga"},
        "9x9": {"size": 9},
        "13x13": {"size": 13},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "chinese": mark("Chinese"), "japanese": mark("Japanese"), "tromp_taylor": mark("Tromp–Taylor"),
        "aga": mark("AGA"),
    }  # fmt: skip
    counters: ClassVar[tuple[Counter, ...]] = (*PRISONERS, Counter("passes", "Passes in a row", 0, 2))
    has_ko = True
    has_passes = True
    # Depth 4 takes 1.3 to 2 s on 19×19, and up to 4 s on a slower core; depth 3 takes 0.1 s.
    has_count: ClassVar[bool] = True

    def __init__(self, rules: Any = None) -> None:
        super().__init__(rules)
        rules = self.rules
        if 2 * rules.komi != int(2 * rules.komi):
            raise OptionError("komi={value}: expected whole or half points", value=rules.komi)
        self.handicap_stones = handicap_points(rules.size, rules.handicap)
        stones = len(self.handicap_stones)
        # By area, handicap stones are points of Black, so White gets a point for each; by AGA rules, for all but one.
        self.handicap_points = {"chinese": stones, "aga": max(0, stones - 1)}.get(rules.rule_set, 0)
        self.packed = PackedRules(
            rules.rule_set != "japanese",
            SUPERKO[{"japanese": "simple", "aga": "situational"}.get(rules.rule_set, "positional")],
            rules.rule_set == "japanese",
            rules.rule_set == "tromp_taylor",
            rules.no_surrounded,
            int(2 * rules.komi) + 2 * self.handicap_points,
        )

    # --- other programs -------------------------------------------------------------------------------------------

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        """Return the rule set, the komi and a handicap as properties of SGF, or None for other formats."""
        if format != "sgf":
            return None
        words = {"RU": RULE_NAMES[self.rules.rule_set], "KM": f"{self.rules.komi:g}"}
        return words | ({"HA": str(self.rules.handicap)} if self.rules.handicap else {})

    def _recorded(self, words: Mapping[str, str]) -> dict[str, Any]:
        return super()._recorded(words) | read_words(words)

    def unknown_record_rules(self, format: str, words: Mapping[str, str]) -> list[KyVienError]:
        """Return an error for an unknown rule set and for a komi that is no number of points."""
        return faults_of(words) if format == "sgf" else []

    # --- positions ------------------------------------------------------------------------------------------------

    def start(self) -> GoPosition:
        """Return the initial position.

        The board is empty and Black is to move. With a handicap, the handicap stones are on the board and White is to
        move.
        """
        turn = Player.SECOND if self.handicap_stones else Player.FIRST
        return self._build(Setup(dict.fromkeys(self.handicap_stones, "b"), turn))

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> GoPosition:
        """Return the position of a set-up. ``history`` contains the keys of earlier boards."""
        black, white, ko = self._stones(setup.pieces)
        numbers = [setup.counters.get(counter.name, 0) for counter in self.counters]
        return GoPosition(
            self,
            self.packed,
            self.size,
            black,
            white,
            int(setup.turn),
            ko,
            (numbers[0], numbers[1]),
            numbers[2],
            history,
        )

    def _ko(self, position: GoPosition) -> int | None:
        return position.ko_point

    def _numbers(self, position: GoPosition) -> dict[str, int]:
        return super()._numbers(position) | {"passes": position.passes_made}

    def tallies(self, position: GoPosition) -> list[Tally]:
        """Return a tally of the prisoners and, after a pass, a tally of the players who have just passed."""
        tallies = super().tallies(position)
        if position.passes_made:
            last = position.turn.other
            passed = tuple(int(position.passes_made == 2 or player == last) for player in Player)
            tallies.append(Tally(mark("Just passed"), (passed[0], passed[1])))
        return tallies

    # --- moves ----------------------------------------------------------------------------------------------------

    def format_move(self, position: GoPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the name of a point, such as ``D4``, or ``pass``, which is translated for display."""
        if move < self.size**2:
            return vertex(self.size, move)
        return tr("pass") if style == "display" else PASS

    def shape(self, position: GoPosition, move: int) -> MoveShape:
        """Return a shape as in ``StonesGame``. The shape of a pass has a hint instead of a target."""
        return MoveShape(move, None, None, hint=mark("pass")) if move == self.size**2 else super().shape(position, move)

    def pass_move(self, position: GoPosition) -> int | None:
        """Return the move that passes, or None if the game is over."""
        return None if position.is_finished else self.size**2

    def placeless_moves(self, position: GoPosition) -> list[int]:
        """Return a list of the pass, which is empty if the game is over."""
        return [] if position.is_finished else [self.size**2]

    def parse_move(self, position: GoPosition, text: str) -> int:
        """Parse the name of a point, such as ``D4`` or ``d4``, or a pass.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        word = text.strip()
        move = self.size**2 if word.lower() in (PASS, tr("pass")) else parse_vertex(self.size, word)
        if move is None:
            raise NotationError("{text!r} is not a move such as D4 or pass", text=word)
        if position.is_finished:
            raise IllegalMoveError("{text}: the game is over", text=word)
        if move not in position.legal_moves():
            raise IllegalMoveError("{text}: {reason}", text=word, reason=str(self._refusal(position, move)))
        return move

    def _refusal(self, position: GoPosition, point: int) -> KyVienError:
        """Return an error with the reason why the side to move may not play on a point."""
        if position.stone_at(point) is not None:
            return IllegalMoveError("the point is occupied")
        if point == position.ko_point:
            return IllegalMoveError("the ko must not be retaken at once")
        if position.is_suicide(point) and not self.packed.suicide:
            return IllegalMoveError("the stone would have no liberty (suicide)")
        if position.forbids_repetition(point):
            return IllegalMoveError("the move would repeat an earlier board (superko)")
        return IllegalMoveError("the enemy surrounds this area")

    # --- the count ------------------------------------------------------------------------------------------------

    def propose_dead(self, position: GoPosition, seed: int = 0) -> frozenset[int]:
        """Return the stones that are probably dead, judged by random games (``counting.dead_groups``)."""
        return dead_groups(position, seed)

    def resumed(self, position: GoPosition) -> GoPosition:
        """Return the position without the passes just made, so that dead stones can still be captured."""
        if not position.passes_made:
            return position
        black, white = position.stone_points
        return GoPosition(
            self, self.packed, self.size, black, white, int(position.turn), None, position.prisoner_counts, 0,
            position.history,
        )  # fmt: skip

    def ownership(self, position: GoPosition, dead: Collection[int] = frozenset()) -> tuple[int, ...]:
        """Return the owner of every point: 1 for black, -1 for white, 0 for neither.

        Groups with a stone in ``dead`` are removed first. A point with a living stone belongs to the stone's owner by
        area rules, and to neither side by territory rules.
        """
        owners = self.count(position, dead).owners
        return tuple(
            0 if point not in owners else 1 if owners[point] is Player.FIRST else -1 for point in range(self.size**2)
        )

    def count(self, position: GoPosition, dead: Collection[int] = frozenset()) -> Count:
        """Return the score, including komi, after the groups with a stone in ``dead`` are removed."""
        lost = whole_groups(position, dead)
        board = count_board(self.size, *position.stone_points, lost)
        owners = dict.fromkeys(board.black_territory, Player.FIRST) | dict.fromkeys(
            board.white_territory, Player.SECOND
        )
        rows: list[tuple[str, float, float]]
        rows = [(mark("Territory"), len(board.black_territory), len(board.white_territory))]
        if self.packed.area:
            owners |= dict.fromkeys(board.black, Player.FIRST) | dict.fromkeys(board.white, Player.SECOND)
            rows.append((mark("Stones"), len(board.black), len(board.white)))
        else:
            black, white = position.prisoner_counts
            dead_black = sum(position.stone_at(point) == 0 for point in lost)
            rows.append((mark("Prisoners"), black, white))
            rows.append((mark("Dead stones"), len(lost) - dead_black, dead_black))
        rows.append((mark("Komi"), 0, self.rules.komi))
        if self.handicap_points:
            rows.append((mark("For the handicap"), 0, self.handicap_points))
        margin = sum(row[1] - row[2] for row in rows)
        winner = None if margin == 0 else Player.FIRST if margin > 0 else Player.SECOND
        result = "0" if winner is None else f"{'BW'[winner]}+{abs(margin):g}"
        return Count(dict(sorted(owners.items())), lost, tuple(rows), result, winner)
