from libc.stdint cimport int64_t, uint16_t, uint32_t

cdef extern from "tree.h" nogil:
    ctypedef struct Node "kyvien_node":
        unsigned int first
        unsigned short count
        unsigned short move
        int visits
        int rave_visits
        long long total
        unsigned int rave_total
        short prior
        short proof
    void add_visits "kyvien_visit"(Node* nodes, long long index, int amount) noexcept
    void add_result "kyvien_credit"(Node* nodes, long long index, long long amount) noexcept
    void add_rave "kyvien_rave"(Node* nodes, long long index, unsigned int amount) noexcept
    bint claim "kyvien_claim"(Node* nodes, long long index) noexcept
    unsigned int first_child "kyvien_first"(Node* nodes, long long index) noexcept
    void publish "kyvien_publish"(Node* nodes, long long index, unsigned int first) noexcept
    long long take "kyvien_take"(int64_t* used, long long amount) noexcept
    long long number_taken "kyvien_taken"(const int64_t* used) noexcept
    int visits_of "kyvien_visits"(const Node* nodes, long long index) noexcept
    long long total_of "kyvien_total"(const Node* nodes, long long index) noexcept
    int proof_of "kyvien_proof"(const Node* nodes, long long index) noexcept
    void set_proof "kyvien_set_proof"(Node* nodes, long long index, int proof) noexcept
    int rave_visits_of "kyvien_rave_visits"(const Node* nodes, long long index) noexcept
    unsigned int rave_total_of "kyvien_rave_total"(const Node* nodes, long long index) noexcept

cdef enum:
    BUSY = 1                # first child: a thread is adding the children
    ROOT = 2                # index of the root
    UNIT = 1048576          # result of a won game; of a draw half of it
    DRAW = 32767            # proof: the game is drawn
    PLIES = 128             # plies of which nodes are counted; deeper nodes count for the last one

cdef class Tree:
    cdef Node* nodes
    cdef Node* spare            # the other half of the memory, or NULL
    cdef readonly long long capacity
    cdef int64_t taken          # nodes in use, or more if there was no room
    cdef long long by_ply[128]  # visited nodes counted by `tally`
    cdef long long add(self, int count) noexcept nogil
    cdef long long number(self) noexcept nogil
    cdef void set_node(self, long long index, int move, int prior) noexcept nogil
    cdef void prove(self, long long index) noexcept nogil
    cdef long long tally(self, long long index, int ply) noexcept nogil
