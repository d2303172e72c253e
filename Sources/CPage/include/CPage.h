#ifndef PEACH_CPAGE_H
#define PEACH_CPAGE_H

#include <stddef.h>

/// A file of the listener's page.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} peach_page_file_t;

/// The number of files.
size_t peach_page_count(void);

/// A file by its index, 0 to count − 1; without a name for any other index.
peach_page_file_t peach_page_file(size_t index);

#endif
