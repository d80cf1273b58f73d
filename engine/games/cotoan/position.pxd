cimport cython
from engine.core.position cimport Position

cdef enum:
    WIDTH = 11              # files and a border on either side
    CELLS = 143             # 11 x 13
    LINES = 19              # at most, of one orientation
    PIECES = 20             # digits 0-9 of red, then of blue
    BLUE = 16               # a piece is its digit, plus 16 if it is blue
    EMPTY = 32
    BORDER = 64
    ATTACK = 900            # rank of a quiet move that attacks the zero, below captures
    FIRST_CELL = 12         # in ``write_cells``: cell of the first byte, number of cells,
    WRITTEN = 119
    MOST_NEEDED = 45        # greatest number of points,
    FEW = 12                # and number of pieces up to which the bucket is 0

cdef short LINE[4][143]                         # the line of a cell, by orientation
cdef short OFFSET[4][143]                       # the cell's bit in that line's word
cdef short PLACE[143]                           # a cell counted from 0, rank by rank, without the border
cdef short STEP[4]                              # from a cell to the next one on its line
cdef unsigned char RAY[2][143]                  # line to the enemy zero: 0, or orientation + 4, + 8 if beyond it
cdef unsigned long long PIECE_KEY[20][143]
cdef unsigned long long POINTS_KEY[2][128]
cdef unsigned long long SIDE_KEY

cdef class Tables:
    cdef int captures[100]                      # by 10 * rear + front: bit d allows a capture d beyond the front
    cdef unsigned short fronts[160]             # by 16 * rear + distance: bit x allows front x
    cdef unsigned short rears[160]              # by 16 * front + distance: bit x allows rear x
    cdef int target
    cdef int no_capture
    cdef bint repetition
    cdef bint zero_helper

@cython.final
cdef class CotoanPosition(Position):
    cdef Tables tables
    cdef unsigned char board[143]
    cdef unsigned char squares[20]              # cell of each piece, 0 once captured
    cdef unsigned int lines[76]                 # occupancy of each line: 19 * orientation + line; off the board is 1
    cdef int points[2]
    cdef int mobile[2]                          # pieces 1-9 on the board
    cdef int since_capture
    cdef int start_number
    cdef int start_side
    cdef bint decided                           # a zero is taken, the target is reached, or no pair can be formed
    cdef int depth                              # moves made and not yet unmade
    cdef unsigned char taken[160]               # piece that each of these moves captured
    cdef short waited[160]                      # since_capture before each of these moves
    cdef const short* weights                   # by 143 * index + cell; index: digit, plus 10 if blue
    cdef object weights_owner
    cdef int balance                            # sum of weights, red minus blue
    cdef unsigned long long attacked_key        # key of the position for which attacked_by is known, or 0
    cdef unsigned short marks[143]              # in describe_moves: digits that attack the zero from a cell; else 0
    cdef int attacked_by                        # attack on the zero of its side to move (zero_attack)
    cdef void clear(self) noexcept
    cdef void put(self, int piece, int cell) noexcept
    cdef void decide(self) noexcept nogil
    cdef void weigh(self, const short* weights) noexcept
    cdef bint may_evade(self, int move, int attack) noexcept nogil
    cdef bint evades(self, int move) noexcept nogil
    cdef int zero_attack(self, int side) noexcept nogil
    cdef int find_attack(self, int side) noexcept nogil
    cdef bint attacks_zero(self, int move) noexcept nogil
    cdef inline bint pair_reaches(self, int cell, int step, int distance, int side) noexcept nogil
    cdef int points_winner(self) noexcept nogil
    cdef int winner(self) noexcept nogil
