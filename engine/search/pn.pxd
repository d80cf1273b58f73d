from engine.core.position cimport Position
from engine.search.proof_nodes cimport ProofNodes

cdef class ProofNumber(ProofNodes):
    cdef object table_entries
    cdef object prepared                        # the game for which the table is used
    cdef object last                            # the position that was analysed last
    cdef bint draws                             # whether the answers so far leave only a draw
