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
static inline int kyvien_count(uint64_t x) { return __builtin_popcountll(x); }
#endif
#endif
