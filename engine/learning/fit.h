/* The sums of the fit of a network: loss, gradient and the step of Adam, in one thread and float32.

   The order of all additions is fixed: sums over hidden units have eight parts, which are added in the same order for
   every width of vectors, and all other loops are independent in each element. */
#ifndef KYVIEN_FIT_H
#define KYVIEN_FIT_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#  define KYVIEN_FIT_CLONES __attribute__((target_clones("avx2", "default"), optimize("O3")))
#elif defined(__GNUC__) && !defined(__clang__)
#  define KYVIEN_FIT_CLONES __attribute__((optimize("O3")))
#else
#  define KYVIEN_FIT_CLONES
#endif
#if defined(_MSC_VER)
#  define KYVIEN_RESTRICT __restrict
#else
#  define KYVIEN_RESTRICT restrict
#endif
enum { KYVIEN_FIT_HIDDEN = 256, KYVIEN_FIT_CELLS = 1024 };

/* A network that is fitted, and the records of the positions. ``cells``: bytes of a record that are cells; a record has
   ``stride`` bytes, and at ``side`` the side to move, the variants of FIRST and SECOND, and the bucket. */
typedef struct {
    int cells, variants, rows, hidden, buckets, stride, side;
    const int16_t *table;   /* [2 perspectives][variants][cells][256]: row, or -1 */
    const float *weights;   /* [rows][hidden] */
    const float *biases;    /* [hidden] */
    const float *output;    /* [buckets][2][hidden] */
    const float *constants; /* [buckets] */
} kyvien_fitted;

/* The gradient, with the layout of the network. */
typedef struct {
    float *weights, *biases, *output, *constants;
} kyvien_gradient;

/* Write the rows that a position has, and return their number. */
static inline int kyvien_fit_rows(const int16_t *table, const uint8_t *record, int cells, int *rows) {
    int count = 0;
    for (int cell = 0; cell < cells; cell++) {
        int row = table[cell * 256 + record[cell]];
        rows[count] = row;
        count += row >= 0;
    }
    return count;
}

static inline float kyvien_fit_sum(const float *parts) {
    return ((parts[0] + parts[4]) + (parts[2] + parts[6])) + ((parts[1] + parts[5]) + (parts[3] + parts[7]));
}

/* Return the sum of the losses of ``count`` positions, and add their gradient unless ``gradient`` is NULL. The loss is
   the cross-entropy of ``targets[i]``, from 0 to 1, under the logistic function of the output of the network.

   ``order``: numbers of the positions. ``targets``: by number. ``variants``: variant of both sides by number, or NULL
   for those of the records. ``outputs``: NULL, or an array for the outputs, in the order of ``order``. */
KYVIEN_FIT_CLONES static double kyvien_fit_pass(
    const kyvien_fitted *network, const kyvien_gradient *gradient, const uint8_t *records, const int32_t *order,
    long long count, const float *targets, const uint8_t *variants, float *outputs)
{
    const int hidden = network->hidden, whole = hidden & ~7;
    int rows[2][KYVIEN_FIT_CELLS + 1], found[2];
    float active[2][KYVIEN_FIT_HIDDEN], slopes[KYVIEN_FIT_HIDDEN];
    double loss = 0;
    for (long long i = 0; i < count; i++) {
        const long long number = order[i];
        const uint8_t *record = records + number * network->stride, *facts = record + network->side;
        const int side = facts[0], bucket = facts[3];
        const float *weigh = network->output + (size_t)bucket * 2 * hidden;
        float output = network->constants[bucket];
        for (int view = 0; view < 2; view++) {
            const int player = view ^ side, variant = variants ? variants[number] : facts[1 + player];
            const int16_t *table = network->table + (size_t)(player * network->variants + variant) * network->cells * 256;
            float sums[KYVIEN_FIT_HIDDEN], parts[8] = {0};
            found[view] = kyvien_fit_rows(table, record, network->cells, rows[view]);
            memcpy(sums, network->biases, (size_t)hidden * sizeof(float));
            for (int k = 0; k < found[view]; k++) {
                const float *KYVIEN_RESTRICT row = network->weights + (size_t)rows[view][k] * hidden;
                for (int j = 0; j < hidden; j++) sums[j] += row[j];
            }
            float *KYVIEN_RESTRICT clipped = active[view];
            const float *KYVIEN_RESTRICT factor = weigh + (size_t)view * hidden;
            for (int j = 0; j < hidden; j++) {
                float x = sums[j] < 0 ? 0 : sums[j];
                clipped[j] = x > 1 ? 1 : x;
            }
            for (int j = 0; j < whole; j += 8)
                for (int k = 0; k < 8; k++) parts[k] += clipped[j + k] * clipped[j + k] * factor[j + k];
            for (int j = whole; j < hidden; j++) parts[j & 7] += clipped[j] * clipped[j] * factor[j];
            output += kyvien_fit_sum(parts);
        }
        const float target = targets[number], small = expf(output < 0 ? output : -output);
        loss += (output > 0 ? output : 0) - output * target + log1pf(small);
        if (outputs) outputs[i] = output;
        if (!gradient) continue;
        const float slope = (output < 0 ? small : 1) / (1 + small) - target;
        float *weigh_slope = gradient->output + (size_t)bucket * 2 * hidden;
        gradient->constants[bucket] += slope;
        for (int view = 0; view < 2; view++) {
            const float *KYVIEN_RESTRICT clipped = active[view];
            const float *KYVIEN_RESTRICT factor = weigh + (size_t)view * hidden;
            float *KYVIEN_RESTRICT factor_slope = weigh_slope + (size_t)view * hidden;
            float *KYVIEN_RESTRICT bias_slope = gradient->biases;
            for (int j = 0; j < hidden; j++) {
                const float x = clipped[j];
                factor_slope[j] += slope * (x * x);
                const float steep = slope * factor[j] * 2 * x;
                slopes[j] = x < 1 ? steep : 0;
                bias_slope[j] += slopes[j];
            }
            for (int k = 0; k < found[view]; k++) {
                float *KYVIEN_RESTRICT row = gradient->weights + (size_t)rows[view][k] * hidden;
                for (int j = 0; j < hidden; j++) row[j] += slopes[j];
            }
        }
    }
    return loss;
}

/* One step of Adam with decoupled weight decay, and set the gradient to 0.

   ``rate``: learning rate. ``share``: factor of the gradient, 1 / positions. ``decay``: share of a parameter that a step
   with rate 1 takes away. ``first``, ``second``: 1 - 0.9**n and 1 - 0.999**n in step n. ``most``: greatest absolute
   value of a parameter. */
KYVIEN_FIT_CLONES static void kyvien_fit_step(
    float *KYVIEN_RESTRICT values, float *KYVIEN_RESTRICT gradient, float *KYVIEN_RESTRICT means,
    float *KYVIEN_RESTRICT squares, long long count, float rate, float share, float decay, float first, float second,
    float most)
{
    for (long long i = 0; i < count; i++) {
        const float slope = gradient[i] * share;
        gradient[i] = 0;
        means[i] = 0.9f * means[i] + 0.1f * slope;
        squares[i] = 0.999f * squares[i] + 0.001f * (slope * slope);
        const float value = values[i] * (1 - rate * decay) - rate * (means[i] / first) / (sqrtf(squares[i] / second) + 1e-8f);
        const float least = value < -most ? -most : value;
        values[i] = least > most ? most : least;
    }
}
#endif
