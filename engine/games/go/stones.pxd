cimport cython
from engine.core.contact cimport ContactPosition
from engine.core.position cimport Position

cdef enum:
    POINTS = 361            # points of the largest board
    WORDS = 6               # words of a set of points; point p is bit p % 64 of word p / 64
    EMPTY = 2               # in addition to the sides 0 (black) and 1 (white)
    BORDER = 3
    NOWHERE = 361           # no point, or a neighbour off the board
    OPENED = 136            # most moves made and not yet unmade

cdef unsigned long long BIT[64]
cdef unsigned long long ALL
cdef unsigned long long STONE_KEY[2][361]
cdef unsigned long long SIDE_KEY

cdef class Geometry:
    cdef readonly int size, points, words
    cdef short neighbours[1444]             # four of each point, NOWHERE off the board
    cdef short diagonals[1444]
    cdef unsigned long long whole[6]        # all points
    cdef unsigned long long not_first[6]    # all except the first column
    cdef unsigned long long not_last[6]

cdef class StonesPosition(ContactPosition):
    cdef Geometry geometry
    cdef const short* neighbours
    cdef int points, words
    cdef unsigned long long stones_key
    cdef unsigned char board[362]
    cdef unsigned long long stones[2][6]
    cdef unsigned long long empty[6]
    cdef int stone_count[2]
    cdef int prisoners[2]                   # stones taken by each side
    cdef short chain[362]                   # slot of a stone's group: the point of one of its stones
    cdef short next[362]                    # next stone of the group, in a circular list
    cdef short count[362]                   # number of stones of the group in a slot
    cdef short freedom[362]                 # number of its liberties
    cdef unsigned long long liberties[2166]
    cdef unsigned long long atari[2][6]     # slots of the groups with one liberty
    cdef unsigned long long pairs[2][6]     # slots of the groups with two
    cdef int total[2]                       # sum of the liberties of all groups
    cdef unsigned long long scratch[6]
    cdef unsigned long long reached[2][6]
    cdef int depth                          # moves made and not yet unmade; the arrays below have an entry for each
    cdef unsigned long long kept_key[136]
    cdef unsigned long long kept_stones_key[136]
    cdef unsigned long long kept_liberties[816]
    cdef short kept_slot[136]               # slot of the group that a stone joined, or its own slot
    cdef short kept_count[136]
    cdef short kept_freedom[136]
    cdef short kept_chain[136]
    cdef short kept_next[136]
    cdef short joined[136][4]               # slots of other groups that it joined
    cdef short joined_count[136]
    cdef short taken[136][4]                # slots of the groups that it took
    cdef short taken_count[136]
    cdef short taken_stones[136]
    cdef bint suicide[136]
    cdef void clear(self, Geometry geometry) except *
    cdef void copy_board(self, StonesPosition they) noexcept nogil
    cdef void enrol(self, int side, int slot) noexcept nogil
    cdef void strike(self, int side, int slot) noexcept nogil
    cdef void add_liberty(self, int side, int slot, int point) noexcept nogil
    cdef void remove_liberty(self, int side, int slot, int point) noexcept nogil
    @cython.final
    cdef int open_slot(self, int side, int point) noexcept nogil
    @cython.final
    cdef void join(self, int slot, int other) noexcept nogil
    cdef void put(self, int side, int point) noexcept nogil
    cdef void lift(self, int side, int point) noexcept nogil
    cdef int take(self, int side, int slot) noexcept nogil
    cdef void give_back(self, int side, int slot) noexcept nogil
    cdef bint breathes(self, int side, int point) noexcept nogil
    cdef bint captures(self, int side, int point) noexcept nogil
    cdef int groups_at(self, int side, int point) noexcept nogil
    cdef void spread(self, unsigned long long* source, unsigned long long* target) noexcept nogil
    cdef void reach(self, int side, unsigned long long* target) noexcept nogil
    cdef int distinct(self, int side) noexcept nogil
    cdef int area(self) noexcept nogil
    cdef int territory(self) noexcept nogil
    cdef int in_atari(self, int side, unsigned long long* target) noexcept nogil
