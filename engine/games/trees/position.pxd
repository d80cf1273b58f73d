from engine.core.position cimport Position

cdef enum:
    NODES = 64

cdef unsigned long long NODE_KEY[64]

cdef class TreePosition(Position):
    cdef readonly object tree
    cdef readonly int node
    cdef int nodes
    cdef int parent[64]                     # -1 at the root
    cdef int child[64]                      # first child, or -1
    cdef int sibling[64]                    # next sibling, or -1
    cdef int value[64]                      # value for the maximiser; of an inner node its static value
    cdef void move_to(self, int node) noexcept nogil
