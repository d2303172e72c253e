#ifndef PEACH_CFLUIDSYNTH_SHIM_H
#define PEACH_CFLUIDSYNTH_SHIM_H

#include <fluidsynth.h>

// Errors come back from the calls; nothing is printed.
static inline void peach_fluid_be_quiet(void) {
  for (int level = FLUID_PANIC; level < LAST_LOG_LEVEL; level++) fluid_set_log_function(level, NULL, NULL);
}

#endif
