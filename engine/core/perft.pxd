from engine.core.position cimport Position

cdef long long count_leaves(Position position, int depth, bint bulk, int* buffer) noexcept nogil
