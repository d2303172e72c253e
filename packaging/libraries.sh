#!/usr/bin/env bash
# libraries.sh PROGRAM FOLDER: copies the libraries that the program needs and that are not part of the C library.
set -euo pipefail
mkdir -p "$2"
ldd "$1" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | grep -vE '/(libc|libm|libpthread|libdl|librt|libgcc_s|libstdc\+\+)\.so' |
  while IFS= read -r library; do install -m 644 "$(realpath "$library")" "$2/$(basename "$library")"; done
