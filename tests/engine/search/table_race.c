/* Threads that store and probe entries of one small transposition table, for ThreadSanitizer (see test_races.py).

   The words are read and written only by the functions of engine/search/table.h. The sequence of these calls in `probe`
   and `keep` is that of the methods of the same names of engine/search/table.py, without their choice of what to store.
   In the middle of some sequences a thread lets others run, so that entries are torn on a single processor, too.

   Each entry contains the number of its key, as the move, and a checksum of the key, as the evaluation. Prints what was
   counted. Exits with 1 if an entry of one key was accepted for another, and with 2 if there was nothing to test. */
#include "table.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000, KEYS = 12, BUCKETS = 2 };

static _Alignas(64) kyvien_word words[8 * BUCKETS];
static uint64_t keys[KEYS];

typedef struct {
    uint64_t random;
    int generation;
    long accepted, torn, wrong;
} worker;

static uint64_t next(uint64_t *random) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    return *random ^= *random << 17;
}

static int checksum(uint64_t key) { return (int)(key * 0x9E3779B97F4A7C15ULL >> 49); }

/* Rarely, because on a busy machine every call takes milliseconds. */
static void pause_sometimes(worker *self) {
    if (next(&self->random) % 1024 == 0) sched_yield();
}

static int belongs(int number, uint64_t data) {
    return kyvien_move(data) == number && kyvien_evaluation(data) == checksum(keys[number]);
}

static void probe(worker *self, int number) {
    uint64_t key = keys[number], first = 8 * (key & (BUCKETS - 1));
    kyvien_prefetch(words, first);
    for (int i = 0; i < 4; i++) {
        uint64_t lock = kyvien_load(words, first + 2 * i);
        pause_sometimes(self);
        uint64_t data = kyvien_load(words, first + 2 * i + 1);
        if (data && lock == kyvien_lock(key, data)) {
            self->accepted++;
            if (!belongs(number, data)) self->wrong++;
            return;
        }
        /* No key of the program fits a torn entry, not even the one whose data it has. */
        if (data && lock != kyvien_lock(keys[kyvien_move(data) % KEYS], data)) self->torn++;
    }
}

static void keep(worker *self, int number) {
    uint64_t key = keys[number], first = 8 * (key & (BUCKETS - 1)), place = first;
    int least = 1 << 20, value = (int)(next(&self->random) % 60001) - 30000, depth = (int)(next(&self->random) % 64);
    for (int i = 0; i < 4; i++) {
        uint64_t lock = kyvien_load(words, first + 2 * i), data = kyvien_load(words, first + 2 * i + 1);
        if (data && lock == kyvien_lock(key, data)) {
            place = first + 2 * i;
            break;
        }
        int rank = data ? kyvien_depth(data) - 8 * ((self->generation - kyvien_generation(data)) & 31) : -(1 << 20);
        if (rank < least) {
            least = rank;
            place = first + 2 * i;
        }
    }
    uint64_t data = kyvien_pack(number, value, checksum(key), depth, 3, 0, self->generation);
    kyvien_store(words, place, kyvien_lock(key, data));
    pause_sometimes(self);
    kyvien_store(words, place + 1, data);
}

static void *work(void *argument) {
    worker *self = argument;
    for (int round = 0; round < ROUNDS; round++) {
        self->generation = round / 64 % 32;     /* as after new_search(), so that no entry stays for ever */
        keep(self, (int)(next(&self->random) % KEYS));
        probe(self, (int)(next(&self->random) % KEYS));
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    worker workers[THREADS] = {{0}};
    uint64_t random = 88172645463325252ULL;
    long accepted = 0, torn = 0, wrong = 0;
    for (int i = 0; i < KEYS; i++) keys[i] = next(&random);
    for (int i = 0; i < THREADS; i++) {
        workers[i].random = next(&random);
        if (pthread_create(threads + i, NULL, work, workers + i)) return 3;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        accepted += workers[i].accepted;
        torn += workers[i].torn;
        wrong += workers[i].wrong;
    }
    printf("accepted %ld torn %ld wrong %ld\n", accepted, torn, wrong);
    return wrong ? 1 : accepted && torn ? 0 : 2;
}
