from engine.core.position cimport Position

cdef enum:
    CELLS = 9
    WHOLE = 511             # a bit for each cell

cdef int LINES[8]
cdef unsigned long long MARK_KEY[2][9]
cdef unsigned long long SIDE_KEY

cdef class TictactoePosition(Position):
    cdef int marks[2]                       # cells of each side, one bit each
    cdef bint has_line(self, int side) noexcept nogil
    cdef void change(self, int cell, int side) noexcept nogil
