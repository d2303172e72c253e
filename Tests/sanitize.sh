#!/usr/bin/env bash
# sanitize.sh [address|undefined|thread…]: builds everything under each sanitizer, C targets too, and runs the whole suite.
# Exit 1 where a test fails or a sanitizer reports. Run from the top of the repository; takes about half an hour.
#
# What does not run:
#   leaks       Swift's exit() leaves what is alive unreferenced, and every session would be told to leak.
#   undefined   instruments C alone: Swift traps on its own undefined behaviour in every build.
#   libraries   GSL, libsndfile, SQLite and the Swift runtime are as they are installed, without instruments.
set -u
[ $# -gt 0 ] || set -- address undefined thread
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
status=0
for sanitizer in "$@"; do
  flags=(-c release --sanitize="$sanitizer" --scratch-path ".build-$sanitizer" -Xswiftc -use-ld=lld)
  log=.build-$sanitizer/tests.log
  swift build "${flags[@]}" --build-tests >".build-$sanitizer.log" 2>&1 || { tail ".build-$sanitizer.log"; exit 1; }
  swift test "${flags[@]}" --skip-build >"$log" 2>&1 || status=1
  reports=$(grep -cE '^(SUMMARY|WARNING): (Address|Thread|UndefinedBehavior)Sanitizer|runtime error:' "$log")
  [ "$reports" -eq 0 ] || status=1
  echo "$sanitizer: $reports reports; $(grep -E 'Test run with' "$log")"
done
exit $status
