// Arithmetic that needs vector instructions: each function is compiled for several processors and the best is chosen when the
// program is loaded.
#include "curves.h"
#include "grids.h"
