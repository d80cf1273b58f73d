from engine.core.position cimport Position

cdef enum:
    NODES = 64

cdef unsigned long long NODE_KEY[64]

cdef class TreePosition(Position):
    cdef readonly object tree
    cdef readonly int node
    cdef int nodes
    cdef int parent[64]                     # -1 at the root
    cdef int child[64]                      # the first, or -1
    cdef int sibling[64]                    # the next, or -1
    cdef int value[64]                      # for the maximiser; static where there are children
    cdef void move_to(self, int node) noexcept nogil
