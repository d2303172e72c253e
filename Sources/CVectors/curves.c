#include "CVectors.h"
#include "vectors.h"

#include <math.h>

// Φ(−|u|)/φ(u) over t = 1/(1 + |u|/5) as a polynomial in t mapped to −1…1, for |u| ≤ 38: Chebyshev's interpolation in 40
// digits, relative error 9e-16.
enum { DEGREE = 21 };
static const double mills[DEGREE + 1] = {
    -8.1170650398021537993e-11, 9.3432291242991352344e-11, 1.0446040498513321592e-9, -1.5335223342398605942e-9,
    -9.018314090848550296e-9, 1.6096697373472450464e-8, 7.763891913115413063e-8, -1.3835650139685751818e-7,
    -7.6986350701047381763e-7, 8.6808804052520940753e-7, 8.6717261610454198072e-6, 2.4602925186562997818e-6,
    -0.000094232036999918244431, -0.0002592029634592384225, 0.00041740076377206781384, 0.0054576596034280320986,
    0.022803718198614616086, 0.064079973724031555668, 0.13850182172001267281, 0.24243096759893835142,
    0.35194069577637046311, 0.42802415880343405882,
};
// t at 38.
#define FARTHEST_SHARE 0.11627906976744186047
static const double floored = 1e-300;

#define ABSOLUTE(x) ((wide)((longs)(x) & 0x7fffffffffffffffLL))

// Far out F and F′ stay as they are at the reach: further on they would be subnormal numbers, as their products are, and
// arithmetic with those takes a hundred times as long; of a steep curve most levels lie there. Where both asymptotes lie off 0
// no digit of ψ tells of it, and squares of F′ are normal numbers; else ψ is at its floor.
static inline double reach_of(enum curve_shape shape, double guess, double lapse)
{
    const int is_off_ends = guess > 1e-100 && lapse > 1e-100;
    return shape == CURVE_LOGISTIC ? (is_off_ends ? 340 : 704) : (is_off_ends ? 26 : 38);
}

// F(−|u|), 1 − F(−|u|) and F′ there.
#define NORMAL(u, tail, rest, density)                                                                                \
    do {                                                                                                              \
        const wide size = CHOOSE(ABSOLUTE(u) < reach, ABSOLUTE(u), ALL(reach));                                       \
        const wide square = size * size * -0.5, exponent = CHOOSE(square > -700, square, ALL(-700));                  \
        EXPONENTIAL(density, exponent);                                                                               \
        density *= 0.398942280401432677940;                                                                           \
        const wide share = 1 / (1 + 0.2 * size);                                                                      \
        const wide y = (share - FARTHEST_SHARE) * (2 / (1 - FARTHEST_SHARE)) - 1;                                     \
        wide ratio = ALL(mills[0]);                                                                                   \
        for (int i = 1; i <= DEGREE; i++) ratio = ratio * y + mills[i];                                               \
        tail = density * share * ratio;                                                                               \
        rest = 1 - tail;                                                                                              \
    } while (0)

#define LOGISTIC(u, tail, rest, density)                                                                              \
    do {                                                                                                              \
        const wide exponent = CHOOSE(ABSOLUTE(u) < reach, -ABSOLUTE(u), ALL(-reach));                                 \
        wide decay;                                                                                                   \
        EXPONENTIAL(decay, exponent);                                                                                 \
        rest = 1 / (1 + decay);                                                                                       \
        tail = decay * rest;                                                                                          \
        density = tail * rest;                                                                                        \
    } while (0)

// F(u), 1 − F(u) and F′(u), and ψ and 1 − ψ there.
#define CURVE(u, value, complement, density, positive, negative)                                                      \
    do {                                                                                                              \
        wide tail, rest;                                                                                              \
        if (shape == CURVE_LOGISTIC) LOGISTIC(u, tail, rest, density);                                                \
        else NORMAL(u, tail, rest, density);                                                                          \
        const longs isAbove = (u) > 0;                                                                                \
        value = CHOOSE(isAbove, rest, tail);                                                                          \
        complement = CHOOSE(isAbove, tail, rest);                                                                     \
        const wide up = guess + height * value, down = lapse + height * complement;                                   \
        positive = CHOOSE(up > floored, up, ALL(floored));                                                            \
        negative = CHOOSE(down > floored, down, ALL(floored));                                                        \
    } while (0)

// ψ and 1 − ψ with the asymptotes of a penalty.
#define ASYMPTOTES(value, complement, positive, negative)                                                             \
    do {                                                                                                              \
        const wide up = rate + span * value, down = rate + span * complement;                                         \
        positive = CHOOSE(up > floored, up, ALL(floored));                                                            \
        negative = CHOOSE(down > floored, down, ALL(floored));                                                        \
    } while (0)

// The first derivative of ln F′ by u, and the second.
#define BEND(u, value, complement, density, first, second)                                                            \
    do {                                                                                                              \
        first = shape == CURVE_LOGISTIC ? (complement) - (value) : -(u);                                              \
        second = shape == CURVE_LOGISTIC ? -2 * (density) : ALL(-1);                                                  \
    } while (0)

// Adds right · ln positive + wrong · ln negative to values; where all levels of a vector have answers of one kind, with one
// logarithm.
#define ADD_ANSWERS(values, right, wrong, positive, negative)                                                         \
    do {                                                                                                              \
        const longs mixed = ((right) != 0) & ((wrong) != 0);                                                          \
        wide logarithm, other;                                                                                        \
        if (ANY(mixed)) {                                                                                             \
            LOGARITHM(logarithm, positive);                                                                           \
            LOGARITHM(other, negative);                                                                               \
            values += (right) * logarithm + (wrong) * other;                                                          \
        } else {                                                                                                      \
            LOGARITHM(logarithm, CHOOSE((right) != 0, positive, negative));                                           \
            values += ((right) + (wrong)) * logarithm;                                                                \
        }                                                                                                             \
    } while (0)

#define ANY(truths) \
    (((truths)[0] | (truths)[1]) | ((truths)[2] | (truths)[3]) | (((truths)[4] | (truths)[5]) | ((truths)[6] | (truths)[7])))
#define SUM(vector) \
    (((vector)[0] + (vector)[4]) + ((vector)[2] + (vector)[6]) + (((vector)[1] + (vector)[5]) + ((vector)[3] + (vector)[7])))

FOR_PROCESSORS
double curve_value(
    const double *answers, long count, enum curve_shape shape, double location, double slope, double guess, double lapse,
    struct curve_penalty penalty)
{
    const double height = 1 - guess - lapse, reach = reach_of(shape, guess, lapse);
    const double rate = penalty.rate, span = 1 - rate - rate;
    const int is_same = guess == rate && lapse == rate;
    wide values = {0}, sizes = {0}, moments = {0}, spread = {0};
    wide weights[count / WIDE], distances[count / WIDE];
    for (long i = 0; i < count; i += WIDE) {
        const wide u = (*(const wide *)(answers + i) - location) * slope;
        const wide trials = *(const wide *)(answers + count + i), right = *(const wide *)(answers + 2 * count + i);
        const wide wrong = trials - right;
        wide value, complement, density, positive, negative;
        CURVE(u, value, complement, density, positive, negative);
        ADD_ANSWERS(values, right, wrong, positive, negative);
        if (!(penalty.weight > 0)) continue;
        if (!is_same) ASYMPTOTES(value, complement, positive, negative);
        const wide rise = span * density, weight = trials * (rise / positive) * (rise / negative);
        weights[i / WIDE] = weight;
        distances[i / WIDE] = u;
        sizes += weight;
        moments += weight * u;
    }
    const double likelihood = SUM(values);
    if (!(penalty.weight > 0)) return likelihood;
    const double size = SUM(sizes), mean = SUM(moments) / size;
    for (long i = 0; i < count / WIDE; i++) spread += weights[i] * (distances[i] - mean) * (distances[i] - mean);
    const double determinant = size * SUM(spread);
    return determinant > 0 ? likelihood + penalty.weight * (0.5 * log(determinant) - log(slope)) : -INFINITY;
}

FOR_PROCESSORS
void curve_expansion(
    const double *answers, long count, enum curve_shape shape, double location, double slope, double guess, double lapse,
    struct curve_penalty penalty, double *derivatives)
{
    const double height = 1 - guess - lapse, reach = reach_of(shape, guess, lapse);
    const double rate = penalty.rate, span = 1 - rate - rate;
    const int is_same = guess == rate && lapse == rate;
    wide values = {0}, byLocation = {0}, byScale = {0}, twice = {0}, mixed = {0}, scaleTwice = {0};
    wide sizes = {0}, firsts = {0};
    // Weights, and their first two derivatives by u.
    wide weights[3][count / WIDE], distances[count / WIDE];
    for (long i = 0; i < count; i += WIDE) {
        const wide u = (*(const wide *)(answers + i) - location) * slope;
        const wide trials = *(const wide *)(answers + count + i), right = *(const wide *)(answers + 2 * count + i);
        const wide wrong = trials - right;
        wide value, complement, density, positive, negative;
        CURVE(u, value, complement, density, positive, negative);
        ADD_ANSWERS(values, right, wrong, positive, negative);
        const wide rise = height * density;
        wide up = rise / positive, down = rise / negative;
        wide turn, turning;
        BEND(u, value, complement, density, turn, turning);
        // ∂ ln L/∂u, and −∂² ln L/∂u².
        const wide pull = right * up - wrong * down;
        const wide bend = right * up * up + wrong * down * down - pull * turn;
        byLocation += pull;
        byScale += pull * u;
        twice += bend;
        mixed += bend * u - pull;
        scaleTwice += (bend * u - pull) * u;
        if (!(penalty.weight > 0)) continue;
        if (!is_same) {
            ASYMPTOTES(value, complement, positive, negative);
            up = span * density / positive;
            down = span * density / negative;
        }
        // The derivatives of the logarithm of the weight F′²h²/(ψ(1 − ψ)).
        const wide first = down - up + 2 * turn, second = up * up + down * down + turn * (down - up) + 2 * turning;
        const wide weight = trials * up * down;
        weights[0][i / WIDE] = weight;
        weights[1][i / WIDE] = weight * first;
        weights[2][i / WIDE] = weight * (second + first * first);
        distances[i / WIDE] = u;
        sizes += weight;
        firsts += weight * u;
    }
    derivatives[0] = SUM(values);
    derivatives[1] = -slope * SUM(byLocation);
    derivatives[2] = -SUM(byScale);
    derivatives[3] = slope * slope * SUM(twice);
    derivatives[4] = slope * SUM(mixed);
    derivatives[5] = SUM(scaleTwice);
    if (!(penalty.weight > 0)) return;

    const double mean = SUM(firsts) / SUM(sizes);
    wide s00 = {0}, s01 = {0}, s02 = {0}, s10 = {0}, s11 = {0}, s12 = {0}, s13 = {0};
    wide s20 = {0}, s21 = {0}, s22 = {0}, s23 = {0}, s24 = {0};
    for (long i = 0; i < count / WIDE; i++) {
        const wide d = distances[i] - mean, square = d * d;
        s00 += weights[0][i];
        s01 += weights[0][i] * d;
        s02 += weights[0][i] * square;
        s10 += weights[1][i];
        s11 += weights[1][i] * d;
        s12 += weights[1][i] * square;
        s13 += weights[1][i] * square * d;
        s20 += weights[2][i];
        s21 += weights[2][i] * d;
        s22 += weights[2][i] * square;
        s23 += weights[2][i] * square * d;
        s24 += weights[2][i] * square * square;
    }
    const double w0 = SUM(s00), w1 = SUM(s01), w2 = SUM(s02);
    const double f0 = SUM(s10), f1 = SUM(s11), f2 = SUM(s12), f3 = SUM(s13);
    const double g0 = SUM(s20), g1 = SUM(s21), g2 = SUM(s22), g3 = SUM(s23), g4 = SUM(s24);
    const double determinant = w0 * w2;
    if (!(determinant > 0)) {
        derivatives[0] = -INFINITY;
        for (int i = 1; i < 6; i++) derivatives[i] = 0;
        return;
    }
    // By u the matrix of moments of the distances d from their mean is (Σw, Σwd; Σwd, Σwd²), Σwd = 0. u moves by −slope with
    // μ and by −u with ln σ. e: Σ(wd)′ and Σ(wd)′d, h: Σ(wd²)′ likewise; k: Σ(wd²)″ with d⁰, d, d².
    const double m = mean;
    const double e0 = f1 + w0, e1 = f2 + w1;
    const double h0 = f2 + 2 * w1, h1 = f3 + 2 * w2;
    const double k0 = g2 + 4 * f1 + 2 * w0, k1 = g3 + 4 * f2 + 2 * w1, k2 = g4 + 4 * f3 + 2 * w2;
    const double size1 = -slope * f0 / w0, size2 = -(f1 + m * f0) / w0;
    const double mixed1 = -slope * e0, mixed2 = -(e1 + m * e0);
    const double spread1 = -slope * h0 / w2, spread2 = -(h1 + m * h0) / w2;
    const double size11 = slope * slope * g0, size12 = slope * (f0 + g1 + m * g0);
    const double size22 = f1 + m * f0 + g2 + 2 * m * g1 + m * m * g0;
    const double spread11 = slope * slope * k0, spread12 = slope * (h0 + k1 + m * k0);
    const double spread22 = h1 + m * h0 + k2 + 2 * m * k1 + m * m * k0;
    const double share = penalty.weight;
    derivatives[0] += share * (0.5 * log(determinant) - log(slope));
    derivatives[1] += share * 0.5 * (size1 + spread1);
    derivatives[2] += share * (0.5 * (size2 + spread2) + 1);
    derivatives[3] -= share * 0.5
        * (size11 / w0 + spread11 / w2 - size1 * size1 - spread1 * spread1 - 2 * mixed1 * mixed1 / determinant);
    derivatives[4] -= share * 0.5
        * (size12 / w0 + spread12 / w2 - size1 * size2 - spread1 * spread2 - 2 * mixed1 * mixed2 / determinant);
    derivatives[5] -= share * 0.5
        * (size22 / w0 + spread22 / w2 - size2 * size2 - spread2 * spread2 - 2 * mixed2 * mixed2 / determinant);
}

FOR_PROCESSORS
void curve_full_expansion(
    const double *answers, long count, enum curve_shape shape, double location, double slope, double guess, double lapse,
    int tied, double *derivatives)
{
    const double height = 1 - guess - lapse, reach = reach_of(shape, guess, lapse);
    const double guesses = tied ? 0 : 1, lapses = tied ? 2 : 1;
    wide values = {0}, gradient[4] = {{0}}, rows[10] = {{0}};
    for (long i = 0; i < count; i += WIDE) {
        const wide u = (*(const wide *)(answers + i) - location) * slope;
        const wide trials = *(const wide *)(answers + count + i), right = *(const wide *)(answers + 2 * count + i);
        const wide wrong = trials - right;
        wide value, complement, density, positive, negative, turn, turning;
        CURVE(u, value, complement, density, positive, negative);
        ADD_ANSWERS(values, right, wrong, positive, negative);
        BEND(u, value, complement, density, turn, turning);
        const wide perRight = right / positive, perWrong = wrong / negative;
        // ∂ ln L/∂ψ and −∂² ln L/∂ψ², and ψ by u, γ and λ.
        const wide pull = perRight - perWrong, weight = perRight / positive + perWrong / negative;
        const wide rise = height * density, byGuess = guesses * complement, byLapse = (lapses - 1) * complement - value;
        const wide push = pull * rise, steep = weight * rise, crossed = pull * density;
        const wide bend = steep * rise - push * turn;
        const wide withGuess = steep * byGuess + guesses * crossed, withLapse = steep * byLapse + lapses * crossed;
        gradient[0] += push;
        gradient[1] += push * u;
        gradient[2] += pull * byGuess;
        gradient[3] += pull * byLapse;
        rows[0] += bend;
        rows[1] += bend * u - push;
        rows[2] += withGuess;
        rows[3] += withLapse;
        rows[4] += (bend * u - push) * u;
        rows[5] += withGuess * u;
        rows[6] += withLapse * u;
        rows[7] += weight * byGuess * byGuess;
        rows[8] += weight * byGuess * byLapse;
        rows[9] += weight * byLapse * byLapse;
    }
    // u moves by −slope with μ and by −u with ln σ.
    const double gradientFactors[4] = {-slope, -1, 1, 1};
    const double rowFactors[10] = {slope * slope, slope, -slope, -slope, 1, -1, -1, 1, 1, 1};
    derivatives[0] = SUM(values);
    for (int i = 0; i < 4; i++) derivatives[1 + i] = gradientFactors[i] * SUM(gradient[i]);
    for (int i = 0; i < 10; i++) derivatives[5 + i] = rowFactors[i] * SUM(rows[i]);
}
