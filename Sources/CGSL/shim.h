#ifndef PEACH_CGSL_SHIM_H
#define PEACH_CGSL_SHIM_H

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_vector.h>
#include <gsl/gsl_version.h>

// GSL's method descriptors and version are mutable globals, which Swift 6 refuses to read; each gets an accessor.
static inline const gsl_multimin_fminimizer_type *peach_gsl_simplex(void) {
  return gsl_multimin_fminimizer_nmsimplex2;
}
static inline const gsl_multimin_fdfminimizer_type *peach_gsl_bfgs(void) {
  return gsl_multimin_fdfminimizer_vector_bfgs2;
}
static inline const gsl_integration_fixed_type *peach_gsl_hermite(void) { return gsl_integration_fixed_hermite; }
static inline const gsl_min_fminimizer_type *peach_gsl_brent_minimum(void) { return gsl_min_fminimizer_brent; }
static inline const gsl_root_fsolver_type *peach_gsl_brent_root(void) { return gsl_root_fsolver_brent; }

static inline const char *peach_gsl_version(void) { return gsl_version; }

#endif
