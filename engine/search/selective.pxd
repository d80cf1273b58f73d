from engine.core.position cimport Position
from engine.search.histories cimport Histories
from engine.search.search cimport Search
from engine.search.table cimport Table
from engine.search.team cimport Team

cdef enum:
    NONE = -1                   # no move, no trait
    PASS = -2                   # in the path: a pass that the rules do not allow
    DEEPEST = 120               # greatest ply of a node that is not a leaf
    WORDS = 24576               # room for the ranked moves of all open nodes
    HEAD = 8                    # moves that are sorted at once
    EVASIONS = 2                # moves of quiescence in danger after which quiet ones are skipped (few_evasions)
    MIDDLE = 1 << 30            # rank of a quiet move without statistics
    GOOD = 1 << 28              # added for a capture
    REFUTER = 1 << 27           # added for a killer move or a reply

cdef class Selective(Search):
    cdef readonly Table table
    cdef readonly Histories histories
    cdef readonly object prepared
    cdef bint uses_table, aspiration, mate_distance, uses_killers, counter_moves, uses_history, continuation, exchange
    cdef bint settles_danger, delta, cycles, null_move, verification, late_reductions, late_pruning, futility
    cdef bint reverse_futility, razoring, probcut, exchange_pruning, history_pruning, danger_extension, danger_exemption
    cdef bint singular, few_evasions
    cdef bint internal_reduction, correction, answers, threat_extension
    cdef bint exact             # an entry of the table cuts only at equal depth
    cdef bint cuts_by_table
    cdef bint settles_deeply    # quiescence with table and pruning, not that of the textbook searches
    cdef bint judges            # every node needs an evaluation
    cdef bint asks_danger
    cdef int margin, gain_scale, width
    cdef bint threat_proof
    cdef int late_percent       # quiet moves that are not skipped near the leaves, in per cent of the usual number
    cdef int settling           # most plies of quiescence
    cdef Team team              # the threads of a parallel search
    cdef int member             # number of this search in the team
    cdef bint joined            # whether the team has other members
    cdef unsigned long long* words
    cdef int top                # words in use
    cdef int traits_at[132]     # trait of the move that led to ply p, at p + 2
    cdef int standing[132]      # evaluation at ply p, or -INFINITY
    cdef int judged[132]        # the same without correction, or NO_EVALUATION
    cdef int excluded[132]      # move that is not searched at ply p, or NONE
    cdef int reductions[64][64]
    cdef int root_moves[512]
    cdef int root_count, root_first
    cdef int listed[512]        # the moves of the node that is ranked, and what the position states of them
    cdef int gains[512]
    cdef int orders[512]
    cdef int traits[512]
    cdef bint root_stale
    cdef int list_moves(self, Position position, int ply, int guess) noexcept nogil
    cdef void rank_moves(self, Position position, int ply, int first, int end) noexcept nogil
    cdef unsigned long long pick(self, int first, int end) noexcept nogil
    cdef int sort_head(self, int first, int end) noexcept nogil
    cdef void credit(self, Position position, int base, int index, int move, int depth, int ply) noexcept nogil
    cdef int settle(self, Position position, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int rank_noisy(self, Position position, int ply, int guess, bint danger) noexcept nogil
    cdef int judge(self, Position position, unsigned long long data, int ply) noexcept nogil
    cdef bint settled_by(self, unsigned long long data, int value, int alpha, int beta, bint deep) noexcept nogil
    cdef int better_estimate(self, int standing, unsigned long long data, int ply) noexcept nogil
