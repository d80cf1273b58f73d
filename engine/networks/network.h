/* The score of a network with one hidden layer, whose sums follow the bytes of a position by their differences.

   Everything is an integer, so every machine computes the same score. The reader of network files checks that nothing
   can overflow. ``network_pure.py`` contains the same functions for uncompiled code. */
#ifndef KYVIEN_NETWORK_H
#define KYVIEN_NETWORK_H
#include <stdint.h>
#include <string.h>

enum {
    KYVIEN_CELLS = 512,  /* MOST_CELLS of position.pxd */
    KYVIEN_HIDDEN = 256, /* greatest number of hidden units */
    KYVIEN_ONE = 255,    /* value of a hidden unit that represents 1 */
    KYVIEN_MOST = 998999 /* greatest absolute value of a score */
};

typedef struct {
    int cells, variants, hidden, output_unit, factor;
    const int16_t *table;   /* Inputs.table */
    const int16_t *weights; /* rows x hidden */
    const int16_t *bias;    /* hidden */
    const int16_t *output;  /* buckets x (own, other) x hidden */
    const int32_t *offset;  /* buckets */
} kyvien_network;

/* What is known of the last position that was judged. All is zero at first. */
typedef struct {
    int known;
    int variant[2];
    unsigned char cells[KYVIEN_CELLS];
    int16_t sums[2][KYVIEN_HIDDEN]; /* of the hidden units, in the view of each player */
} kyvien_sums;

/* With AVX2 where the machine has it. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#  define KYVIEN_VECTORS __attribute__((target_clones("avx2", "default"), optimize("O3")))
#elif defined(__GNUC__) && !defined(__clang__)
#  define KYVIEN_VECTORS __attribute__((optimize("O3")))
#else
#  define KYVIEN_VECTORS
#endif

KYVIEN_VECTORS static void kyvien_change(int16_t *sums, const int16_t *weights, int hidden, const int *plus,
                                         int plus_count, const int *minus, int minus_count)
{
    int both = plus_count < minus_count ? plus_count : minus_count;
    for (int i = 0; i < both; i++) {
        const int16_t *more = weights + (size_t)plus[i] * hidden, *less = weights + (size_t)minus[i] * hidden;
        for (int unit = 0; unit < hidden; unit++)
            sums[unit] = (int16_t)(sums[unit] + more[unit] - less[unit]);
    }
    for (int i = both; i < plus_count; i++) {
        const int16_t *more = weights + (size_t)plus[i] * hidden;
        for (int unit = 0; unit < hidden; unit++) sums[unit] = (int16_t)(sums[unit] + more[unit]);
    }
    for (int i = both; i < minus_count; i++) {
        const int16_t *less = weights + (size_t)minus[i] * hidden;
        for (int unit = 0; unit < hidden; unit++) sums[unit] = (int16_t)(sums[unit] - less[unit]);
    }
}

KYVIEN_VECTORS static int kyvien_output(const int16_t *sums, const int16_t *output, int hidden)
{
    int total = 0;
    for (int unit = 0; unit < hidden; unit++) {
        int16_t value = sums[unit] < 0 ? 0 : sums[unit] > KYVIEN_ONE ? KYVIEN_ONE : sums[unit];
        int16_t product = (int16_t)(value * output[unit]); /* at most 255 * 127 */
        total += (int)product * (int)value;
    }
    return total;
}

/* Return the score for ``side`` to move of the position with these bytes and facts (``Position.write_cells``). */
static int kyvien_judge(const kyvien_network *network, void *memory, const unsigned char *cells, const int *facts,
                        int side)
{
    kyvien_sums *last = (kyvien_sums *)memory;
    const int16_t *tables[2];
    int plus[2][KYVIEN_CELLS], minus[2][KYVIEN_CELLS], plus_count[2] = {0, 0}, minus_count[2] = {0, 0}, follows[2];
    int hidden = network->hidden, count = network->cells;
    for (int player = 0; player < 2; player++) {
        tables[player] = network->table + (size_t)(player * network->variants + facts[player]) * count * 256;
        follows[player] = last->known && last->variant[player] == facts[player];
    }
    if (follows[0] || follows[1]) {
        int changed[KYVIEN_CELLS], changes = 0;
        for (int start = 0; start < count; start += 8) {
            int end = start + 8 < count ? start + 8 : count;
            if (end - start == 8 && memcmp(last->cells + start, cells + start, 8) == 0) continue;
            for (int cell = start; cell < end; cell++) { /* without branches, which could not be predicted */
                changed[changes] = cell;
                changes += last->cells[cell] != cells[cell];
            }
        }
        for (int player = 0; player < 2; player++) {
            if (!follows[player]) continue;
            int more = 0, less = 0;
            for (int i = 0; i < changes; i++) {
                const int16_t *rows = tables[player] + changed[i] * 256;
                plus[player][more] = rows[cells[changed[i]]];
                more += plus[player][more] >= 0;
                minus[player][less] = rows[last->cells[changed[i]]];
                less += minus[player][less] >= 0;
            }
            plus_count[player] = more;
            minus_count[player] = less;
        }
    }
    for (int player = 0; player < 2; player++) {
        if (!follows[player]) {
            memcpy(last->sums[player], network->bias, hidden * sizeof(int16_t));
            for (int cell = 0; cell < count; cell++) {
                int row = tables[player][cell * 256 + cells[cell]];
                if (row >= 0) plus[player][plus_count[player]++] = row;
            }
            last->variant[player] = facts[player];
        }
        if (plus_count[player] || minus_count[player])
            kyvien_change(last->sums[player], network->weights, hidden, plus[player], plus_count[player],
                          minus[player], minus_count[player]);
    }
    memcpy(last->cells, cells, count);
    last->known = 1;
    const int16_t *output = network->output + (size_t)facts[2] * 2 * hidden;
    long long total = (long long)kyvien_output(last->sums[side], output, hidden) +
                      kyvien_output(last->sums[side ^ 1], output + hidden, hidden);
    total = total / KYVIEN_ONE + network->offset[facts[2]];
    total = total * network->factor / (KYVIEN_ONE * network->output_unit);
    return (int)(total > KYVIEN_MOST ? KYVIEN_MOST : total < -KYVIEN_MOST ? -KYVIEN_MOST : total);
}
#endif
