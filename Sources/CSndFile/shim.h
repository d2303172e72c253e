#ifndef PEACH_CSNDFILE_SHIM_H
#define PEACH_CSNDFILE_SHIM_H

#include <sndfile.h>

#endif
