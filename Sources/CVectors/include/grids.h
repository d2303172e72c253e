// Arithmetic on grids.
//
// Weights are rows, one for each threshold, of channels, one for each combination of the other parameters. What a level
// says of them is a table of such rows too; `step` is the distance from a threshold's row to the next one's.
#ifndef GRIDS_H
#define GRIDS_H

/// Floats in a vector of the correlation.
#define GRID_LANES 16
/// Outputs computed together.
#define GRID_TILE 8

/// Multiplies weights by factors in place and returns the sum of the products.
double grid_multiply(
    double *_Nonnull weights, const double *_Nonnull factors, long thresholds, long channels, long step);

/// The sums of weights · first and of weights · second.
void grid_dot(
    const double *_Nonnull weights, const double *_Nonnull first, const double *_Nonnull second, long thresholds,
    long channels, long step, double *_Nonnull sums);

/// Lays weights, each times `scale`, out for grid_correlate: the channels, and after them, for each run of `inner`
/// channels, the sum of weights · range over the run, GRID_LANES to a vector, a group of vectors for each GRID_LANES
/// channels. Lanes beyond these are 0. range and offset have a value for each channel.
///
/// rows: for each group the thresholds one of whose lanes is at least `least`, and their number in counts.
/// totals: Σ weights · range, Σ weights · offset, and at most what was left out of rows.
void grid_pack(
    const double *_Nonnull weights, long thresholds, long channels, long inner, const double *_Nonnull range,
    const double *_Nonnull offset, double scale, double least, float *_Nonnull packed, int *_Nonnull rows,
    long *_Nonnull counts, double *_Nonnull totals);

/// Lays out the products of weights, each times `scale`, with a basis of the channels: `lanes` numbers for each channel, a
/// multiple of GRID_LANES. The groups that hold them come twice, for two kernels.
///
/// rows, counts: for each group the thresholds whose weights sum to at least `least`.
/// Returns the sum of the weights left out.
double grid_project(
    const double *_Nonnull weights, long thresholds, long channels, const float *_Nonnull basis, long lanes, double scale,
    double least, float *_Nonnull packed, int *_Nonnull rows, long *_Nonnull counts);

/// low[x] and high[x] = Σ over groups, their rows j and lanes of packed[group][j][lane] · kernel[group][x − j + thresholds −
/// 1][lane], low for the lanes below `split` (counted through all groups) and high for the rest.
///
/// Each sum is made serially over rows, then over groups, then pairwise over lanes, in single precision.
///
/// levels: a multiple of GRID_TILE. kernel: `levels + thresholds − 1` vectors a group.
void grid_correlate(
    const float *_Nonnull packed, const int *_Nonnull rows, const long *_Nonnull counts, const float *_Nonnull kernel,
    long groups, long levels, long thresholds, long split, double *_Nonnull low, double *_Nonnull high);

/// The entropy of an event of each probability in nats, and how steep it is there, |ln((1 − p)/p)|.
///
/// count: a multiple of 8. probabilities: in 1e-300…1 − 1e-16. Relative error of the logarithms below 4e-15.
void grid_events(
    const double *_Nonnull probabilities, long count, double *_Nonnull entropies, double *_Nonnull slopes);

/// Σ −p·ln p; terms of at most 1e-300 are left out.
double grid_entropy(const double *_Nonnull masses, long count);

#endif
