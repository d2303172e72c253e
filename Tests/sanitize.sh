#!/usr/bin/env bash
# sanitize.sh [address|undefined|thread…]: builds everything under each sanitizer, C targets too, and runs the whole suite.
# Exit 1 where a test fails or a sanitizer reports. Run from the top of the repository; takes half an hour for the first two,
# hours for threads.
#
# What does not run:
#   leaks       Swift's exit() leaves what is alive unreferenced, and every session would be told to leak.
#   undefined   is C's alone, which then traps: Swift has no such sanitizer here, and traps by itself in every build.
#   locks       of Synchronization.Mutex for which a thread waited are not seen by the thread sanitizer:
#               Tests/thread-suppressions.txt.
#   libraries   GSL, libsndfile, SQLite and the Swift runtime are as they are installed, without instruments.
set -u
[ $# -gt 0 ] || set -- address undefined thread
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
export TSAN_OPTIONS=suppressions=$PWD/Tests/thread-suppressions.txt
status=0
for sanitizer in "$@"; do
  flags=(-c release --scratch-path ".build-$sanitizer" -Xswiftc -use-ld=lld)
  if [ "$sanitizer" = undefined ]; then
    flags+=(-Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined)
  else
    flags+=(--sanitize="$sanitizer")
  fi
  log=.build-$sanitizer/tests.log
  swift build "${flags[@]}" --build-tests >".build-$sanitizer.log" 2>&1 || { tail ".build-$sanitizer.log"; exit 1; }
  : >"$log"
  failed=none
  # Target by target, so that one says how far it has come before all have.
  for target in Tests/*Tests; do
    target=${target#Tests/}
    swift test "${flags[@]}" --skip-build --filter "^$target\." >>"$log" 2>&1 || { failed="${failed#none} $target"; status=1; }
  done
  reports=$(grep -cE '^SUMMARY: (Address|Thread)Sanitizer|signal code (4|5)' "$log")
  [ "$reports" -eq 0 ] || status=1
  tests=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\} .*/\1/p' "$log" | awk '{ all += $1 } END { print all + 0 }')
  echo "$sanitizer: $reports reports; $tests tests; targets that failed: $failed"
done
exit $status
