cdef extern from "bits.h" nogil:
    int lowest "kyvien_lowest"(unsigned long long x) noexcept
    int highest "kyvien_highest"(unsigned long long x) noexcept
    int popcount "kyvien_count"(unsigned long long x) noexcept
