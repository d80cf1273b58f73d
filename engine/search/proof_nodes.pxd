from engine.core.position cimport Position
from engine.search.proof_table cimport ProofTable
from engine.search.search cimport Search

cdef enum:
    LARGE = 1000000000          # greatest number of an unsolved position
    FREE = 127                  # ``lowest`` of a result that does not depend on the moves that led to the position
    OUTSIDE = -1                # ``lowest`` of a result that depends on the greatest ply that is searched
    DEEPEST = 120               # greatest ply that is searched

cdef unsigned long long ALL, MIXER

cdef class ProofNodes(Search):
    cdef readonly ProofTable table
    cdef readonly long long proof, disproof     # the numbers of the root, for the present question
    cdef bint forcing, cyclic, historic, bounded, separate, weak, mobility, opened
    cdef int level, reach
    cdef int first_key                          # number of keys of earlier positions at the root
    cdef readonly int attacker                  # the side whose win is to be proved
    cdef unsigned long long root_code           # hash of the history of the root
    cdef unsigned long long mixer               # combined with the keys of the positions of a question
    cdef unsigned long long depth_keys[129]     # by the number of plies left
    cdef unsigned long long histories[129]      # hashes of the earlier positions, by ply
    cdef unsigned int phi, delta                # the numbers of the position visited last
    cdef int plies, lowest                      # its line and the lowest ply on which its result depends
    cdef unsigned int second                    # second least δ of the moves of a node
    cdef long long rest                         # part of the node's δ that does not belong to its best move
    cdef int counts[129]
    cdef unsigned int phis[129][512]            # φ, δ, plies and ``lowest`` of the children, by ply
    cdef unsigned int deltas[129][512]
    cdef unsigned char lengths[129][512]
    cdef signed char lowests[129][512]
    cdef unsigned long long key_at(self, Position position, int ply) noexcept nogil
    cdef unsigned long long path_code(self, int ply) noexcept nogil
    cdef unsigned long long extended(self, unsigned long long history, unsigned long long key) noexcept nogil
    cdef bint recurs(self, Position position, int ply) noexcept nogil
    cdef void settle(self, bint success) noexcept nogil
    cdef void settle_score(self, int score, bint attacks) noexcept nogil
    cdef void settle_stuck(self, Position position, int ply, bint attacks) noexcept nogil
    cdef int list_moves(self, Position position, int* moves, int ply, bint attacks) noexcept nogil
    cdef void enter(self, Position position, int move, int ply) noexcept nogil
    cdef void look(self, Position position, int ply) noexcept nogil
    cdef bint recall(self, Position position, int ply, bint attacks) noexcept nogil
    cdef bint expand(self, Position position, int ply) noexcept nogil
    cdef int combine(self, int ply) noexcept nogil
    cdef int chosen_child(self, int ply) noexcept nogil
    cdef void keep_child(self, int i, int ply) noexcept nogil
    cdef int lowest_of(self, int ply, int best, bint attacks) noexcept nogil
    cdef int number_root(self, Position position) noexcept nogil
    cdef bint descend(self, Position position, int best, long long phi_limit, long long delta_limit, int ply) noexcept nogil
    cdef void solve(self, Position position, long long phi_limit, long long delta_limit, int ply) noexcept nogil
    cdef void conclude(self, Position position, int best, int ply, long long work) noexcept nogil
    cdef bint step(self, Position position) noexcept nogil
    cdef bint walk(self, Position position, bint successful) noexcept nogil

cdef unsigned long long scrambled(unsigned long long key) noexcept nogil
