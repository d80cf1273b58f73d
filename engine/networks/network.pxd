from libc.stdint cimport int16_t, int32_t

from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Memory, Position

cdef extern from "network.h" nogil:
    ctypedef struct Weights "kyvien_network":
        int cells, variants, hidden, output_unit, factor
        const int16_t* table
        const int16_t* weights
        const int16_t* bias
        const int16_t* output
        const int32_t* offset
    enum:
        SUMS_SIZE "sizeof(kyvien_sums)"
    int judge "kyvien_judge"(const Weights* network, void* memory, const unsigned char* cells, const int* facts,
                             int side) noexcept

cdef class Network(Evaluation):
    cdef Weights weights
    cdef object held                        # the arrays to which ``weights`` points
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
