/* Bit operations shared by the compiled modules. */
#ifndef KYVIEN_BITS_H
#define KYVIEN_BITS_H
#include <stdint.h>
#if defined(_MSC_VER)
#  include <intrin.h>
static __inline int kyvien_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static __inline int kyvien_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
static __inline int kyvien_count(uint64_t x) { return (int)__popcnt64(x); }
#else
static inline int kyvien_lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int kyvien_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
#if defined(__POPCNT__) || defined(__aarch64__)
static inline int kyvien_count(uint64_t x) { return __builtin_popcountll(x); }
#else
/* Without the instruction, the builtin is a call of a library function. This adds ever wider fields of bits (Warren,
   Hacker's Delight, 2nd edition, section 5-1). */
static inline int kyvien_count(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
}
#endif
#endif
#endif
