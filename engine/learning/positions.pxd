from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position

cdef enum:
    RECORD = 540            # greatest size of a record: the bytes of the cells and what follows them

cdef class GameReplay:
    cdef readonly Position start
    cdef readonly Evaluation evaluation
    cdef readonly object type
    cdef readonly int cheap, most_score
    cdef readonly bint noisy
    cdef int cells, stride
    cdef unsigned int number            # of the game
    cdef unsigned char record[540]
    cdef int facts[3]
    cdef unsigned char* target          # place of the next record
    cdef long long count                # of records written
    cdef Position prepared(self, Position position)
    cdef bint is_quiet(self, Position position, int move, int score) noexcept nogil
    cdef void add(self, Position position, int result, int score) noexcept nogil
