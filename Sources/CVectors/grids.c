#include "CVectors.h"
#include "vectors.h"

typedef float lanes __attribute__((vector_size(4 * GRID_LANES), aligned(4)));
typedef float narrow __attribute__((vector_size(32), aligned(4)));

FOR_PROCESSORS
double grid_multiply(double *weights, const double *factors, long thresholds, long channels, long step)
{
    wide sums = {0};
    double sum = 0;
    for (long j = 0; j < thresholds; j++, weights += channels, factors += step) {
        long c = 0;
        for (; c + WIDE <= channels; c += WIDE) {
            const wide product = *(const wide *)(weights + c) * *(const wide *)(factors + c);
            *(wide *)(weights + c) = product;
            sums += product;
        }
        for (; c < channels; c++) sum += weights[c] *= factors[c];
    }
    for (int t = 0; t < WIDE; t++) sum += sums[t];
    return sum;
}

FOR_PROCESSORS
void grid_dot(
    const double *weights, const double *first, const double *second, long thresholds, long channels, long step,
    double *sums)
{
    wide a = {0}, b = {0};
    sums[0] = sums[1] = 0;
    for (long j = 0; j < thresholds; j++, weights += channels, first += step, second += step) {
        long c = 0;
        for (; c + WIDE <= channels; c += WIDE) {
            const wide weight = *(const wide *)(weights + c);
            a += weight * *(const wide *)(first + c);
            b += weight * *(const wide *)(second + c);
        }
        for (; c < channels; c++) {
            sums[0] += weights[c] * first[c];
            sums[1] += weights[c] * second[c];
        }
    }
    for (int t = 0; t < WIDE; t++) {
        sums[0] += a[t];
        sums[1] += b[t];
    }
}

FOR_PROCESSORS
void grid_pack(
    const double *weights, long thresholds, long channels, long inner, const double *range, const double *offset,
    double scale, double least, float *packed, int *rows, long *counts, double *totals)
{
    const long slopes = channels / inner;
    const long groups = (channels + slopes + GRID_LANES - 1) / GRID_LANES;
    const float smallest = (float)least;
    wide spans = {0}, offsets = {0};
    float row[groups * GRID_LANES + WIDE], span[channels + WIDE];
    for (long g = 0; g < groups; g++) counts[g] = 0;
    for (long i = channels + slopes; i < groups * GRID_LANES; i++) row[i] = 0;
    totals[0] = totals[1] = totals[2] = 0;
    for (long j = 0; j < thresholds; j++, weights += channels) {
        long c = 0;
        for (; c + WIDE <= channels; c += WIDE) {
            const wide weight = *(const wide *)(weights + c) * scale;
            const wide spanned = weight * *(const wide *)(range + c);
            *(narrow *)(row + c) = __builtin_convertvector(weight, narrow);
            *(narrow *)(span + c) = __builtin_convertvector(spanned, narrow);
            spans += spanned;
            offsets += weight * *(const wide *)(offset + c);
        }
        for (; c < channels; c++) {
            const double weight = weights[c] * scale, spanned = weight * range[c];
            row[c] = (float)weight;
            span[c] = (float)spanned;
            totals[0] += spanned;
            totals[1] += weight * offset[c];
        }
        for (long b = 0; b < slopes; b++) row[channels + b] = span[b * inner];
        for (long m = 1; m < inner; m++)
            for (long b = 0; b < slopes; b++) row[channels + b] += span[b * inner + m];
        for (long g = 0; g < groups; g++) {
            const lanes from = *(const lanes *)(row + g * GRID_LANES);
            if (__builtin_reduce_or(from >= smallest)) {
                *(lanes *)(packed + (g * thresholds + j) * GRID_LANES) = from;
                rows[g * thresholds + counts[g]++] = (int)j;
            } else {
                totals[2] += GRID_LANES * least;
            }
        }
    }
    for (int t = 0; t < WIDE; t++) {
        totals[0] += spans[t];
        totals[1] += offsets[t];
    }
}

FOR_PROCESSORS
double grid_project(
    const double *weights, long thresholds, long channels, const float *basis, long width, double scale, double least,
    float *packed, int *rows, long *counts)
{
    const long groups = width / GRID_LANES;
    float row[channels + WIDE];
    double left = 0;
    long count = 0;
    for (long j = 0; j < thresholds; j++, weights += channels) {
        wide sums = {0};
        double mass = 0;
        long c = 0;
        for (; c + WIDE <= channels; c += WIDE) {
            const wide weight = *(const wide *)(weights + c) * scale;
            *(narrow *)(row + c) = __builtin_convertvector(weight, narrow);
            sums += weight;
        }
        for (; c < channels; c++) {
            row[c] = (float)(weights[c] * scale);
            mass += weights[c] * scale;
        }
        for (int t = 0; t < WIDE; t++) mass += sums[t];
        if (mass < least) {
            left += mass;
            continue;
        }
        for (long g = 0; g < groups; g++) {
            // Four sums at a time, for each waits for the one before.
            lanes sum[4] = {{0}};
            const float *column = basis + g * GRID_LANES;
            for (c = 0; c + 4 <= channels; c += 4, column += 4 * width) {
#pragma clang loop unroll(full)
                for (int t = 0; t < 4; t++) sum[t] += row[c + t] * *(const lanes *)(column + t * width);
            }
            for (; c < channels; c++, column += width) sum[0] += row[c] * *(const lanes *)column;
            const lanes all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
            *(lanes *)(packed + (g * thresholds + j) * GRID_LANES) = all;
            *(lanes *)(packed + ((g + groups) * thresholds + j) * GRID_LANES) = all;
        }
        for (long g = 0; g < 2 * groups; g++) rows[g * thresholds + count] = (int)j;
        count++;
    }
    for (long g = 0; g < 2 * groups; g++) counts[g] = count;
    return left;
}

FOR_PROCESSORS
void grid_correlate(
    const float *packed, const int *rows, const long *counts, const float *kernel, long groups, long levels,
    long thresholds, long split, double *low, double *high)
{
    lanes lows[levels], highs[levels];
    for (long x = 0; x < levels; x++) lows[x] = highs[x] = (lanes){0};
    for (long g = 0; g < groups; g++) {
        const float *w = packed + g * thresholds * GRID_LANES;
        const float *k = kernel + (g * (levels + thresholds - 1) + thresholds - 1) * GRID_LANES;
        const int *row = rows + g * thresholds;
        lanes isLow, isHigh;
        for (int lane = 0; lane < GRID_LANES; lane++) {
            isLow[lane] = g * GRID_LANES + lane < split ? 1 : 0;
            isHigh[lane] = 1 - isLow[lane];
        }
        for (long x = 0; x < levels; x += GRID_TILE) {
            lanes sum[GRID_TILE] = {{0}};
            for (long i = 0; i < counts[g]; i++) {
                const long j = row[i];
                const lanes weight = *(const lanes *)(w + j * GRID_LANES);
                const float *at = k + (x - j) * GRID_LANES;
#pragma clang loop unroll(full)
                for (int t = 0; t < GRID_TILE; t++) sum[t] += weight * *(const lanes *)(at + t * GRID_LANES);
            }
            for (int t = 0; t < GRID_TILE; t++) {
                lows[x + t] += sum[t] * isLow;
                highs[x + t] += sum[t] * isHigh;
            }
        }
    }
    for (long x = 0; x < levels; x++) {
        narrow a = __builtin_shufflevector(lows[x], lows[x], 0, 1, 2, 3, 4, 5, 6, 7)
            + __builtin_shufflevector(lows[x], lows[x], 8, 9, 10, 11, 12, 13, 14, 15);
        narrow b = __builtin_shufflevector(highs[x], highs[x], 0, 1, 2, 3, 4, 5, 6, 7)
            + __builtin_shufflevector(highs[x], highs[x], 8, 9, 10, 11, 12, 13, 14, 15);
        // The sums of a in the even places, of b in the odd ones.
        narrow c = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
            + __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
        low[x] = (double)((c[0] + c[2]) + (c[4] + c[6]));
        high[x] = (double)((c[1] + c[3]) + (c[5] + c[7]));
    }
}

FOR_PROCESSORS
void grid_events(const double *probabilities, long count, double *entropies, double *slopes)
{
    for (long i = 0; i < count; i += WIDE) {
        const wide yes = *(const wide *)(probabilities + i), no = 1 - yes;
        wide logYes, logNo;
        LOGARITHM(logYes, yes);
        LOGARITHM(logNo, no);
        const wide slope = logNo - logYes;
        *(wide *)(entropies + i) = -yes * logYes - no * logNo;
        *(wide *)(slopes + i) = (wide)((longs)slope & 0x7fffffffffffffffLL);
    }
}

FOR_PROCESSORS
double grid_entropy(const double *masses, long count)
{
    wide sums = {0};
    for (long i = 0; i < count; i += WIDE) {
        wide mass = ALL(1);
        const long left = count - i < WIDE ? count - i : WIDE;
        if (left == WIDE)
            mass = *(const wide *)(masses + i);
        else
            for (long t = 0; t < left; t++) mass[t] = masses[i + t];
        mass = CHOOSE(mass > 1e-300, mass, ALL(1));
        wide logarithm;
        LOGARITHM(logarithm, mass);
        sums -= mass * logarithm;
    }
    double sum = 0;
    for (int t = 0; t < WIDE; t++) sum += sums[t];
    return sum;
}
