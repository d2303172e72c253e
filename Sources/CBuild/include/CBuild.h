#ifndef PEACH_CBUILD_H
#define PEACH_CBUILD_H

/// The commit of the sources, as `PEACH_COMMIT` named it in the environment of the build; empty if it did not.
const char *peach_commit(void);

#endif
