#!/usr/bin/env bash
# glibc.sh FILE …: prints the oldest version of the C library that has every function of these programs and libraries.
objdump -T "$@" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -Vu | tail -1
