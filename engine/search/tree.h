/* A node of the tree of a Monte Carlo search, and its counters, which several threads read and change. Fields without a
   function are written only before the node is published as a child, or before its own children are. */
#ifndef KYVIEN_TREE_H
#define KYVIEN_TREE_H
#include <stdint.h>
typedef struct {
    uint32_t first;         /* first child; 0: none, 1: a thread is adding the children */
    uint16_t count, move;
    int32_t visits, rave_visits;
    int64_t total;          /* sum of the results for the side that made the move */
    uint32_t rave_total;
    int16_t prior, proof;
} kyvien_node;
#if defined(_MSC_VER)
#  include <intrin.h>
static __inline void kyvien_visit(kyvien_node *nodes, int64_t i, int amount) {
    _InterlockedExchangeAdd((volatile long *)&nodes[i].visits, amount);
}
static __inline void kyvien_credit(kyvien_node *nodes, int64_t i, int64_t amount) {
    _InterlockedExchangeAdd64((volatile __int64 *)&nodes[i].total, amount);
}
static __inline int kyvien_claim(kyvien_node *nodes, int64_t i) {
    return _InterlockedCompareExchange((volatile long *)&nodes[i].first, 1, 0) == 0;
}
static __inline uint32_t kyvien_first(kyvien_node *nodes, int64_t i) { return *(volatile uint32_t *)&nodes[i].first; }
static __inline void kyvien_publish(kyvien_node *nodes, int64_t i, uint32_t first) {
    _InterlockedExchange((volatile long *)&nodes[i].first, (long)first);
}
static __inline int64_t kyvien_take(int64_t *used, int64_t amount) {
    return _InterlockedExchangeAdd64((volatile __int64 *)used, amount);
}
static __inline int64_t kyvien_taken(const int64_t *used) { return *(const volatile int64_t *)used; }
static __inline int kyvien_visits(const kyvien_node *nodes, int64_t i) { return *(const volatile int32_t *)&nodes[i].visits; }
static __inline int64_t kyvien_total(const kyvien_node *nodes, int64_t i) { return *(const volatile int64_t *)&nodes[i].total; }
static __inline int kyvien_proof(const kyvien_node *nodes, int64_t i) { return *(const volatile int16_t *)&nodes[i].proof; }
static __inline void kyvien_set_proof(kyvien_node *nodes, int64_t i, int proof) {
    *(volatile int16_t *)&nodes[i].proof = (int16_t)proof;
}
static __inline int kyvien_rave_visits(const kyvien_node *nodes, int64_t i) {
    return *(const volatile int32_t *)&nodes[i].rave_visits;
}
static __inline uint32_t kyvien_rave_total(const kyvien_node *nodes, int64_t i) {
    return *(const volatile uint32_t *)&nodes[i].rave_total;
}
static __inline void kyvien_rave(kyvien_node *nodes, int64_t i, uint32_t amount) {
    *(volatile int32_t *)&nodes[i].rave_visits += 1;
    *(volatile uint32_t *)&nodes[i].rave_total += amount;
}
#else
static inline void kyvien_visit(kyvien_node *nodes, int64_t i, int amount) {
    __atomic_fetch_add(&nodes[i].visits, amount, __ATOMIC_RELAXED);
}
static inline void kyvien_credit(kyvien_node *nodes, int64_t i, int64_t amount) {
    __atomic_fetch_add(&nodes[i].total, amount, __ATOMIC_RELAXED);
}
static inline int kyvien_claim(kyvien_node *nodes, int64_t i) {
    uint32_t none = 0;
    return __atomic_compare_exchange_n(&nodes[i].first, &none, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
static inline uint32_t kyvien_first(kyvien_node *nodes, int64_t i) {
    return __atomic_load_n(&nodes[i].first, __ATOMIC_ACQUIRE);
}
static inline void kyvien_publish(kyvien_node *nodes, int64_t i, uint32_t first) {
    __atomic_store_n(&nodes[i].first, first, __ATOMIC_RELEASE);
}
static inline int64_t kyvien_take(int64_t *used, int64_t amount) {
    return __atomic_fetch_add(used, amount, __ATOMIC_RELAXED);
}
static inline int64_t kyvien_taken(const int64_t *used) { return __atomic_load_n(used, __ATOMIC_RELAXED); }
static inline int kyvien_visits(const kyvien_node *nodes, int64_t i) { return __atomic_load_n(&nodes[i].visits, __ATOMIC_RELAXED); }
static inline int64_t kyvien_total(const kyvien_node *nodes, int64_t i) {
    return __atomic_load_n(&nodes[i].total, __ATOMIC_RELAXED);
}
static inline int kyvien_proof(const kyvien_node *nodes, int64_t i) { return __atomic_load_n(&nodes[i].proof, __ATOMIC_RELAXED); }
static inline void kyvien_set_proof(kyvien_node *nodes, int64_t i, int proof) {
    __atomic_store_n(&nodes[i].proof, (int16_t)proof, __ATOMIC_RELAXED);
}
static inline int kyvien_rave_visits(const kyvien_node *nodes, int64_t i) {
    return __atomic_load_n(&nodes[i].rave_visits, __ATOMIC_RELAXED);
}
static inline uint32_t kyvien_rave_total(const kyvien_node *nodes, int64_t i) {
    return __atomic_load_n(&nodes[i].rave_total, __ATOMIC_RELAXED);
}
/* Two threads may lose one of their changes here: these statistics are estimates, and are changed most often. */
static inline void kyvien_rave(kyvien_node *nodes, int64_t i, uint32_t amount) {
    __atomic_store_n(&nodes[i].rave_visits, __atomic_load_n(&nodes[i].rave_visits, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&nodes[i].rave_total, __atomic_load_n(&nodes[i].rave_total, __ATOMIC_RELAXED) + amount, __ATOMIC_RELAXED);
}
#endif
#endif
