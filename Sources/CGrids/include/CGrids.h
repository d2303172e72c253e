// Arithmetic on grids that needs vector instructions. Each function is compiled for several processors and the best is
// chosen when the program is loaded.
#ifndef CGRIDS_H
#define CGRIDS_H

/// Floats in a vector of the correlation.
#define GRID_LANES 16
/// Outputs computed together.
#define GRID_TILE 8

/// sums[x][lane] = Σ over groups and j of weights[group][j][lane] · kernel[group][x − j + thresholds − 1][lane], once for
/// the lanes below `split` (counted through all groups) and once for the rest.
///
/// Each sum is made serially over j, then over groups, in single precision.
///
/// levels: a multiple of GRID_TILE. kernel: `levels + thresholds − 1` vectors a group. low, high: `levels` vectors each.
void grid_correlate(
    const float *_Nonnull weights, const float *_Nonnull kernel, long groups, long levels, long thresholds, long split,
    float *_Nonnull low, float *_Nonnull high);

/// Multiplies weights by factors in place and returns the sum of the products.
double grid_multiply(double *_Nonnull weights, const double *_Nonnull factors, long count);

/// The sums of weights · first and of weights · second.
void grid_dot(
    const double *_Nonnull weights, const double *_Nonnull first, const double *_Nonnull second, long count,
    double *_Nonnull sums);

/// Lays weights out for grid_correlate, each times `scale`: channel c of threshold j, and after the channels, for each run
/// of `inner` channels, the sum of weights · range over the run. Lanes beyond these are left alone.
///
/// totals: Σ of the laid out weights · range, and · offset.
void grid_pack(
    const double *_Nonnull weights, long thresholds, long channels, long inner, const double *_Nonnull range,
    const double *_Nonnull offset, double scale, float *_Nonnull packed, double *_Nonnull totals);

#endif
