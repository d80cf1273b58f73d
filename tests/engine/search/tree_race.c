/* Threads that extend one tree and count in its nodes, for ThreadSanitizer (see test_races.py).

   The calls of the functions of engine/search/tree.h are in the sequence of engine/search/mcts.py: `expand` is that of
   its method of the same name and of `add` and `set_node` of tree.py, `descend` is that of `simulate`, `select` and
   `back_up`. The counters and proofs of children are only read here, and do not decide which one is chosen.

   Prints the first thing that is wrong. Exits with 1 then, and with 2 if there was nothing to test. */
#include "tree.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 4000, BUSY = 1, ROOT = 2, CHILDREN = 3, PROVED = -7, DEEPEST = 7, CAPACITY = 1 << 14 };

static kyvien_node nodes[CAPACITY];
static int64_t used = ROOT;

typedef struct {
    uint64_t random;
    long visits, busy, retried, wrong;
    int64_t total;
} worker;

static uint64_t next(uint64_t *random) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    return *random ^= *random << 17;
}

static void set_node(int64_t index, int64_t parent, int move) {
    nodes[index] = (kyvien_node){.move = (uint16_t)move, .prior = (int16_t)(parent % 1000)};
}

static int expand(worker *self, int64_t index) {
    if (!kyvien_claim(nodes, index)) {
        self->busy++;
        return kyvien_first(nodes, index) > BUSY;
    }
    if (next(&self->random) % 2 == 0) {     /* as if there was no room */
        if (next(&self->random) % 16 == 0) sched_yield();
        kyvien_publish(nodes, index, 0);
        self->retried++;
        return 0;
    }
    int64_t first = kyvien_taken(&used);
    if (first + CHILDREN <= CAPACITY) first = kyvien_take(&used, CHILDREN);
    if (first + CHILDREN > CAPACITY) {
        kyvien_publish(nodes, index, 0);
        return 0;
    }
    for (int i = 0; i < CHILDREN; i++) {
        set_node(first + i, index, i);
        if (next(&self->random) % 64 == 0) sched_yield();
    }
    nodes[index].count = CHILDREN;
    kyvien_publish(nodes, index, (uint32_t)first);
    return 1;
}

static void descend(worker *self) {
    int64_t line[DEEPEST + 1] = {ROOT}, value = (int64_t)(next(&self->random) % 1048577);
    int ply = 0;
    kyvien_visit(nodes, ROOT, 1);
    while (ply < DEEPEST && (kyvien_first(nodes, line[ply]) > BUSY || expand(self, line[ply]))) {
        int64_t first = kyvien_first(nodes, line[ply]);
        int count = nodes[line[ply]].count, chosen = (int)(next(&self->random) % CHILDREN);
        for (int i = 0; i < count; i++)     /* what was written before the children were published */
            if (nodes[first + i].move != i || nodes[first + i].prior != line[ply] % 1000) self->wrong++;
        if (count != CHILDREN) self->wrong++;
        line[++ply] = first + chosen;
        kyvien_visit(nodes, line[ply], 1);
        for (int i = 0; i < count; i++) {
            kyvien_rave(nodes, first + i, 1);
            if (kyvien_visits(nodes, first + i) < 0 || kyvien_total(nodes, first + i) < 0) self->wrong++;
            if (kyvien_rave_visits(nodes, first + i) < 1 || kyvien_rave_total(nodes, first + i) < 1) self->wrong++;
            if (kyvien_proof(nodes, first + i) != 0 && kyvien_proof(nodes, first + i) != PROVED) self->wrong++;
        }
        if (next(&self->random) % 64 == 0) kyvien_set_proof(nodes, line[ply], PROVED);
    }
    if (next(&self->random) % 8 == 0) {     /* a simulation that was not completed */
        for (int i = 0; i <= ply; i++) kyvien_visit(nodes, line[i], -1);
        return;
    }
    for (int i = ply; i >= 0; i--) kyvien_credit(nodes, line[i], value);
    self->visits++;
    self->total += value;
}

static void *work(void *argument) {
    for (int round = 0; round < ROUNDS; round++) descend(argument);
    return NULL;
}

static int wrong(const char *what) {
    printf("wrong: %s\n", what);
    return 1;
}

int main(void) {
    static char has_parent[CAPACITY];
    pthread_t threads[THREADS];
    worker workers[THREADS] = {{0}};
    uint64_t random = 88172645463325252ULL;
    long visits = 0, busy = 0, retried = 0, rave = 0;
    int64_t total = 0;
    set_node(kyvien_take(&used, 1), 0, 0);
    for (int i = 0; i < THREADS; i++) {
        workers[i].random = next(&random);
        if (pthread_create(threads + i, NULL, work, workers + i)) return 3;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        if (workers[i].wrong) return wrong("a node was seen before it was published, or with wrong counts");
        visits += workers[i].visits;
        total += workers[i].total;
        busy += workers[i].busy;
        retried += workers[i].retried;
    }
    if (nodes[ROOT].visits != visits || nodes[ROOT].total != total) return wrong("a count of the root was lost");
    if (used > CAPACITY) return 2;
    for (int64_t i = ROOT; i < used; i++) {
        int64_t first = nodes[i].first, below = 0, sum = 0;
        if (i > ROOT && !has_parent[i]) return wrong("children were added twice, or without a parent");
        if (nodes[i].visits < 0 || nodes[i].rave_visits < 0 || (uint32_t)nodes[i].rave_visits < nodes[i].rave_total / 2)
            return wrong("a counter");
        rave += nodes[i].rave_visits;
        if (first == BUSY) return wrong("a node is still claimed");
        if (!first) continue;
        for (int64_t j = first; j < first + nodes[i].count; j++) {
            if (j >= used || has_parent[j]) return wrong("two nodes have the same child");
            has_parent[j] = 1;
            below += nodes[j].visits;
            sum += nodes[j].total;
        }
        /* A line ends at a node before it has children, or while another thread adds them. */
        if (below > nodes[i].visits || sum > nodes[i].total) return wrong("a count of a child");
    }
    printf("visits %ld nodes %ld busy %ld retried %ld rave %ld\n", visits, (long)used, busy, retried, rave);
    return busy && retried && rave && used > 100 ? 0 : 2;
}
