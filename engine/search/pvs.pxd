from engine.core.position cimport Position
from engine.search.refined cimport Refined

cdef class PrincipalVariation(Refined):
    cdef list crew              # the searches that help, kept for their statistics
    cdef tuple helpers          # those that help in the present analysis
    cdef tuple known_line       # keys, moves and values of the line of a win or loss that was reported last
    cdef tuple finished_lines   # of the last completed depth
    cdef int line_count
    cdef int line_scores[512]
    cdef int line_pv[16][128]
    cdef int line_length[16]
    cdef long long window_start # nodes before the present window
    cdef object prover          # proof-number search, for the switch threat_proof
    cdef long long proof_nodes[2]   # its nodes in the present analysis, by question
    cdef int proved_move        # the first move of the win proved last
    cdef object steadiness      # the facts about the completed depths
    cdef int narrow(self, Position position, int depth, int line) noexcept nogil
    cdef void sort_lines(self, int count) noexcept nogil
