#!/usr/bin/env bash
# fuzz.sh MINUTES [TARGET…]: gives every target in turn its share of the minutes, or RUNS=N inputs each. What it finds is
# kept in Finds/TARGET; exit 1 when there is something. Run from the top of the repository, after `make fuzz` has built.
set -u
minutes=$1
shift
here=Tests/Fuzzing
program=.build-fuzz/release/peach-fuzz
work=.build-fuzz/work
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <($program)

# What the databases are made of: one simulation and one listener, as small as they can be.
export PEACH_FUZZ_BASE=$work/base PEACH_HOME=$work/base
rm -rf "$PEACH_FUZZ_BASE"
mkdir -p "$PEACH_FUZZ_BASE"
.build/release/peach simulate $here/base.yaml -o "$PEACH_FUZZ_BASE/results.sqlite" >/dev/null || exit 2
for strategy in steps grid; do
  .build/release/peach live $here/base.yaml --strategy $strategy --listener ann --responder "gaussian jnd=12" --fast \
    >/dev/null || exit 2
done
.build/release/peach settings --listener ann note-duration 0.5 >/dev/null || exit 2
.build/release/peach calibrate listener --listener twin --seed 7 --responder "gaussian jnd=12" --fast >/dev/null || exit 2
.build/release/peach calibrate level --table $here/Seeds/devices/table >/dev/null || exit 2
for shard in 1 2; do
  .build/release/peach simulate $here/base.yaml --shard $shard/2 -o "$PEACH_FUZZ_BASE/shard-$shard.sqlite" >/dev/null || exit 2
done

# The runtime's own backtraces would take minutes; libFuzzer has its own.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=quarantine_size_mb=1:thread_local_quarantine_size_kb=16:malloc_context_size=0:detect_leaks=0
limit="-max_total_time=$((minutes * 60 / ${#targets[@]}))"
[ -z "${RUNS:-}" ] || limit="-runs=$RUNS"
status=0
trap 'kill -INT $! 2>/dev/null' INT TERM
printf '%-12s %9s %9s %9s %8s %8s %6s %s\n' target inputs inputs/s coverage corpus MB s finds
for target in "${targets[@]}"; do
  corpus=$work/corpus/$target log=$work/$target.log
  mkdir -p "$corpus" $here/Finds/"$target"
  words=()
  [ ! -f $here/Words/"$target" ] || words=(-dict=$here/Words/"$target")
  SECONDS=0
  nice -n 15 $program "$target" "$limit" "${words[@]}" -timeout=20 -rss_limit_mb=1024 -max_len="${MAX_LEN:-1024}" \
    -print_final_stats=1 -report_slow_units=5 -detect_leaks=0 -print_pcs=0 \
    -artifact_prefix=$here/Finds/"$target"/ "$corpus" $here/Seeds/"$target" >"$log" 2>&1 &
  wait $! || status=1
  rm -rf /dev/shm/peach-fuzz-$!-*
  stat() { sed -n "s/^stat::$1: *//p" "$log"; }
  coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  entries=$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' "$log" | tail -1)
  finds=$(find $here/Finds/"$target" -type f ! -name 'slow-unit-*' | sed 's#.*/##' | tr '\n' ' ')
  [ -z "$finds" ] || status=1
  inputs=$(stat number_of_executed_units)
  printf '%-12s %9s %9s %9s %8s %8s %6s %s\n' "$target" "$inputs" "$((inputs / (SECONDS + 1)))" "$coverage" "$entries" \
    "$(stat peak_rss_mb)" $SECONDS "${finds:-none}"
done
exit $status
