cdef enum:
    MOST = 22               # columns or rows
    CELLS = 484
    LINES = 44              # at most, of one direction
    PAD = 6                 # empty bits before the first cell of a line's word
    HALVES = 364            # states of one side of a cell: up to five cells of three kinds
    STATES = 132496         # of both sides
    FLANKS = 1053           # states of six cells on one side, seen as a window and the cell beyond it
    FOUR = 2097152          # in a packed sum: one window with four stones; below it, the windows' worth

    FREE = 0
    EXACT = 1
    UNBLOCKED = 2
    OPEN = 3

    OWN = 1
    OTHER = 2
    WALL = 3

    HOLES = 3               # bits of a shape: cells that would complete a five
    FOURS = 12              # fours, by the stones that make them
    FOURS_SHIFT = 2
    THREE = 16
    STRAIGHT = 32
    OVERLINE = 64

cdef int WORTH[6]           # of a live window by its stones

cdef struct Spot:
    int word[4]             # the cell's line in each direction: LINES * direction + line
    int shift[4]            # its place on that line
    int base[4]             # of its state: how near the edges are
    int left[4]             # base of the flank's state, on either side
    int right[4]

cdef struct Change:
    unsigned int gain       # to the owner who puts a stone
    unsigned int loss       # to the owner when the opponent puts one

cdef class Geometry:
    cdef readonly int columns
    cdef readonly int rows
    cdef readonly int cells
    cdef Spot spots[484]
    cdef int lengths[176]       # cells of each line
    cdef int long_lines[176]    # those of five cells and more
    cdef int long_count

cdef class Law:
    cdef readonly int kind
    cdef readonly bint flanked
    cdef Change changes[132496]
    cdef unsigned char shapes[132496]
    cdef Change flanks[1053]
    cdef bint allows(self, int left, int right) noexcept
    cdef void fill(self, int state) noexcept
    cdef void fill_flank(self, int state) noexcept
    cdef bint straight(self, int* line, int cell) noexcept

cdef int worth(int stones) noexcept
cdef int decode(int half, int* line, int step) noexcept
