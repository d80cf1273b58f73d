from engine.core.position cimport Position

cdef enum:
    NODES = 128

cdef unsigned long long NODE_KEY[128]

cdef class TreePosition(Position):
    cdef readonly object tree
    cdef readonly int node
    cdef int nodes
    cdef int parent[128]                     # -1 at the root
    cdef int child[128]                      # first child, or -1
    cdef int sibling[128]                    # next sibling, or -1
    cdef int value[128]                      # value for the maximiser; of an inner node its static value
    cdef void move_to(self, int node) noexcept nogil
