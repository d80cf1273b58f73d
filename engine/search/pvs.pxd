from engine.core.position cimport Position
from engine.search.selective cimport Selective

cdef class PrincipalVariation(Selective):
    cdef list crew              # the searches that help, kept for their statistics
    cdef tuple helpers          # those that help in the present analysis
    cdef tuple known_line       # keys, moves and values of the line of a win or loss that was reported last
    cdef tuple finished_lines   # of the last completed depth
    cdef int null_from          # least ply at which a pass is tried
    cdef int line_count
    cdef int line_scores[512]
    cdef int line_pv[16][128]
    cdef int line_length[16]
    cdef int partial_pv[128]
    cdef int partial_length, partial_score
    cdef long long window_start # nodes before the present window
    cdef long long move_start   # nodes before the present move at the root
    cdef long long best_nodes   # below the best move at the root, in the present window
    cdef object prover          # proof-number search, for the switch threat_proof
    cdef long long proof_nodes[2]   # its nodes in the present analysis, by question
    cdef int proved_move        # the first move of the win proved last
    cdef object steadiness      # the facts about the completed depths
    cdef int narrow(self, Position position, int depth, int line) noexcept nogil
    cdef void sort_lines(self, int count) noexcept nogil
    cdef int search(self, Position position, int depth, int alpha, int beta, int ply, bint cut) noexcept nogil
    cdef int prune(self, Position position, int depth, int alpha, int beta, int ply, bint cut, int estimate,
                   unsigned long long data) noexcept nogil
    cdef int skip_turn(self, Position position, int depth, int beta, int ply, bint cut, int estimate) noexcept nogil
    cdef int try_captures(self, Position position, int depth, int beta, int ply, bint cut) noexcept nogil
    cdef int try_moves(self, Position position, int depth, int alpha, int beta, int ply, bint cut, bint danger,
                       unsigned long long data) noexcept nogil
    cdef int skips(self, Position position, int move, int depth, int alpha, int ply, bint quiet, int history,
                   int searched) noexcept nogil
    cdef int prove_singular(self, Position position, int move, int depth, int beta, int ply, bint cut,
                            unsigned long long data) noexcept nogil
    cdef void lead(self, int move) noexcept nogil
    cdef void keep_partial(self, int score) noexcept nogil
