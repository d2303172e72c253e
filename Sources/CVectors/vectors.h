// Vectors of eight doubles, and logarithms and exponentials of them.
#ifndef VECTORS_H
#define VECTORS_H

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// Each function is compiled for several processors, and the best is chosen when the program is loaded. Under the thread
// sanitizer nothing may choose: that is done before the sanitizer is there.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define FOR_PROCESSORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_PROCESSORS
#endif

// Vectors stay inside a function: how they are passed would differ from clone to clone. So what follows is macros.
typedef double wide __attribute__((vector_size(64), aligned(8)));
typedef long long longs __attribute__((vector_size(64), aligned(8)));
enum { WIDE = 8 };

#define ALL(value) ((wide){0} + (value))
// yes where the comparison holds, else no.
#define CHOOSE(comparison, yes, no) ((wide)(((comparison) & (longs)(yes)) | (~(comparison) & (longs)(no))))

// ln x for normal x > 0: x = m · 2^e with m in √½…√2, ln m = 2 artanh((m − 1)/(m + 1)) by its series, which a term of
// s^23/23 ends below 1e-18.
#define LOGARITHM(result, x)                                                                                          \
    do {                                                                                                              \
        const longs bits = (longs)(x);                                                                                \
        longs exponent = (bits - 0x3fe6a09e667f3bcdLL) >> 52;                                                         \
        const wide m = (wide)(bits - (exponent << 52));                                                               \
        const wide s = (m - 1) / (m + 1), t = s * s;                                                                  \
        wide series = (wide){0} + 1.0 / 21;                                                                           \
        for (int n = 19; n > 0; n -= 2) series = series * t + 1.0 / n;                                                \
        result = __builtin_convertvector(exponent, wide) * 0.693147180559945309417 + 2 * s * series;                  \
    } while (0)

// e^x for x in −708…708: x = n ln 2 + r with |r| ≤ ½ ln 2, e^r by its series, which a term of r^14/14! ends below 1e-17.
// ln 2 comes in two parts, the first with room for n.
#define EXPONENTIAL(result, x)                                                                                        \
    do {                                                                                                              \
        static const double factorials[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,        \
            1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1, 1};              \
        const wide shifted = (x) * 1.44269504088896340736 + 0x1.8p52, n = shifted - 0x1.8p52;                         \
        const wide r = ((x) - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33;                                       \
        wide series = ALL(factorials[0]);                                                                             \
        for (int i = 1; i < 14; i++) series = series * r + factorials[i];                                             \
        result = (wide)((longs)series + ((longs)shifted << 52));                                                      \
    } while (0)

#endif
