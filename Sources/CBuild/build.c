#include "CBuild.h"

#define TEXT_OF(words) #words
#define TEXT(macro) TEXT_OF(macro)

#ifndef PEACH_COMMIT
#define PEACH_COMMIT
#endif

const char *peach_commit(void) { return TEXT(PEACH_COMMIT); }
