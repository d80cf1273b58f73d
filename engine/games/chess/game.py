"""The rules of chess with their options, and its notation and surface.

The rules are the FIDE Laws of Chess taking effect from 1 January 2023. The draws that a player must claim under the
Laws (threefold repetition, 9.2; fifty moves, 9.3) are automatic in this program. Options replace them by the draws that
are automatic under the Laws (fivefold repetition and seventy-five moves, 9.6). Mate and stalemate take precedence over
the limit of moves. Material is insufficient with bare kings, a single knight or bishop, or only bishops on squares of
one colour.

Chess960 follows guidelines II of the same Laws. Its starting positions have Scharnagl's numbers, of which 518 is the
usual position. The text of a position is FEN or X-FEN (Forsyth–Edwards, PGN specification 16.1), with the en passant
square only if a capture there is legal. Moves are written in SAN (PGN specification 8.2.3) or in UCI's coordinates.
"""

from collections import Counter as Bag
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

from engine.core.endings import Endings, Horizon, mirrored
from engine.core.errors import KyVienError, PositionError
from engine.core.game import Game, MeasuredStrength, MoveStyle, plies_read, register
from engine.core.inputs import Inputs
from engine.core.language import mark
from engine.core.options import build_options, option
from engine.core.outcome import Outcome, Player, Termination
from engine.core.refinements import NO_THREATS, ONLY_ACYCLIC
from engine.core.surface import SHELL, SLATE, BoardColors, Counter, MoveShape, Setup, Surface, Tally
from engine.core.values import Value
from engine.games.chess import fen, foreign, notation
from engine.games.chess.book_key import book_key
from engine.games.chess.pieces import (
    BISHOP,
    CELLS,
    FILES,
    IDS,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    PIECES,
    QUEEN,
    ROOK,
    VALUES,
    is_capture,
    is_castling,
    king_of,
    king_target,
    square,
)  # fmt: skip
from engine.games.chess.position import ChessPosition, attackers_in
from engine.games.chess.refusals import check_faults, count_faults, passing_faults, right_faults


class Rules(Value):
    """The options of chess."""

    chess960: int | None = option(
        None,
        "Number of the Chess960 starting position, with the castling of Chess960 (518: the usual pieces)",
        label="Chess960",
        minimum=0,
        maximum=959,
        none="none",
    )
    repetition: str = option(
        "threefold",
        "Occurrences of a position that draw the game: three or five",
        label="Repetition",
        choices=("threefold", "fivefold"),
        texts=(mark("Three times"), mark("Five times")),
    )
    no_progress: str = option(
        "fifty",
        "Moves of each side without a capture or a pawn's move that draw: fifty, or seventy-five",
        label="Moves without progress",
        choices=("fifty", "seventy-five"),
        texts=(mark("50 moves"), mark("75 moves")),
    )


_FILE_NAMES = (mark("none"), *FILES)
"""Names of the values of a counter that holds the number of a file, counted from 1, or 0."""


def _counters(rules: Rules) -> tuple[Counter, ...]:
    names = (
        mark("White castles short"),
        mark("White castles long"),
        mark("Black castles short"),
        mark("Black castles long"),
    )
    files = (
        mark("White's rook to castle short: file"),
        mark("White's rook to castle long: file"),
        mark("Black's rook to castle short: file"),
        mark("Black's rook to castle long: file"),
    )
    free = rules.chess960 is not None
    return (
        *(
            Counter(
                name,
                (files if free else names)[i],
                0,
                8 if free else 1,
                Player(i >> 1),
                keyed=True,
                names=_FILE_NAMES if free else (),
            )
            for i, name in enumerate(fen.RIGHTS)
        ),
        Counter("en_passant", "En passant on file", 0, 8, keyed=True, names=_FILE_NAMES),
        Counter("waited", "Plies since a capture or a pawn's move", 0, 9999),
        Counter("number", "Move number", 1, 9999),
    )


_COLORS = BoardColors("#EFE6D6", "#9C7B5B", "#7C5F43", "#7C5F43", SHELL, SLATE, first_ink=SLATE)


class _ChessInputs(Inputs):
    """The inputs of chess."""

    follows = True

    def variant(self, position: ChessPosition, player: Player) -> int:
        """Return 1 if the king of ``player`` is on the files e to h."""
        king = next(cell for piece, cell in position.pieces if piece == KING | 8 * player)
        return king >> 2 & 1


@register
class Chess(Game[ChessPosition]):
    """Chess under the given rules."""

    name: ClassVar[str] = "chess"
    is_players_game: ClassVar[bool] = True
    implied_by: ClassVar[frozenset[str]] = frozenset({"pgn", "uci", "polyglot"})
    title: ClassVar[str] = "Chess"
    sides: ClassVar[tuple[str, str]] = ("White", "Black")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = {"answers": NO_THREATS, "threat_extension": NO_THREATS, "threat_proof": ONLY_ACYCLIC}
    # With the exemption, 76 instead of 59 of every third position of Win at Chess are solved with 100,000 nodes, and
    # without razoring 82: see the README of ``examples/strength``.
    search_values: ClassVar = {"short_quiescence": False, "danger_exemption": True, "razoring": False}
    presets: ClassVar = {
        "FIDE": {},
        "FIDE 9.6": {"repetition": "fivefold", "no_progress": "seventy-five"},
        "Chess960": {"chess960": fen.USUAL_START},
    }
    counters: ClassVar[tuple[Counter, ...]] = _counters(Rules())
    # One ply ahead seldom finds a mate: against random moves it has 68 % of the points.
    beginner_depth: ClassVar = 2
    level_nodes: ClassVar = (6_000, 40_000)
    # 200 games against ``UCI_Elo`` 2400 of Stockfish 15.1 with equal CPU time: 15.5 %, which is 50 % against 2105.
    measured: ClassVar = MeasuredStrength("Stockfish", 2100, 0.045)

    def __init__(self, rules: Any = None) -> None:
        super().__init__(rules)
        self.is_960 = self.rules.chess960 is not None
        self.counters = _counters(self.rules)  # type: ignore[misc]  # Chess960 has files of rooks
        self.draws = (
            100 if self.rules.no_progress == "fifty" else 150,
            3 if self.rules.repetition == "threefold" else 5,
        )

    # --- other programs -------------------------------------------------------------------------------------------

    uci_signs = frozenset()

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """Return the variant and, for Chess960, the option ``chess960`` for UCI, or None for other protocols."""
        if protocol != "uci":
            return None
        return {"variant": "chess"} | ({"chess960": "true"} if self.is_960 else {})

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Self:
        """Return the game with the castling of Chess960 turned on or off. The starting position is sent separately.

        Raises:
            OptionError: if the game does not support a value of ``words``.
        """
        values = dict(words)
        is_960 = values.pop("chess960", "true" if self.is_960 else "false") == "true"
        game = super().with_protocol_rules(protocol, values)
        if is_960 == self.is_960:
            return game
        return type(self)(build_options(self.Rules, {"chess960": fen.USUAL_START if is_960 else None}, self.rules))

    # --- positions ------------------------------------------------------------------------------------------------

    def start(self) -> ChessPosition:
        """Return the usual starting position, or the starting position of the Chess960 number in the rules."""
        return _start(self)

    def _read(self, text: str) -> Setup:
        return fen.read(text, self.is_960)

    def _mended(self, text: str) -> tuple[ChessPosition, list[KyVienError]]:
        setup, changes = foreign.mend(text, self.is_960)
        return self.compose(setup), changes

    def fitted(self, text: str) -> Self:
        """Return the game with the castling of Chess960 if only Chess960 allows the position, or the game."""
        if self.is_960 or not foreign.needs_960(text):
            return self
        return type(self)(build_options(self.Rules, {"chess960": fen.USUAL_START}, self.rules))

    def format_position(self, position: ChessPosition) -> str:
        """Return the FEN of a position with all six fields, or the X-FEN in Chess960."""
        return fen.write(position)

    @staticmethod
    def _pieces(position: ChessPosition) -> dict[int, str]:
        return {cell: IDS[piece] for piece, cell in position.pieces}

    def arranged(self, before: Setup, after: Setup) -> Setup:
        """Return the set-up with the castling right of a king and a rook that have both just come to their squares."""
        if self.is_960:
            return after
        start, rights = self._pieces(self.start()), {}
        for right, name in enumerate(fen.RIGHTS):
            home = 56 * (right >> 1)
            squares = (home + 4, home + (0 if right & 1 else 7))
            was, now = (all(each.pieces.get(square) == start[square] for square in squares) for each in (before, after))
            if now and not was:
                rights[name] = 1
        return Setup(after.pieces, after.turn, {**after.counters, **rights}) if rights else after

    def setup(self, position: ChessPosition) -> Setup:
        """Return the pieces, the side to move and the counters, which include castling rights and en passant."""
        counters = {
            name: 0 if rook is None else ((rook & 7) + 1 if self.is_960 else 1)
            for name, rook in zip(fen.RIGHTS, position.castling_rooks, strict=True)
        }
        passing = position.en_passant
        counters["en_passant"] = 0 if passing is None else (passing & 7) + 1
        counters["waited"] = position.plies_waited
        counters["number"] = position.number
        return Setup(self._pieces(position), position.turn, counters)

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown pieces, misplaced pawns, wrong numbers of pieces, counters out of range, and impossible
        castling rights, en passant squares or checks.
        """

        def fault(cell: int, piece: str) -> KyVienError | None:
            if PIECES[piece] & 7 != PAWN or 8 <= cell < 56:
                return None
            return PositionError("{square}: a pawn cannot be on the first or last rank", square=square(cell))

        faults = CELLS.faults(setup, PIECES, fault)
        faults += self.counter_faults(setup)
        if faults:
            return faults
        faults += count_faults(setup)
        if faults:
            return faults
        faults += right_faults(setup, self.is_960)
        faults += passing_faults(setup)
        return faults or check_faults(setup)

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> ChessPosition:
        """Return the position of a set-up.

        ``history`` contains the number of plies without a capture or pawn move, and then the keys of earlier positions.
        """
        return ChessPosition(
            self,
            [(PIECES[piece], cell) for cell, piece in setup.pieces.items()],
            int(setup.turn),
            [fen.rook_square(setup, right, self.is_960) for right in range(4)],
            fen.passing_square(setup),
            setup.counters.get("waited", 0),
            setup.counters.get("number", 1),
            self.draws,
            history[1:],
        )

    def book_key(self, position: ChessPosition) -> int | None:
        """Return the key of a position in opening books of PolyGlot."""
        return book_key(position)

    # --- moves ----------------------------------------------------------------------------------------------------

    def format_move(self, position: ChessPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the text of a legal move in SAN, or in UCI's coordinates if the style is ``coordinates``.

        Examples of coordinates are ``e2e4``, ``e7e8q``, and for castling ``e1g1`` or, in Chess960, ``e1h1``.
        """
        return notation.format_move(position, move, style, self.is_960)

    def parse_move(self, position: ChessPosition, text: str) -> int:
        """Parse a move in SAN or in UCI's coordinates.

        SAN is parsed leniently, as described in ``notation.parse_move``.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal or ambiguous.
        """
        return notation.parse_move(position, text, self.is_960)

    def move_reader(self, start: ChessPosition, texts: Sequence[str]) -> Callable[[ChessPosition, str], int]:
        """Return a function that parses the moves of a record, whose letters together decide their language.

        A single R is the rook, but in a record with letters that English does not have it is the king if only languages
        have them all that call the king R. Of several languages, the one is chosen that reads the most moves.
        """
        readers: list[tuple[int, Callable[[ChessPosition, str], int]]] = []
        meanings = notation.letters_of(texts)
        for letters in meanings:

            def read(position: ChessPosition, text: str, letters: Mapping[str, str] = letters) -> int:
                return self.parse_move(position, notation.in_english(text, letters))

            plies = plies_read(start, texts, read) if len(meanings) > 1 else 0
            readers.append((plies, read))
        most = max((plies for plies, _ in readers), default=0)
        best = [read for plies, read in readers if plies == most]
        return best[0] if len(best) == 1 else self.parse_move

    # --- the picture ----------------------------------------------------------------------------------------------

    def _inputs(self) -> Inputs:
        """Return the inputs of networks. They see the board mirrored if the own king is on the files e to h."""
        order = [PIECES[kind.id] for kind in KINDS]
        codes = {piece: number for number, piece in enumerate(order)}
        return _ChessInputs(self.surface(self.start()), (range(64), mirrored(8, 8)), codes=codes)

    def surface(self, position: ChessPosition) -> Surface:
        """Return the picture of the board: 8 × 8 squares, with a1 at the bottom left for White."""
        return Surface(
            theme="chess",
            colors=_COLORS,
            style="squares",
            columns=8,
            rows=8,
            column_names=tuple(FILES),
            row_names=tuple("12345678"),
            kinds=KINDS,
            pieces=self._pieces(position),
        )

    def shape(self, position: ChessPosition, move: int) -> MoveShape:
        """Return the shape of a move: origin, target, captured cell, and the pieces placed by castling or promotion.

        In Chess960 the target of castling is the square of the rook, because no other move of the king has this target.
        """
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        piece = position.piece_at(origin)
        if is_castling(position, origin, target):
            king_goes = king_target(origin, target)
            rook_goes = king_goes - 1 if target > origin else king_goes + 1
            rook = (rook_goes, IDS[ROOK | piece & 8])
            if self.is_960:
                return MoveShape(move, origin, target, placed=((target, ""), (king_goes, IDS[piece]), rook))
            return MoveShape(move, origin, king_goes, placed=((target, ""), rook))
        captured: tuple[int, ...] = ()
        if is_capture(position, move):
            captured = (target if position.piece_at(target) < 16 else target ^ 8,)
        placed = ((target, IDS[promotion | piece & 8]),) if promotion else ()
        return MoveShape(move, origin, target, captured, placed=placed)

    def tallies(self, position: ChessPosition) -> list[Tally]:
        """Return a tally of the pieces that each side has taken, with the sum of their ``VALUES``.

        The pieces taken are those missing from the opponent's initial set, except for pawns that have been promoted.
        """
        bag = Bag([piece for piece, _ in position.pieces])
        taken: list[tuple[str, ...]] = []
        values: list[int] = []
        for enemy in (8, 0):
            gone = [(kind, max(0, most - bag[kind | enemy])) for kind, most in ((4, 1), (3, 2), (2, 2), (1, 2))]
            promoted = sum([max(0, bag[kind | enemy] - (1 if kind == QUEEN else 2)) for kind in (1, 2, 3, 4)])
            gone.append((PAWN, max(0, 8 - bag[enemy] - promoted)))
            taken.append(tuple([IDS[kind | enemy] for kind, count in gone for _ in range(count)]))
            values.append(sum([VALUES[kind] * count for kind, count in gone]))
        return [Tally("Points captured", (values[0], values[1]), None, (taken[0], taken[1]), is_lead=True)]

    def checked(self, position: ChessPosition) -> tuple[int, ...]:
        """Return a tuple with the square of the king of the side to move if it is in check, or an empty tuple."""
        return (king_of(position, position.side),) if position.is_check else ()

    def endings(self) -> Endings | None:
        """Return the pieces and symmetries for tables of endings."""
        from engine.games.chess.endings import ENDINGS

        return ENDINGS

    def ending_horizon(self, position: ChessPosition) -> Horizon:
        """Return the plies left until the limit without progress, or 0 if a position can soon be drawn by repetition.

        On its way to the end, the winner of a table never returns to a position. A position that has occurred once can
        therefore occur twice at most, and one that has occurred twice, a third time.
        """
        waited, repeated = self.draws
        if position.occurrences_within(position.plies_waited) >= repeated - 1:
            return Horizon(0)
        return Horizon(max(0, waited - position.plies_waited))

    def out_of_time(self, position: ChessPosition, player: Player) -> Outcome:
        """Return a loss on time or, by FIDE 6.9, a draw if the opponent's material is not enough for any mate."""
        return Outcome(player.other if self._can_mate(position, player.other) else None, Termination.TIME)

    @staticmethod
    def _can_mate(position: ChessPosition, player: Player) -> bool:
        """Whether ``player`` has enough material for a helpmate in which the opponent does not promote."""
        own: set[int] = set()
        other: set[int] = set()
        colours: set[int] = set()
        count = 0
        for piece, cell in position.pieces:
            kind = piece & 7
            (own if piece >> 3 == player else other).add(kind)
            count += piece >> 3 == player
            if kind == BISHOP:
                colours.add((cell >> 3) + cell & 1)
        if own & {PAWN, ROOK, QUEEN}:
            return True
        if KNIGHT in own:
            # A single knight mates only a king blocked by its own pieces; a queen could take the knight.
            return count > 2 or bool(other - {KING, QUEEN})
        # Bishops on one colour need a pawn or knight, or a bishop on the other colour, that blocks the enemy king.
        return BISHOP in own and (len(colours) == 2 or bool((own | other) & {PAWN, KNIGHT}))

    def attacks(self, position: ChessPosition, player: Player) -> list[MoveShape]:
        """Return the captures that ``player`` could make if it were that player's turn, except the capture of a king.

        The list is empty if the game is over.
        """
        if not position.has_legal_move():
            return []
        if player != position.turn:
            if position.is_check:
                return self._attacks_with_check(position, player)
            position = self._build(Setup(self._pieces(position), player, {"waited": 0, "number": 1}))
        return [self.shape(position, move) for move in position.noisy_moves() if is_capture(position, move)]

    @staticmethod
    def _attacks_with_check(position: ChessPosition, player: Player) -> list[MoveShape]:
        """Return the captures that ``player``, who gives check, could make, except the capture of the king.

        No position has the other side to move, because it could take the king.
        """
        king = king_of(position, player)
        shapes = []
        for piece, cell in position.pieces:
            if piece >> 3 == player or piece & 7 == KING:
                continue
            for origin in position.attackers_of(cell, player):
                mover = position.piece_at(origin)
                after = [(mover if at == cell else each, at) for each, at in position.pieces if at != origin]
                home = cell if mover & 7 == KING else king
                if not attackers_in(after, home, player.other):
                    shapes.append(MoveShape(origin | cell << 6, origin, cell, (cell,)))
        return shapes


@lru_cache(maxsize=64, typed=True)
def _start(game: Chess) -> ChessPosition:
    """Return the initial position of a game. Each record that is read begins there."""
    rank = fen.back_rank(game.rules.chess960 if game.is_960 else fen.USUAL_START)
    return game.parse_position(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1")
