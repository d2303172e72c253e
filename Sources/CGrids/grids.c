#include "CGrids.h"

#if defined(__x86_64__) && defined(__linux__)
#define FOR_PROCESSORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_PROCESSORS
#endif

typedef float lanes __attribute__((vector_size(4 * GRID_LANES), aligned(4)));

// The clones take no vectors as arguments: how these are passed would differ from clone to clone.
FOR_PROCESSORS
void grid_correlate(
    const float *weights, const float *kernel, long groups, long levels, long thresholds, long split, float *low,
    float *high)
{
    for (long i = 0; i < levels * GRID_LANES; i++) low[i] = high[i] = 0;
    for (long group = 0; group < groups; group++) {
        const float *w = weights + group * thresholds * GRID_LANES;
        const float *k = kernel + group * (levels + thresholds - 1) * GRID_LANES;
        lanes isLow, isHigh;
        for (int lane = 0; lane < GRID_LANES; lane++) {
            isLow[lane] = group * GRID_LANES + lane < split ? 1 : 0;
            isHigh[lane] = 1 - isLow[lane];
        }
        for (long x = 0; x < levels; x += GRID_TILE) {
            lanes sum[GRID_TILE] = {{0}};
            const float *row = k + (x + thresholds - 1) * GRID_LANES;
            for (long j = 0; j < thresholds; j++, row -= GRID_LANES) {
                const lanes weight = *(const lanes *)(w + j * GRID_LANES);
#pragma clang loop unroll(full)
                for (int t = 0; t < GRID_TILE; t++) sum[t] += weight * *(const lanes *)(row + t * GRID_LANES);
            }
            for (int t = 0; t < GRID_TILE; t++) {
                *(lanes *)(low + (x + t) * GRID_LANES) += sum[t] * isLow;
                *(lanes *)(high + (x + t) * GRID_LANES) += sum[t] * isHigh;
            }
        }
    }
}

FOR_PROCESSORS
double grid_multiply(double *weights, const double *factors, long count)
{
    double sums[16] = {0};
    long i = 0;
    for (; i + 16 <= count; i += 16)
        for (int t = 0; t < 16; t++) {
            const double product = weights[i + t] * factors[i + t];
            weights[i + t] = product;
            sums[t] += product;
        }
    for (; i < count; i++) {
        weights[i] *= factors[i];
        sums[0] += weights[i];
    }
    double sum = 0;
    for (int t = 0; t < 16; t++) sum += sums[t];
    return sum;
}

FOR_PROCESSORS
void grid_dot(const double *weights, const double *first, const double *second, long count, double *sums)
{
    double a[16] = {0}, b[16] = {0};
    long i = 0;
    for (; i + 16 <= count; i += 16)
        for (int t = 0; t < 16; t++) {
            a[t] += weights[i + t] * first[i + t];
            b[t] += weights[i + t] * second[i + t];
        }
    for (; i < count; i++) {
        a[0] += weights[i] * first[i];
        b[0] += weights[i] * second[i];
    }
    sums[0] = sums[1] = 0;
    for (int t = 0; t < 16; t++) {
        sums[0] += a[t];
        sums[1] += b[t];
    }
}

FOR_PROCESSORS
void grid_pack(
    const double *weights, long thresholds, long channels, long inner, const double *range, const double *offset,
    double scale, float *packed, double *totals)
{
    totals[0] = totals[1] = 0;
    for (long j = 0; j < thresholds; j++) {
        const double *w = weights + j * channels;
        for (long c = 0; c < channels; c += GRID_LANES) {
            float *lane = packed + ((c / GRID_LANES) * thresholds + j) * GRID_LANES;
            const long count = channels - c < GRID_LANES ? channels - c : GRID_LANES;
            for (long i = 0; i < count; i++) lane[i] = (float)(w[c + i] * scale);
        }
        for (long b = 0; b < channels / inner; b++) {
            double sum = 0, lifted = 0;
            for (long m = 0; m < inner; m++) {
                sum += w[b * inner + m] * range[m];
                lifted += w[b * inner + m] * offset[m];
            }
            const long c = channels + b;
            packed[((c / GRID_LANES) * thresholds + j) * GRID_LANES + c % GRID_LANES] = (float)(sum * scale);
            totals[0] += sum * scale;
            totals[1] += lifted * scale;
        }
    }
}
