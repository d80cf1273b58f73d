cdef extern from "table.h" nogil:
    unsigned long long load_word "kyvien_load"(const unsigned long long* words, unsigned long long index) noexcept
    void store_word "kyvien_store"(unsigned long long* words, unsigned long long index, unsigned long long value) noexcept
    void prefetch_line "kyvien_prefetch"(const unsigned long long* words, unsigned long long index) noexcept
    void use_large_pages "kyvien_use_large_pages"(void* block, size_t bytes) noexcept
    unsigned long long lock_word "kyvien_lock"(unsigned long long key, unsigned long long data) noexcept
    unsigned long long pack_entry "kyvien_pack"(int move, int value, int evaluation, int depth, int bound, int variation,
                                                int generation) noexcept
    int entry_move "kyvien_move"(unsigned long long data) noexcept
    int entry_value "kyvien_value"(unsigned long long data) noexcept
    int entry_evaluation "kyvien_evaluation"(unsigned long long data) noexcept
    int entry_depth "kyvien_depth"(unsigned long long data) noexcept
    int entry_bound "kyvien_bound"(unsigned long long data) noexcept
    int entry_variation "kyvien_variation"(unsigned long long data) noexcept
    int entry_generation "kyvien_generation"(unsigned long long data) noexcept
    unsigned long long path_key "kyvien_path_key"(unsigned long long key, int move) noexcept

cdef enum:
    BOUND_NONE = 0
    BOUND_LOWER = 1
    BOUND_UPPER = 2
    BOUND_EXACT = 3
    NO_MOVE = 65535             # in an entry: no move is known
    NO_EVALUATION = -32768      # in an entry: no evaluation is known
    GREATEST_VALUE = 30000      # greater values that are not wins are stored as bounds
    TABLE_WIN = 32767           # a win in n plies from the position is TABLE_WIN - n

cdef class Table:
    cdef unsigned long long* words              # eight for a bucket of four entries: lock, data
    cdef long long* stamps                      # one for each entry, or NULL
    cdef void* memory                           # the block that contains ``words``
    cdef unsigned long long bucket_mask
    cdef readonly long long entries
    cdef readonly int generation
    cdef unsigned long long probe(self, unsigned long long key) noexcept nogil
    cdef void keep(self, unsigned long long key, int move, int value, int evaluation, int depth, int bound,
                   int variation, int ply, long long stamp) noexcept nogil
    cdef long long stamp(self, unsigned long long key) noexcept nogil
    cdef bint has_stamps(self) noexcept nogil
    cdef void prefetch(self, unsigned long long key) noexcept nogil

cdef int value_at(unsigned long long data, int ply) noexcept nogil
