/* The two 64-bit words of an entry of the transposition table, shared by threads without locks, and their packing. */
#ifndef KYVIEN_TABLE_H
#define KYVIEN_TABLE_H
#include <stdint.h>
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
#endif
