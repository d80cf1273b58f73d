cdef enum:
    INFINITE = 2147483647       # φ or δ of a solved position whose other number is 0
    ENTRY = 3                   # words of an entry: key; the two numbers; move, plies, generation and work
    BUCKET = 4                  # entries of a bucket

cdef class ProofTable:
    cdef unsigned long long* words
    cdef unsigned long long buckets
    cdef readonly long long entries
    cdef readonly int generation
    cdef long long find(self, unsigned long long key) noexcept nogil
    cdef unsigned int phi(self, long long place) noexcept nogil
    cdef unsigned int delta(self, long long place) noexcept nogil
    cdef int move(self, long long place) noexcept nogil
    cdef int plies(self, long long place) noexcept nogil
    cdef void keep(self, unsigned long long key, unsigned int phi, unsigned int delta, int move, int plies,
                   long long work) noexcept nogil
