cimport cython
from engine.core.position cimport Position
from engine.games.caro.lines cimport SumChange, Geometry, Law, Spot

cdef enum:
    SWAP = 510              # moves without a stone
    TWO = 511

    PLAY = 0                # stages of an opening; PLAY means that it is over
    THREE_STONES = 1
    CHOICE = 2
    TWO_STONES = 3
    LAST_CHOICE = 4

    WINS = 1 << 12          # bits of a power; those below THREES count the cells that complete a five
    THREES = 1 << 8
    NO_THREAT = 0           # kinds of cells, by what a stone of a colour there would make
    ONE_THREE = 1
    TWO_THREES = 2
    ONE_FOUR = 3            # one cell would complete a five
    FOUR_THREE = 4
    TWO_FOURS = 5           # several cells would complete a five: a straight four or two fours
    FIVE = 6

    RANKED = 128            # moves after which all ranks are computed again

    WORTH_STEP = 32         # in ``write_cells``: unit of the worth of windows, and the greatest numbers
    MOST_WORTH = 31
    MOST_FOURS = 3
    MOST_OF_KIND = 15

cdef unsigned short SPREAD[2048]        # state of both sides by bits 0-4 and 6-10 of a word around a cell
cdef unsigned short OUTWARD[64]         # six bits as digits of base 3, lowest bit nearest to the cell
cdef unsigned short INWARD[64]          # the same with the highest bit nearest to the cell
cdef unsigned char KIND[1024]           # kind of a cell by its rank without the worth
cdef int GAINS[2][7]                    # gain of a move by the kind of its cell, for the side to move and the other
cdef unsigned long long STONE_KEY[2][484]
cdef unsigned long long SIDE_KEY
cdef unsigned long long SWAPPED_KEY
cdef unsigned long long STAGE_KEY[5]

@cython.final
cdef class CaroPosition(Position):
    cdef Geometry geometry
    cdef Law first_law
    cdef Law second_law
    cdef Spot* spots
    cdef SumChange* changes[2]          # by colour, 0: x, 1: o
    cdef unsigned char* shapes[2]
    cdef unsigned int* line_ranks[2]
    cdef SumChange* flanks[2]
    cdef int kinds[2]
    cdef bint flanked                   # at least one law depends on the cells beyond a window
    cdef bint fouls                     # x has forbidden points
    cdef unsigned int words[2][176]     # stones on each line, by colour; bit PAD + place
    cdef unsigned int sums[2]           # packed worth of the live windows, by colour
    cdef int cells, columns, rows
    cdef int stones
    cdef bint swapped                   # FIRST owns o
    cdef int stage
    cdef int won                        # winning colour + 1, or 0
    cdef int foul                       # kind of the forbidden move that x made, or 0
    cdef int open                       # moves made and not yet unmade
    cdef unsigned long long saved_keys[490]
    cdef unsigned int saved_sums[490][2]
    cdef unsigned char saved_stages[490]
    cdef short trail[490]               # moves made and not yet unmade: 2 * cell + colour, or -1 without a stone
    cdef unsigned int parts[2][4][484]  # rank on each line of a stone of a colour on a cell
    cdef unsigned int ranks[2][484]     # their sums
    cdef int steps[4]                   # from a cell to the next in each direction
    cdef int kinds_of[2][8]             # number of empty cells of each kind, by colour
    cdef int ranked                     # moves of the trail that the ranks include, or -1 if they must be computed
    cdef int ranked_first               # moves of the trail when all ranks were computed
    cdef unsigned int saved_parts[130][80]
    cdef void adopt(self, Geometry geometry, Law first, Law second, bint fouls) except *
    cdef void put(self, int colour, int cell) noexcept nogil
    cdef void lift(self, int colour, int cell) noexcept nogil
    cdef void flip(self, int colour, int cell) noexcept nogil
    cdef int state(self, int colour, int cell, int direction) noexcept nogil
    cdef bint holds(self, int colour, int cell) noexcept nogil
    cdef bint is_empty(self, int cell) noexcept nogil
    cdef unsigned int rank(self, int colour, int cell) noexcept nogil
    cdef int count_of(self, int colour, int kind) noexcept nogil
    cdef void set_part(self, int colour, int direction, int cell, unsigned int part, bint free) noexcept nogil
    cdef void refresh(self) noexcept nogil
    cdef void rank_all(self) noexcept nogil
    cdef void rank_around(self, int cell, unsigned int* saved) noexcept nogil
    cdef void unrank(self, int cell, unsigned int* saved) noexcept nogil
    cdef int power(self, int colour, int cell) noexcept nogil
    cdef int foul_at(self, int cell) noexcept nogil
    cdef bint real_three(self, int cell, int direction) noexcept nogil
    cdef void choose(self, int move) noexcept nogil
    cdef int near(self, int* out, bint pairs) noexcept nogil
    cdef int add_choices(self, int* out, int count) noexcept nogil
    cdef int urgent(self, int* out) noexcept nogil
    cdef int strong(self, int* out, int colour, int mask) noexcept nogil
    cdef void advance(self) noexcept nogil
    cdef int winner(self) noexcept nogil
    cdef bint line_winner(self, int colour) noexcept
