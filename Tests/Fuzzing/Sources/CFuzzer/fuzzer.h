// What libFuzzer, which is linked with -sanitize=fuzzer, offers to programs with a main of their own.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));
