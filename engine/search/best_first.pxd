from engine.search.mtdf cimport MTDF

cdef class BestFirst(MTDF):
    pass
