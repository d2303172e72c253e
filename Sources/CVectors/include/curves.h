// The log-likelihood of a normal psychometric function, ψ(x) = γ + (1 − γ − λ)Φ((x − μ)/σ).
#ifndef CURVES_H
#define CURVES_H

/// Answers are three rows, each `count` numbers: levels, trials, and how many of them were positive. `count` is a multiple of 8; what fills the
/// rows has no trials.
///
/// slope: 1/σ. penalised: whether ½ ln det I(α, β) with α = −μ/σ, β = 1/σ is part of it (see Fitting's `Likelihood`).
/// Probabilities are kept above 1e-300. Relative error of Φ, φ and logarithms below 4e-15.
double curve_value(
    const double *_Nonnull answers, long count, double location, double slope, double guess, double lapse, int penalised);

/// The same with its derivatives by μ and ln σ: value, the two first ones, and minus the second ones by μ twice, by both, by
/// ln σ twice.
void curve_expansion(
    const double *_Nonnull answers, long count, double location, double slope, double guess, double lapse, int penalised,
    double *_Nonnull derivatives);

#endif
