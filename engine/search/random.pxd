from engine.search.search cimport Search

cdef class Random(Search):
    pass
