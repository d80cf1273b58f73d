cdef enum:
    MOST = 22               # most columns or rows
    CELLS = 484
    LINES = 44              # most lines of one direction
    PAD = 6                 # empty bits before the first cell in the word of a line
    HALVES = 364            # states of one side of a cell: up to five cells of three kinds
    STATES = 132496         # states of both sides
    FLANKS = 1053           # states of six cells on one side: a window and the cell beyond it
    FOUR = 2097152          # in a packed sum: one window with four stones; the lower bits are the worth of the windows

    FREE = 0
    EXACT = 1
    UNBLOCKED = 2
    OPEN = 3

    OWN = 1
    OTHER = 2
    WALL = 3

    HOLES = 3               # bits of a shape: number of cells that complete a five
    FOURS = 12              # number of fours with different stones
    FOURS_SHIFT = 2
    THREE = 16
    STRAIGHT = 32
    OVERLINE = 64

    WORTH_BITS = 16383      # fields of a rank, which can be added for four lines: worth gained, unless the stone wins
    HOLE = 1 << 14          # one cell that completes a five
    HOLE_BITS = 15 << 14
    THREE_LINE = 1 << 18    # one line with a three
    THREE_BITS = 7 << 18
    WON_LINE = 1 << 21      # one line that wins

cdef int WORTH[6]           # worth of a live window by its number of stones

cdef struct Spot:
    int word[4]             # line of the cell in each direction: LINES * direction + line
    int shift[4]            # place of the cell on that line
    int base[4]             # first state of the cell, by its distance from the edges
    int left[4]             # first state of the flank on either side
    int right[4]

cdef struct SumChange:
    unsigned int gain       # gain of the side when it puts a stone
    unsigned int loss       # loss of the side when its opponent puts a stone

cdef class Geometry:
    cdef readonly int columns
    cdef readonly int rows
    cdef readonly int cells
    cdef Spot spots[484]
    cdef int lengths[176]       # cells of each line
    cdef int long_lines[176]    # lines of five cells or more
    cdef int long_count

cdef class Law:
    cdef readonly int kind
    cdef readonly bint flanked
    cdef SumChange changes[132496]
    cdef unsigned char shapes[132496]
    cdef SumChange flanks[1053]
    cdef unsigned int ranks[132496]
    cdef bint allows(self, int left, int right) noexcept
    cdef void fill(self, int state) noexcept
    cdef void fill_flank(self, int state) noexcept
    cdef bint straight(self, int* line, int cell) noexcept

cdef int worth(int stones) noexcept
cdef int decode(int half, int* line, int step) noexcept
