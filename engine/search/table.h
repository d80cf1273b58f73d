/* The two 64-bit words of an entry of the transposition table, shared by threads without locks, and their packing. */
#ifndef KYVIEN_TABLE_H
#define KYVIEN_TABLE_H
#include <stddef.h>
#include <stdint.h>
#if defined(__linux__)
#  include <sys/mman.h>
#endif
typedef unsigned long long kyvien_word;
#if defined(_MSC_VER)
#  include <intrin.h>
static __inline uint64_t kyvien_load(const kyvien_word *words, uint64_t i) { return *(const volatile kyvien_word *)(words + i); }
static __inline void kyvien_store(kyvien_word *words, uint64_t i, uint64_t value) { *(volatile kyvien_word *)(words + i) = value; }
static __inline void kyvien_prefetch(const kyvien_word *words, uint64_t i) {
#  if defined(_M_X64) || defined(_M_IX86)
    _mm_prefetch((const char *)(words + i), _MM_HINT_T0);
#  else
    (void)words; (void)i;
#  endif
}
#  define KYVIEN_INLINE static __inline
#else
static inline uint64_t kyvien_load(const kyvien_word *words, uint64_t i) { return __atomic_load_n(words + i, __ATOMIC_RELAXED); }
static inline void kyvien_store(kyvien_word *words, uint64_t i, uint64_t value) {
    __atomic_store_n(words + i, value, __ATOMIC_RELAXED);
}
static inline void kyvien_prefetch(const kyvien_word *words, uint64_t i) { __builtin_prefetch(words + i); }
#  define KYVIEN_INLINE static inline
#endif
/* Ask for large pages for the pages that lie within a block. A search probes at random, and with pages of 4 KiB most
   probes of a table of 16 MiB miss the translation cache of the processor, too. No effect on other systems. */
KYVIEN_INLINE void kyvien_use_large_pages(void *block, size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    uintptr_t first = ((uintptr_t)block + 4095) & ~(uintptr_t)4095, end = ((uintptr_t)block + bytes) & ~(uintptr_t)4095;
    if (end > first + ((uintptr_t)1 << 21)) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)block; (void)bytes;
#endif
}
/* The first word of an entry. It fits no other data, so that an entry of which two threads each wrote a word is none. */
KYVIEN_INLINE uint64_t kyvien_lock(uint64_t key, uint64_t data) { return key ^ data; }
/* From the lowest bit: move 16, value + 32768 16, evaluation + 32768 16 (0: none), depth 8, bound 2, variation 1,
   generation 5. */
KYVIEN_INLINE uint64_t kyvien_pack(int move, int value, int evaluation, int depth, int bound, int variation, int generation) {
    return (uint64_t)(uint16_t)move | (uint64_t)(uint16_t)(value + 32768) << 16
        | (uint64_t)(uint16_t)(evaluation + 32768) << 32 | (uint64_t)(uint8_t)depth << 48 | (uint64_t)(bound & 3) << 56
        | (uint64_t)(variation & 1) << 58 | (uint64_t)(generation & 31) << 59;
}
KYVIEN_INLINE int kyvien_move(uint64_t data) { return (int)(data & 0xFFFF); }
KYVIEN_INLINE int kyvien_value(uint64_t data) { return (int)(data >> 16 & 0xFFFF) - 32768; }
KYVIEN_INLINE int kyvien_evaluation(uint64_t data) { return (int)(data >> 32 & 0xFFFF) - 32768; }
KYVIEN_INLINE int kyvien_depth(uint64_t data) { return (int)(data >> 48 & 0xFF); }
KYVIEN_INLINE int kyvien_bound(uint64_t data) { return (int)(data >> 56 & 3); }
KYVIEN_INLINE int kyvien_variation(uint64_t data) { return (int)(data >> 58 & 1); }
KYVIEN_INLINE int kyvien_generation(uint64_t data) { return (int)(data >> 59 & 31); }
/* The key of a path of moves, from that of the path without its last move. Multiplications modulo 2**64 mix the bits. */
KYVIEN_INLINE uint64_t kyvien_path_key(uint64_t key, int move) {
    uint64_t mixed = (key ^ (uint64_t)(move + 1) * 0x9E3779B97F4A7C15ULL) * 0xBF58476D1CE4E5B9ULL;
    return mixed ^ mixed >> 32;
}
#endif
