"""The caro position.

The stones of each side on a line are stored as the bits of a word. Each move updates the sum of the worth of all
windows. The changes that a stone causes are read from the tables of ``engine.games.caro.lines``, which are indexed by
the state of each of the four lines through the stone.

A move that places a stone is the number of its cell, ``row * columns + column``, where row 0 is at the bottom. The
other moves are ``SWAP`` and ``TWO``, the choices in an opening.

*Colour* 0 is x, which moves first, and colour 1 is o. FIRST owns x unless the players swapped.

For the rules and their sources, see ``engine.games.caro.game``.

The module is long because generation, ``make`` and ``unmake`` use the same C fields in the innermost loop of a search.
The C compiler inlines calls within one module, but calls from another module use a function pointer.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.bits import lowest
from cython.cimports.engine.core.position import MAX_MOVES, MOST_PRIOR, WIN
from cython.cimports.engine.games.caro.lines import (
    FOUR,
    FOURS,
    FOURS_SHIFT,
    HALVES,
    HOLE,
    HOLE_BITS,
    OVERLINE,
    PAD,
    STRAIGHT,
    THREE,
    THREE_BITS,
    THREE_LINE,
    UNBLOCKED,
    WON_LINE,
    WORTH_BITS,
    Geometry,
    Law,
)

from engine.core.outcome import Outcome, Player, Termination
from engine.core.playout import Playout
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.games.caro.game import Caro

if not cython.compiled:
    SWAP, TWO = 510, 511
    PLAY, THREE_STONES, CHOICE, TWO_STONES, LAST_CHOICE = range(5)
    WINS, THREES = 1 << 12, 1 << 8
    NO_THREAT, ONE_THREE, TWO_THREES, ONE_FOUR, FOUR_THREE, TWO_FOURS, FIVE = range(7)
    RANKED = 128
    WORTH_STEP, MOST_WORTH, MOST_FOURS, MOST_OF_KIND = 32, 31, 3, 15
    KIND = [0] * 1024
    GAINS = [[0] * 7 for _ in range(2)]
    SPREAD, OUTWARD, INWARD = [0] * 2048, [0] * 64, [0] * 64
    STONE_KEY = [[0] * 484 for _ in range(2)]
    SIDE_KEY = SWAPPED_KEY = 0
    STAGE_KEY = [0] * 5

OWN_GAINS = (0, 50, 500, 200, 700, 800, 1000)
"""The gain of a move by the kind of threat that it makes, from ``NO_THREAT`` to ``FIVE``."""
OTHER_GAINS = (0, 0, 100, 0, 300, 600, 900)
"""The gain of a move by the kind of threat that the opponent could make on its cell."""


@cython.infer_types(None)
def _fill_tables() -> None:
    global SIDE_KEY, SWAPPED_KEY
    for bits in range(2048):
        left = sum(3**k for k in range(5) if bits >> (4 - k) & 1)
        right = sum(3**k for k in range(5) if bits >> (6 + k) & 1)
        SPREAD[bits] = HALVES * left + right
    for bits in range(64):
        OUTWARD[bits] = sum(3**k for k in range(6) if bits >> k & 1)
        INWARD[bits] = sum(3**k for k in range(6) if bits >> (5 - k) & 1)
    for bits in range(1024):
        holes, threes, wins = bits & 15, bits >> 4 & 7, bits >> 7
        if wins:
            KIND[bits] = FIVE
        elif holes >= 2:
            KIND[bits] = TWO_FOURS
        elif holes:
            KIND[bits] = FOUR_THREE if threes else ONE_FOUR
        else:
            KIND[bits] = TWO_THREES if threes >= 2 else ONE_THREE if threes else NO_THREAT
    for kind in range(7):
        GAINS[0][kind], GAINS[1][kind] = OWN_GAINS[kind], OTHER_GAINS[kind]
    rng = random.Random(20240501)  # any random seed will do, but it must never change
    for colour in range(2):
        for cell in range(484):
            STONE_KEY[colour][cell] = rng.getrandbits(64)
    SIDE_KEY = rng.getrandbits(64)
    SWAPPED_KEY = rng.getrandbits(64)
    for stage in range(1, 5):
        STAGE_KEY[stage] = rng.getrandbits(64)


_fill_tables()


class CaroPosition(Position):
    """A position of caro, with the stones, the side to move and the stage of the opening."""

    if not cython.compiled:
        game: "Caro"
        geometry: Any
        first_law: Any
        second_law: Any
        changes: Any
        shapes: Any
        flanks: Any
        line_ranks: Any
        spots: Any

    def __cinit__(self) -> None:
        """Initialise the fields, without a board. In compiled code, C fields that are not set here are 0."""
        if not cython.compiled:
            super().__cinit__()
            self.words = [[0] * 176 for _ in range(2)]
            self.sums = [0, 0]
            self.changes, self.shapes, self.flanks = [None, None], [None, None], [None, None]
            self.kinds = [0, 0]
            self.line_ranks = [None, None]
            self.steps = [0, 0, 0, 0]
            self.trail = [0] * 490
            self.parts = [[[0] * 484 for _ in range(4)] for _ in range(2)]
            self.ranks = [[0] * 484 for _ in range(2)]
            self.saved_parts = [[0] * 80 for _ in range(130)]
            self.kinds_of = [[0] * 8 for _ in range(2)]
            self.ranked = self.ranked_first = 0
            self.saved_keys, self.saved_stages = [0] * 490, [0] * 490
            self.saved_sums = [[0, 0] for _ in range(490)]
            self.stones = self.stage = self.won = self.foul = self.open = 0
            self.cells = self.columns = self.rows = 0
            self.swapped = self.fouls = self.flanked = False
        self.geometry = None
        self.first_law = None
        self.second_law = None

    def __init__(
        self,
        game: "Caro",
        geometry: "Geometry",
        laws: "tuple[Law, Law]",
        stones: Sequence[tuple[int, int]],
        side: int,
        stage: int = 0,
        swapped: bool = False,
        fouls: bool = False,
        foul: int = 0,
    ) -> None:
        """Set up a position that ``Caro.compose`` has checked.

        Args:
            game: the ``Caro`` instance of the position.
            geometry: geometry of the board.
            laws: laws of x and of o.
            stones: ``(colour, cell)`` pairs.
            side: side to move, 0 or 1.
            stage: stage of the opening, ``PLAY`` to ``LAST_CHOICE``.
            swapped: whether FIRST owns o.
            fouls: whether x has forbidden points.
            foul: kind of the forbidden move that x just made, or 0.

        Raises:
            ValueError: if the arguments do not form a position, or the position is already set up.
        """
        if self.geometry is not None:
            raise ValueError("the position is already set up")
        self.game = game
        self.adopt(geometry, laws[0], laws[1], fouls)
        for colour, cell in stones:
            if not (colour in (0, 1) and 0 <= cell < self.cells and self.is_empty(cell)):
                raise ValueError(f"a stone {colour} cannot be put on cell {cell}")
            self.put(colour, cell)
        self.won = 0
        self.foul = 0
        if not (side in (0, 1) and PLAY <= stage <= LAST_CHOICE and 0 <= foul <= 3):
            raise ValueError("side, stage or foul out of range")
        self.side = side
        self.stage = stage
        self.swapped = swapped
        self.foul = foul
        if foul:
            self.won = 2
        elif self.line_winner(0):
            self.won = 1
        elif self.line_winner(1):
            self.won = 2
        if side:
            self.key ^= SIDE_KEY
        if self.swapped:
            self.key ^= SWAPPED_KEY
        self.key ^= STAGE_KEY[self.stage]

    def adopt(self, geometry: "Geometry", first: "Law", second: "Law", fouls: bool) -> None:
        """Set the geometry, the laws, whether x has ``fouls``, and the tables and sizes that depend on them."""
        self.geometry = geometry
        self.first_law = first
        self.second_law = second
        self.spots = self.geometry.spots
        self.changes[0], self.changes[1] = self.first_law.changes, self.second_law.changes
        self.shapes[0], self.shapes[1] = self.first_law.shapes, self.second_law.shapes
        self.flanks[0], self.flanks[1] = self.first_law.flanks, self.second_law.flanks
        self.line_ranks[0], self.line_ranks[1] = self.first_law.ranks, self.second_law.ranks
        self.ranked = -1
        self.kinds[0], self.kinds[1] = self.first_law.kind, self.second_law.kind
        self.flanked = self.first_law.flanked or self.second_law.flanked
        self.fouls = fouls
        self.columns = self.geometry.columns
        self.rows = self.geometry.rows
        self.steps[0], self.steps[1], self.steps[2], self.steps[3] = 1, self.columns, self.columns + 1, self.columns - 1
        self.cells = self.geometry.cells

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other`` except the stack of saved values for ``unmake``."""
        they = cython.cast(CaroPosition, other)
        Position.copy_from(self, other)
        self.adopt(they.geometry, they.first_law, they.second_law, they.fouls)
        for colour in range(2):
            for word in range(176):
                self.words[colour][word] = they.words[colour][word]
            self.sums[colour] = they.sums[colour]
        self.stones = they.stones
        self.swapped = they.swapped
        self.stage = they.stage
        self.won = they.won
        self.foul = they.foul
        self.open = 0

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write 1 for a stone of FIRST and 2 for one of SECOND, and the numbers of ``CaroInputs``."""
        first = cython.declare(cython.int, self.swapped)
        for cell in range(self.cells):
            out[cell] = 0
        for player in range(2):
            for row in range(self.rows):
                bits = self.words[first ^ player][row] >> PAD
                while bits:
                    out[row * self.columns + lowest(bits)] = player + 1
                    bits &= bits - 1
        at = cython.declare(cython.int, self.cells)
        for player in range(2):
            worth = cython.declare(cython.int, self.sums[first ^ player])
            out[at + player] = min(worth % FOUR // WORTH_STEP, MOST_WORTH)
            out[at + 2 + player] = min(worth // FOUR, MOST_FOURS)
            for kind in range(ONE_THREE, FIVE + 1):
                out[at + 2 + 2 * kind + player] = min(self.count_of(first ^ player, kind), MOST_OF_KIND)
        facts[0] = facts[1] = 0
        facts[2] = self.stones * 8 // (self.cells + 1)

    # --- the board ------------------------------------------------------------------------------------------------

    def holds(self, colour: int, cell: int) -> bool:
        """Whether a stone of ``colour`` is on a cell."""
        return self.words[colour][self.spots[cell].word[0]] >> (self.spots[cell].shift[0] + PAD) & 1 != 0

    def is_empty(self, cell: int) -> bool:
        """Whether no stone is on a cell."""
        word = self.spots[cell].word[0]
        return (self.words[0][word] | self.words[1][word]) >> (self.spots[cell].shift[0] + PAD) & 1 == 0

    def state(self, colour: int, cell: int, direction: int) -> int:
        """Return the state of the line through a cell, which is an index into the tables of lines.

        Args:
            colour: the colour whose stones count as own stones.
            cell: the cell.
            direction: the direction of the line, 0 … 3.
        """
        word = self.spots[cell].word[direction]
        shift = self.spots[cell].shift[direction] + 1
        own = SPREAD[self.words[colour][word] >> shift & 2047]
        other = SPREAD[self.words[colour ^ 1][word] >> shift & 2047]
        return self.spots[cell].base[direction] + own + 2 * other

    def put(self, colour: int, cell: int) -> None:
        """Put a stone on an empty cell and update the sums, the key, ``won`` and ``foul``.

        A forbidden move of x is a win for o.
        """
        other = colour ^ 1
        won = self.won  # not 0 if a record goes on after the end of the game, which stays
        foul = self.foul
        if self.fouls and colour == 0:
            self.foul = self.foul_at(cell)
            if self.foul < 0:
                self.foul = 0
            elif self.foul:
                self.won = 2
        mine = self.sums[colour]
        theirs = self.sums[other]
        wins = cython.declare(cython.uint, 0)
        for direction in range(4):
            word = self.spots[cell].word[direction]
            shift = self.spots[cell].shift[direction]
            base = self.spots[cell].base[direction]
            ours = self.words[colour][word] >> shift
            enemy = self.words[other][word] >> shift
            own = SPREAD[ours >> 1 & 2047]
            opposed = SPREAD[enemy >> 1 & 2047]
            mine += self.changes[colour][base + own + 2 * opposed].gain
            wins |= self.changes[colour][base + own + 2 * opposed].loss >> 21
            theirs -= self.changes[other][base + opposed + 2 * own].loss
            if self.flanked:
                right = self.spots[cell].right[direction]
                left = self.spots[cell].left[direction]
                own = OUTWARD[ours >> 7 & 63]
                opposed = OUTWARD[enemy >> 7 & 63]
                mine += self.flanks[colour][right + own + 2 * opposed].gain
                theirs -= self.flanks[other][right + opposed + 2 * own].loss
                own = INWARD[ours & 63]
                opposed = INWARD[enemy & 63]
                mine += self.flanks[colour][left + own + 2 * opposed].gain
                theirs -= self.flanks[other][left + opposed + 2 * own].loss
            self.words[colour][word] |= 1 << (shift + PAD)
        self.sums[colour] = mine
        self.sums[other] = theirs
        if wins:
            self.won = colour + 1
        if won:
            self.won = won
            self.foul = foul
        self.key ^= STONE_KEY[colour][cell]
        self.stones += 1

    def lift(self, colour: int, cell: int) -> None:
        """Remove a stone. The caller restores the sums and the key."""
        self.flip(colour, cell)
        self.stones -= 1

    def flip(self, colour: int, cell: int) -> None:
        """Flip the bits of a stone and change nothing else."""
        for direction in range(4):
            self.words[colour][self.spots[cell].word[direction]] ^= 1 << (self.spots[cell].shift[direction] + PAD)

    def line_winner(self, colour: int) -> bool:
        """Whether a line on the board wins for ``colour``."""
        law = self.second_law if colour else self.first_law
        for cell in range(self.cells):
            if not self.holds(colour, cell):
                continue
            for direction in range(4):
                word = self.spots[cell].word[direction]
                shift = self.spots[cell].shift[direction]
                own = self.words[colour][word] >> (shift + PAD - 1)
                other = self.words[colour ^ 1][word] >> (shift + PAD - 1)
                left = own & 1 | (other & 1) << 1
                right = own >> 6 & 1 | (other >> 6 & 1) << 1
                if own >> 1 & 31 == 31 and law.allows(left, right):
                    return True
        return False

    # --- ranks of empty cells -------------------------------------------------------------------------------------

    def rank(self, colour: int, cell: int) -> int:
        """Return what a stone of ``colour`` on an empty cell would gain: the sum of the ranks of its four lines.

        The fields of a rank are described in ``engine.games.caro.lines``. Forbidden points are ignored.
        """
        if self.ranked != self.open:
            self.refresh()
        return self.ranks[colour][cell]

    def refresh(self) -> None:
        """Compute the ranks for the stones on the board.

        The ranks around each stone that was placed since the last call are computed in the order of the moves, so that
        ``unmake`` can restore the ranks before each of them. Leaves of a search that need no ranks cost nothing.
        """
        if self.ranked < 0 or self.open - self.ranked_first > RANKED:
            self.rank_all()
            return
        for i in range(self.ranked + 1, self.open):
            if self.trail[i] >= 0:
                self.flip(self.trail[i] & 1, self.trail[i] >> 1)
        for i in range(self.ranked, self.open):
            if self.trail[i] < 0:
                continue
            if i > self.ranked:
                self.flip(self.trail[i] & 1, self.trail[i] >> 1)
            self.rank_around(self.trail[i] >> 1, self.saved_parts[i - self.ranked_first])
        self.ranked = self.open

    def count_of(self, colour: int, kind: int) -> int:
        """Return the number of empty cells where a stone of ``colour`` would make the threats of a kind.

        The kinds are ``NO_THREAT`` to ``FIVE``. Forbidden points are ignored.
        """
        if self.ranked != self.open:
            self.refresh()
        return self.kinds_of[colour][kind]

    def rank_all(self) -> None:
        """Compute the ranks of all cells, and count the empty cells of each kind."""
        for colour in range(2):
            for kind in range(8):
                self.kinds_of[colour][kind] = 0
            for cell in range(self.cells):
                self.ranks[colour][cell] = 0
                for direction in range(4):
                    part = self.line_ranks[colour][self.state(colour, cell, direction)]
                    self.parts[colour][direction][cell] = part
                    self.ranks[colour][cell] += part
                if self.is_empty(cell):
                    self.kinds_of[colour][KIND[self.ranks[colour][cell] // HOLE]] += 1
        self.ranked = self.ranked_first = self.open

    def rank_around(self, cell: int, saved: Any) -> None:
        """Compute the ranks again on the four lines through a cell, and store the replaced values in ``saved``."""
        count = 0
        for colour in range(2):
            self.kinds_of[colour][KIND[self.ranks[colour][cell] // HOLE]] -= 1
        for direction in range(4):
            word = self.spots[cell].word[direction]
            place = self.spots[cell].shift[direction]
            step = self.steps[direction]
            first = place - 5 if place > 5 else 0
            last = place + 5
            if last > self.geometry.lengths[word] - 1:
                last = self.geometry.lengths[word] - 1
            crosses = self.words[0][word] >> 1
            noughts = self.words[1][word] >> 1
            stones = (crosses | noughts) >> (PAD - 1)
            for at in range(first, last + 1):
                if at == place:
                    continue
                target = cell + (at - place) * step
                base = self.spots[target].base[direction]
                cross = SPREAD[crosses >> at & 2047]
                nought = SPREAD[noughts >> at & 2047]
                free = cython.declare(cython.bint, stones >> at & 1 == 0)
                saved[count] = self.parts[0][direction][target]
                saved[count + 1] = self.parts[1][direction][target]
                self.set_part(0, direction, target, self.line_ranks[0][base + cross + 2 * nought], free)
                self.set_part(1, direction, target, self.line_ranks[1][base + nought + 2 * cross], free)
                count += 2

    def set_part(self, colour: int, direction: int, cell: int, part: int, free: bool) -> None:
        """Set the rank of a stone of a colour on the line in a direction to ``part``. An empty cell is ``free``."""
        before = cython.declare(cython.uint, self.ranks[colour][cell])
        after = cython.declare(cython.uint, before + part - self.parts[colour][direction][cell])
        self.parts[colour][direction][cell] = part
        self.ranks[colour][cell] = after
        if free and before // HOLE != after // HOLE:
            self.kinds_of[colour][KIND[before // HOLE]] -= 1
            self.kinds_of[colour][KIND[after // HOLE]] += 1

    def unrank(self, cell: int, saved: Any) -> None:
        """Restore the ranks that ``rank_around`` replaced."""
        count = 0
        for direction in range(4):
            word = self.spots[cell].word[direction]
            place = self.spots[cell].shift[direction]
            step = self.steps[direction]
            first = place - 5 if place > 5 else 0
            last = place + 5
            if last > self.geometry.lengths[word] - 1:
                last = self.geometry.lengths[word] - 1
            stones = (self.words[0][word] | self.words[1][word]) >> PAD
            for at in range(first, last + 1):
                if at == place:
                    continue
                target = cell + (at - place) * step
                free = cython.declare(cython.bint, stones >> at & 1 == 0)
                self.set_part(0, direction, target, saved[count], free)
                self.set_part(1, direction, target, saved[count + 1], free)
                count += 2
        for colour in range(2):
            self.kinds_of[colour][KIND[self.ranks[colour][cell] // HOLE]] += 1

    # --- threats of a stone ---------------------------------------------------------------------------------------

    def power(self, colour: int, cell: int) -> int:
        """Return the threats that a stone of ``colour`` on an empty cell would create, ignoring forbidden points.

        Returns:
            ``WINS`` if the stone wins. Otherwise the number of cells that would complete its fours, plus ``THREES`` for
            each line with a three.
        """
        rank = self.rank(colour, cell)
        if rank >= WON_LINE:
            return WINS
        return (rank & HOLE_BITS) // HOLE + (rank & THREE_BITS) // THREE_LINE * THREES

    def foul_at(self, cell: int) -> int:
        """Return the kind of forbidden move that x would make on an empty cell.

        Returns:
            0 for none, 1 for an overline, 2 for a double four, 3 for a double three, or -1 for a five, which is always
            allowed.
        """
        over = False
        fours = 0
        threes = 0
        lines = cython.declare(cython.int[4])
        for direction in range(4):
            state = self.state(0, cell, direction)
            if self.changes[0][state].loss >= FOUR:
                return -1
            shape = self.shapes[0][state]
            if shape & OVERLINE:
                over = True
            fours += (shape & FOURS) >> FOURS_SHIFT
            if shape & THREE:
                lines[threes] = direction
                threes += 1
        if over:
            return 1
        if fours >= 2:
            return 2
        if threes < 2:
            return 0
        real = 0
        self.flip(0, cell)
        for i in range(threes):
            if real < 2 and self.real_three(cell, lines[i]):
                real += 1
        self.flip(0, cell)
        return 3 if real >= 2 else 0

    def real_three(self, cell: int, direction: int) -> bool:
        """Whether x, with a stone on ``cell``, can make a straight four in ``direction`` (0 … 3) by an allowed move."""
        step = 1
        if direction == 1:
            step = self.columns
        elif direction == 2:
            step = self.columns + 1
        elif direction == 3:
            step = self.columns - 1
        word = self.spots[cell].word[direction]
        first = self.spots[cell].shift[direction]
        length = self.geometry.lengths[word]
        for sign in range(-1, 2, 2):
            for distance in range(1, 4):
                place = first + sign * distance
                if self.words[0][word] >> (place + PAD) & 1:
                    continue
                # Only a stone on the first cell without x on this side is connected to ``cell``.
                if 0 <= place < length and self.words[1][word] >> (place + PAD) & 1 == 0:
                    target = cell + sign * distance * step
                    if self.shapes[0][self.state(0, target, direction)] & STRAIGHT and self.foul_at(target) == 0:
                        return True
                break
        return False

    def near(self, out: Any, pairs: bool) -> int:
        """Fill ``out`` with the empty cells at most two rows and two columns from a stone, and return their number.

        The cells are ordered by row and column. If ``pairs`` is true, they include the empty cells that are three steps
        from a pair of adjacent stones of one colour, on the line of the pair. On an empty board, ``out`` contains only
        the middle cell.
        """
        if self.stones == 0:
            out[0] = self.rows // 2 * self.columns + self.columns // 2
            return 1
        wide = cython.declare(cython.uint[32])
        far = cython.declare(cython.uint[32])
        full = cython.declare(cython.uint, ((1 << self.columns) - 1) << PAD)
        for row in range(32):
            wide[row] = 0
            far[row] = 0
        for row in range(self.rows):
            both = self.words[0][row] | self.words[1][row]
            wide[row + 4] = both | both << 1 | both << 2 | both >> 1 | both >> 2
            if not pairs:
                continue
            for colour in range(2):
                here = self.words[colour][row]
                if here == 0:
                    continue
                above = self.words[colour][row + 1]  # word 22 belongs to no line
                pair = here & here >> 1
                far[row + 4] |= pair >> 3 | pair << 4
                pair = here & above
                far[row + 1] |= pair
                far[row + 8] |= pair
                pair = here & above >> 1
                far[row + 1] |= pair >> 3
                far[row + 8] |= pair << 4
                pair = here & above << 1
                far[row + 1] |= pair << 3
                far[row + 8] |= pair >> 4
        count = 0
        for row in range(self.rows):
            both = self.words[0][row] | self.words[1][row]
            free = cython.declare(cython.uint)
            free = wide[row + 2] | wide[row + 3] | wide[row + 4] | wide[row + 5] | wide[row + 6] | far[row + 4]
            free &= full & ~both
            first = row * self.columns - PAD
            while free:
                out[count] = first + lowest(free)
                free &= free - 1
                count += 1
        return count

    # --- for searches ---------------------------------------------------------------------------------------------

    def generate(self, out: Any) -> int:
        """Fill ``out`` with the empty cells, row by row from the bottom, and the choices of the opening."""
        count = 0
        full = cython.declare(cython.uint, ((1 << self.columns) - 1) << PAD)
        free = cython.declare(cython.uint)
        for row in range(self.rows):
            free = full & ~(self.words[0][row] | self.words[1][row])
            first = row * self.columns - PAD
            while free:
                out[count] = first + lowest(free)
                free &= free - 1
                count += 1
        return self.add_choices(out, count)

    def add_choices(self, out: Any, count: int) -> int:
        """Append the choices of the opening to the ``count`` moves in ``out``. Return the new count."""
        if self.stage == CHOICE or self.stage == LAST_CHOICE:
            out[count] = SWAP
            count += 1
        if self.stage == CHOICE:
            out[count] = TWO
            count += 1
        return count

    def generate_likely(self, out: Any) -> int:
        """Fill ``out`` with the first of three groups that is not empty, and return the number of moves.

        The groups are the cells that win, the cells that stop a five, and the cells near stones with the choices of the
        opening. During the opening, the third group is always used. For x in renju, it is used unless x can win at
        once, because the only defence may be a forbidden point.

        The cells near stones are the result of ``near`` with ``pairs``. No win in five plies or less is missed: a move
        that makes or stops a four is within two cells of a stone of that four, and a move of a forced win in five plies
        shares a window with two more stones. If a five is threatened, all moves that do not stop it lose at once.
        """
        count = 0
        own = self.side ^ self.swapped
        if self.stage == PLAY and (self.sums[own] >= FOUR or own == 1 or not self.fouls):
            count = self.urgent(out)
        return count or self.add_choices(out, self.near(out, True))

    def urgent(self, out: Any) -> int:
        """Fill ``out`` with the cells that win or, if there are none, with the cells that stop a five.

        Return their number, which is 0 if no side has a four.
        """
        own = self.side ^ self.swapped
        if self.sums[own] >= FOUR:
            return self.strong(out, own, WINS)
        if self.sums[own ^ 1] >= FOUR:
            return self.strong(out, own ^ 1, WINS)
        return 0

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the first of three groups that is not empty, and return the number of moves.

        The groups are the cells that make a five, the cells that stop a five, and the cells that make a four. During
        the opening, the result is 0.
        """
        if self.stage:
            return 0
        count = self.urgent(out)
        if count:
            return count
        own = self.side ^ self.swapped
        if self.count_of(own, ONE_FOUR) + self.count_of(own, FOUR_THREE) + self.count_of(own, TWO_FOURS) == 0:
            return 0
        return self.strong(out, own, THREES - 1)

    def may_stand_pat(self) -> bool:
        """Whether the opponent could not make a five if it were the opponent's turn, or the side to move has a four."""
        return not self.in_danger() or self.sums[self.side ^ self.swapped] >= FOUR

    def generate_evasions(self, out: Any) -> int:
        """Fill ``out`` with the cells that win or, if there are none, stop a five, and return their number.

        If there are none of these either, ``out`` contains the cells near stones.
        """
        return self.urgent(out) or self.near(out, True)

    def strong(self, out: Any, colour: int, mask: int) -> int:
        """Fill ``out`` with the cells near stones for which ``power`` has a bit of ``mask``. Return their number.

        The power is that of ``colour``. Cells forbidden to ``colour`` are omitted unless ``mask`` is ``WINS``.
        """
        count = self.near(out, False)
        kept = 0
        for i in range(count):
            cell = out[i]
            if self.power(colour, cell) & mask:
                if self.fouls and colour == 0 and mask != WINS and self.foul_at(cell) > 0:
                    continue
                out[kept] = cell
                kept += 1
        return kept

    def generate_forcing(self, out: Any, level: int) -> int:
        """Fill ``out`` with the first of three groups that is not empty, and return the number of moves.

        The groups are the cells that win, the cells that stop a five, and the cells that make a four or, at level 2, a
        three. Forbidden cells are omitted from the third group. During the opening, the result is 0.
        """
        if self.stage:
            return 0
        count = self.urgent(out)
        if count:
            return count
        own = self.side ^ self.swapped
        cells = cython.declare(cython.int[MAX_MOVES])
        powers = cython.declare(cython.int[MAX_MOVES])
        count = self.near(cells, False)
        for i in range(count):
            powers[i] = self.power(own, cells[i])
            if powers[i] and self.fouls and own == 0 and self.foul_at(cells[i]) > 0:
                powers[i] = 0
        kept = 0
        # Double threats first, then fours, then threes.
        for i in range(count):
            if powers[i] & (THREES - 1) >= 2:
                out[kept] = cells[i]
                kept += 1
        for i in range(count):
            if powers[i] & (THREES - 1) == 1:
                out[kept] = cells[i]
                kept += 1
        if level >= 2:
            for i in range(count):
                if powers[i] >= THREES and powers[i] & (THREES - 1) == 0:
                    out[kept] = cells[i]
                    kept += 1
        return kept

    def generate_answers(self, out: Any) -> int:
        """Fill ``out`` with the first of three groups that is not empty, and return the number of moves.

        The groups are the cells that win, the cells that stop a five, and the cells that may stop a double threat.
        During the opening, the result is 0.

        A double threat is a cell where a stone of the opponent would leave two cells that complete a five. A stone on
        any of these cells may stop the threat, and so may a four. If blocked fives do not win, a stone beyond an end
        of a five may also stop the threat. Against x in renju, a stone that makes the cell forbidden may also stop it.
        In these two cases the third group contains all cells that ``near`` finds.
        """
        if self.stage:
            return 0
        count = self.urgent(out)
        if count:
            return count
        own = self.side ^ self.swapped
        enemy = own ^ 1
        if self.count_of(enemy, TWO_FOURS) == 0:
            return 0
        count = self.near(out, True)
        threat = False
        for i in range(count):
            if self.power(enemy, out[i]) & (THREES - 1) >= 2:
                if self.fouls and enemy == 0 and self.foul_at(out[i]) > 0:
                    continue
                threat = True
                break
        if not threat:
            return 0
        if self.kinds[enemy] >= UNBLOCKED or (self.fouls and enemy == 0):
            # Cells beyond an end and stones that make a point forbidden count too; all of these are near cells.
            return count
        kept = 0
        for i in range(count):
            cell = out[i]
            if self.power(enemy, cell) & (THREES - 1) or self.power(own, cell) & (THREES - 1):
                out[kept] = cell
                kept += 1
        return kept

    def make(self, move: int) -> None:
        """Make a legal move in place."""
        self.saved_keys[self.open] = self.key
        self.saved_sums[self.open][0] = self.sums[0]
        self.saved_sums[self.open][1] = self.sums[1]
        self.saved_stages[self.open] = self.stage << 1 | self.swapped
        self.trail[self.open] = -1 if move >= SWAP else 2 * move + (self.side ^ self.swapped)
        self.open += 1
        self.ply += 1
        if move >= SWAP:
            self.choose(move)
        else:
            self.put(self.side ^ self.swapped, move)
            if self.stage:
                self.advance()
        self.side ^= 1
        self.key ^= SIDE_KEY

    def advance(self) -> None:
        """Advance to the next stage of the opening if the last stone completed the current stage."""
        stage = self.stage
        if stage == THREE_STONES:
            if self.stones < 3:
                return
            self.stage = CHOICE
        elif stage == TWO_STONES:
            if self.stones < 5:
                return
            self.stage = LAST_CHOICE
        else:
            self.stage = PLAY
        self.key ^= STAGE_KEY[stage] ^ STAGE_KEY[self.stage]

    def choose(self, move: int) -> None:
        """Swap the colours and set the next stage of the opening."""
        stage = self.stage
        self.swapped = not self.swapped
        self.stage = TWO_STONES if move == TWO else PLAY
        self.key ^= SWAPPED_KEY ^ STAGE_KEY[stage] ^ STAGE_KEY[self.stage]

    def unmake(self, move: int) -> None:
        """Unmake the last move."""
        self.open -= 1
        self.ply -= 1
        self.side ^= 1
        self.stage = self.saved_stages[self.open] >> 1
        self.swapped = self.saved_stages[self.open] & 1 != 0
        if self.ranked > self.open:
            if self.open < self.ranked_first:
                self.ranked = -1
            else:
                self.ranked = self.open
                if move < SWAP:
                    self.unrank(move, self.saved_parts[self.open - self.ranked_first])
        if move < SWAP:
            self.lift(self.side ^ self.swapped, move)
        self.key = self.saved_keys[self.open]
        self.sums[0] = self.saved_sums[self.open][0]
        self.sums[1] = self.saved_sums[self.open][1]
        self.won = 0  # a move was made here, so the game was not over
        self.foul = 0

    def is_over(self) -> bool:
        """Whether a side has won by a line, a forbidden move was made, or the board is full."""
        return (self.won != 0 or self.stones == self.cells) and self.ply != self.reopened_at

    def winner(self) -> int:
        """Return the winner of a game that is over, 0 or 1, or -1 for a draw."""
        if self.won == 0:
            return -1
        return self.won - 1 ^ self.swapped

    def outcome_score(self, ply: int) -> int:
        """Return ``WIN - ply`` if the side to move has won, ``ply - WIN`` if it has lost, or 0 for a draw."""
        winner = self.winner()
        if winner < 0:
            return 0
        return WIN - ply if winner == self.side else ply - WIN

    def order(self, move: int) -> int:
        """Return the ordering value of a move.

        Wins are first, then moves that stop a win, then double threats, then moves that stop a double threat. Other
        moves are ordered by the worth that they gain, plus the worth that the opponent would gain on the same cell.
        """
        if move >= SWAP:
            return 0
        own = self.side ^ self.swapped
        enemy = own ^ 1
        rank = self.rank(own, move)
        if rank >= WON_LINE:
            return 1_000_000
        threat = self.rank(enemy, move)
        if threat >= WON_LINE:
            return 900_000
        score = (rank & WORTH_BITS) + (threat & WORTH_BITS)
        if rank & HOLE_BITS >= 2 * HOLE:
            score += 500_000
        elif threat & HOLE_BITS >= 2 * HOLE:
            score += 200_000
        return cython.cast(cython.int, score)

    def gain(self, move: int) -> int:
        """Return the worth of the threats that a move makes, plus that of the opponent's double threats on its cell.

        The worth of each kind of threat is in ``GAINS``. A three is worth a gain, so that the search neither skips nor
        reduces moves that attack. Moves that stop single threats are too many for that: with gains, Elo −87 ± 60 (90
        games at 6,000 nodes).
        """
        if move >= SWAP:
            return 0
        own = self.side ^ self.swapped
        return GAINS[0][KIND[self.rank(own, move) // HOLE]] + GAINS[1][KIND[self.rank(own ^ 1, move) // HOLE]]

    def in_danger(self) -> bool:
        """Whether the opponent could win with the next move if it were the opponent's turn.

        The result is False during the opening.
        """
        return self.stage == PLAY and self.sums[self.side ^ self.swapped ^ 1] >= FOUR

    def trait(self, move: int) -> int:
        """Return ``cells * colour + cell``, or ``2 * cells`` for ``SWAP`` and ``2 * cells + 1`` for ``TWO``."""
        if move >= SWAP:
            return 2 * self.cells + move - SWAP
        return self.cells * (self.side ^ self.swapped) + move

    def trait_count(self) -> int:
        """Return the number of pairs of a colour and a cell, plus 2 for the choices of the opening."""
        return 2 * self.cells + 2

    def has_cycles(self) -> bool:
        """Return False, because stones stay on the board and an opening has few choices."""
        return False

    def has_threats(self) -> bool:
        """Return True: fours and threes are threats."""
        return True

    # --- for searches with playouts -------------------------------------------------------------------------------

    def prior(self, move: int) -> int:
        """Return how good a legal move probably is, in virtual visits, by the classes of ``order``."""
        order = self.order(move)
        if order >= 900_000:
            return MOST_PRIOR
        if order >= 200_000:
            return 60 if order >= 500_000 else 40
        value = 0
        while order > 0 and value < 30:
            order >>= 1
            value += 2
        return value

    def draw_move(self, playout: Playout) -> int:
        """Return a move that wins or stops a five, or else the best of four random cells near stones by ``order``.

        During the opening, all legal moves have the same probability.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        if self.stage:
            count = self.generate(moves)
            return moves[playout.below(count)] if count else -1
        count = self.urgent(moves)
        if count:
            return moves[playout.below(count)]
        count = self.near(moves, False)
        if count == 0:  # no empty cell is near a stone
            count = self.generate(moves)
        chosen = -1
        best = -1
        for _ in range(min(4, count)):
            move = moves[playout.below(count)]
            order = self.order(move)
            if order > best:
                best = order
                chosen = move
        return chosen

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over."""
        if self.won:
            reason = Termination.FORBIDDEN if self.foul else Termination.LINE
            return Outcome(Player(self.winner()), reason)
        if self.stones == self.cells:
            return Outcome(None, Termination.FULL_BOARD)
        return None

    @property
    def hand(self) -> Player:
        """The player who makes the next move.

        In a swap2 opening FIRST places the first three stones. After ``TWO``, SECOND places both further stones.
        """
        if self.stage == THREE_STONES:
            return Player.FIRST
        if self.stage == TWO_STONES:
            return Player.SECOND
        return self.turn

    @property
    def history(self) -> tuple[int, ...]:
        """The kind of the forbidden move that ended the game, or an empty tuple if none did.

        The kind cannot be determined from the stones alone.
        """
        return (self.foul,) if self.foul else ()

    @property
    def opening_stage(self) -> int:
        """The stage of the opening, ``THREE_STONES`` to ``LAST_CHOICE``, or ``PLAY`` (0) if it is over."""
        return self.stage

    @property
    def is_swapped(self) -> bool:
        """Whether FIRST owns o."""
        return bool(self.swapped)

    @property
    def colour(self) -> int:
        """The colour of the side to move, 0 for x or 1 for o."""
        return self.side ^ self.swapped

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """A pair ``(colour, cell)`` for each stone, ordered by cell."""
        return [
            (colour, cell)
            for cell in range(self.cells)
            for colour in range(2)
            if self.words[colour][cell // self.columns] >> (cell % self.columns + PAD) & 1
        ]

    @property
    def forbidden_points(self) -> dict[int, int]:
        """A mapping of the forbidden cells of x to 1 (overline), 2 (double four) or 3 (double three).

        The dictionary is empty if the rules are not renju or the game is over.
        """
        if not self.fouls or self.is_over():
            return {}
        points = {cell: self.foul_at(cell) for cell in range(self.cells) if self.is_empty(cell)}
        return {cell: foul for cell, foul in points.items() if foul > 0}

    @property
    def threat_kinds(self) -> dict[int, tuple[int, int]]:
        """For each empty cell, the kinds of the threats that x and o would make there.

        The kinds are 0 none, 1 a three, 2 two threes, 3 a four, 4 a four and a three, 5 several cells that complete a
        five, 6 a winning line. Forbidden points are ignored.
        """
        kinds = {}
        for cell in range(self.cells):
            if self.is_empty(cell):
                first, second = self.rank(0, cell), self.rank(1, cell)
                kinds[cell] = (int(KIND[first // HOLE]), int(KIND[second // HOLE]))
        return kinds

    @property
    def threat_counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For x and for o, the number of empty cells of each kind (``threat_kinds``)."""
        first = tuple(self.count_of(0, kind) for kind in range(7))
        return first, tuple(self.count_of(1, kind) for kind in range(7))

    def threat_counts_on_walk(
        self, moves: Sequence[int], asked: Sequence[bool]
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Make moves in place on a copy and unmake them, as a search does. Return the ``threat_counts`` on the way.

        Tests use this method, because all other code plays moves on copies.

        Args:
            moves: legal moves in the order of play.
            asked: for the positions after 0, 1, 2 … moves, and then for those on the way back, whether to count there.
                Leaves of a search that are not ordered are not asked.

        Raises:
            ValueError: if a move is not legal.
        """
        copy: Any = self.copy()
        own = cython.declare(CaroPosition, copy)
        questions = iter(asked)
        counts = [copy.threat_counts] if next(questions) else []
        for move in moves:
            own._check_legal(move)
            own.make(move)
            if next(questions):
                counts.append(copy.threat_counts)
        for move in reversed(moves):
            own.unmake(move)
            if next(questions):
                counts.append(copy.threat_counts)
        return counts

    @property
    def lines_won(self) -> tuple[bool, bool]:
        """Whether x has a winning line, and whether o has one."""
        return bool(self.line_winner(0)), bool(self.line_winner(1))

    @property
    def window_sums(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """For x and for o, the worth of the live windows and the number of live windows with four stones."""
        return (
            (self.sums[0] & (FOUR - 1), self.sums[0] // FOUR),
            (self.sums[1] & (FOUR - 1), self.sums[1] // FOUR),
        )
