from engine.core.evaluation cimport Evaluation
from engine.core.position cimport MAX_MOVES, MAX_PLY, Position
from engine.search.trace cimport Trace

cdef extern from "clock.h" nogil:
    double now "kyvien_seconds"() noexcept

cdef enum:
    POLL_NODES = 1024       # nodes between two checks of the clock and the stop flag: under 0.2 ms

cdef class Stop:
    cdef volatile int flag, greatest_depth
    cdef volatile double deadline
    cdef volatile long long node_limit
    cdef double moment                      # of the last call of hasten
    cdef readonly object limit

cdef class Search:
    cdef readonly object parameters
    cdef readonly Evaluation evaluation
    cdef readonly long long seed
    cdef readonly Trace trace
    cdef readonly long long nodes, leaf_evaluations, comparisons, cutoffs, table_hits
    cdef readonly long long leaves          # of the current iteration
    cdef readonly int depth, seldepth       # of the current iteration; greatest ply so far
    cdef bint likely, ordering, quiescence, single, tracing, stopping, following, shuffling
    cdef unsigned long long salt            # determines the order of equal moves at the root
    cdef bint busy                          # whether an analysis has begun and not ended
    cdef bint met_horizon                   # whether this iteration reached a position at depth 0
    cdef int quiescence_depth, value
    cdef Stop stop
    cdef long long node_limit, poll_at
    cdef double deadline
    cdef int buffers[128][512]              # moves, by ply
    cdef int scores[512]
    cdef int chosen[512]                    # moves to search at the root; all if there are none
    cdef int chosen_count
    cdef int pv[128][128]
    cdef int pv_length[128]
    cdef int last_pv[128]
    cdef int last_pv_length
    cdef int killers[128][2]
    cdef int path[129]                      # the move that led to each ply
    cdef int root(self, Position position, int depth) noexcept nogil
    cdef int* moves_at(self, int ply) noexcept nogil
    cdef bint visit(self, int ply) noexcept nogil
    cdef void poll(self) noexcept nogil
    cdef bint is_hurried(self, long long nodes) noexcept nogil
    cdef bint settles(self, Position position, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef long long own_stamp(self) noexcept nogil
    cdef int leave(self, int value, int alpha, int beta) noexcept nogil
    cdef int leave_stuck(self, Position position, int alpha, int beta, int ply) noexcept nogil
    cdef int leaf(self, Position position, int alpha, int beta, int ply) noexcept nogil
    cdef int quiesce(self, Position position, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int calm(self, Position position, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int generate(self, Position position, int* moves, int ply) noexcept nogil
    cdef void shuffle(self, int* moves, int count) noexcept nogil
    cdef int write_chosen(self, int* moves) noexcept nogil
    cdef int keep_chosen(self, int* moves, int count) noexcept nogil
    cdef int ordered_moves(self, Position position, int* moves, int ply) noexcept nogil
    cdef void sort(self, Position position, int* moves, int count, int ply) noexcept nogil
    cdef void remember(self, Position position, int move, int ply) noexcept nogil
    cdef void extend_pv(self, int move, int ply) noexcept nogil
