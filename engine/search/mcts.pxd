from engine.core.playout cimport Playout
from engine.core.position cimport Position
from engine.search.search cimport Search
from engine.search.team cimport Team
from engine.search.tree cimport Tree

cdef enum:
    DEEPEST = 110               # greatest ply of a node that is not a leaf
    RAVE_SHIFT = 13             # results are stored with fewer bits for all moves as first
    MOST_RAVE = 1 << 24         # visits after which they do not change any more

    PLAYOUT = 0                 # what judges leaves
    EVALUATION = 1
    MIXED = 2

cdef class MonteCarlo(Search):
    cdef readonly Tree tree
    cdef readonly Playout playout
    cdef Position root_position         # of the tree, or None
    cdef list crew                      # the searches that help, kept between analyses
    cdef tuple helpers                  # those that help in the present analysis
    cdef Team team
    cdef int member
    cdef bint joined                    # whether the team has other members
    cdef int judge_kind                 # PLAYOUT, EVALUATION or MIXED
    cdef int expansion                  # visits of a leaf before children are added
    cdef double equivalence             # visits at which both statistics of a move count the same, or 0
    cdef double exploration
    cdef double even                    # virtual visits of a move without prior
    cdef double scale
    cdef bint uses_priors, uses_cycles
    cdef unsigned int stamp             # number of the simulation, times 2
    cdef unsigned int marks[65536]      # for each move, stamp and side of the simulation in which it was made
    cdef long long line[130]            # nodes of the present simulation
    cdef void work(self, Position position, long long target) noexcept nogil
    cdef bint simulate(self, Position position) noexcept nogil
    cdef long long result_of(self, int proof, int side) noexcept nogil
    cdef long long select(self, long long index) noexcept nogil
    cdef long long arrive(self, Position position, long long index, int ply) noexcept nogil
    cdef long long end(self, long long index, int score, int side) noexcept nogil
    cdef bint expand(self, Position position, long long index, int ply) noexcept nogil
    cdef long long assess(self, Position position, int ply) noexcept nogil
    cdef long long chance(self, int score, int side) noexcept nogil
    cdef void back_up(self, int ply, int side, long long value) noexcept nogil
    cdef void share(self, int ply, int side, long long value) noexcept nogil
    cdef long long find(self, Position position, unsigned long long key, long long index, int plies) noexcept nogil
