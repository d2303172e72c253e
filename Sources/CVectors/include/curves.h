// The log-likelihood of a psychometric function, ψ(x) = γ + (1 − γ − λ)F((x − μ)/σ).
#ifndef CURVES_H
#define CURVES_H

/// F: the normal distribution function Φ, or the logistic one.
enum curve_shape { CURVE_NORMAL, CURVE_LOGISTIC };

/// A penalty, weight × ½ ln det I(α, β): I is the information of answers about α = −μ/σ and β = 1/σ if both asymptotes of
/// the curve lie `rate` off 0 and 1 (see Fitting's `Penalty`). There is none with a weight of 0.
struct curve_penalty {
    double weight, rate;
};

/// Answers are three rows, each `count` numbers: levels, trials, and how many of them were positive. `count` is a multiple of 8; what fills the
/// rows has no trials.
///
/// slope: 1/σ. penalty: what is added to it.
/// Probabilities are kept above 1e-300. Relative error of F, F′ and logarithms below 4e-15, where ψ tells
/// of them.
double curve_value(
    const double *_Nonnull answers, long count, enum curve_shape shape, double location, double slope, double guess,
    double lapse, struct curve_penalty penalty);

/// The same with its derivatives by μ and ln σ: value, the two first ones, and minus the second ones by μ twice, by both, by
/// ln σ twice.
void curve_expansion(
    const double *_Nonnull answers, long count, enum curve_shape shape, double location, double slope, double guess,
    double lapse, struct curve_penalty penalty, double *_Nonnull derivatives);

/// The log-likelihood alone with its derivatives by μ, ln σ, γ and λ: value, the four first ones, and minus the ten second ones,
/// the upper triangle row by row. tied: γ is λ and moves with it; what is by γ is then 0.
void curve_full_expansion(
    const double *_Nonnull answers, long count, enum curve_shape shape, double location, double slope, double guess,
    double lapse, int tied, double *_Nonnull derivatives);

#endif
