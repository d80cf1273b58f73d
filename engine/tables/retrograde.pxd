from engine.core.position cimport Position

cdef enum:
    MOST_CODE = 253         # greatest value of a position that is not drawn: 1 + plies to the end
    ILLEGAL = 255           # value of a number without a position
    KNOWN = 254             # number of moves of a position that cannot be lost

cdef class Layout:
    cdef readonly long long size                # numbers of both sides to move
    cdef long long half
    cdef int count
    cdef int pieces[8]
    cdef int sizes[8]
    cdef short places[8][256]                   # place of a cell in the list of a piece, or -1
    cdef short cells[8][256]                    # cell of a place
    cdef unsigned char turns[256]               # symmetry that maps a cell of the first piece to the one it stands for
    cdef short maps[8][256]
    cdef short swap_cell[256]
    cdef short swap_piece[64]
    cdef long long find(self, int* pieces, int* cells, int count, int side) noexcept nogil
    cdef long long find_swapped(self, int* pieces, int* cells, int count, int side) noexcept nogil
    cdef bint set_up(self, Position position, long long number) noexcept

cdef class Retrograde:
    cdef Position position
    cdef readonly Layout layout
    cdef list exits                             # pairs (Layout, bytes) of the materials that captures lead to
    cdef unsigned char* values
    cdef unsigned char* left                    # moves of which it is not known that they lose, at most KNOWN
    cdef unsigned char* worst                   # longest loss after a move to another material, as 1 + plies
    cdef unsigned int* starts                   # first entry in ``before`` of each number
    cdef unsigned int* before                   # numbers of the positions before each position
    cdef int greatest                           # greatest value so far
    cdef int state
    cdef int missing_count
    cdef int missing_pieces[8]
    cdef int outside(self, int* pieces, int* cells, int count, int side) noexcept
    cdef int first_pass(self, long long number) noexcept
    cdef void second_pass(self, long long number) noexcept
    cdef void lose_move(self, long long number, int value) noexcept nogil
