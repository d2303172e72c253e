#!/usr/bin/env bash
# make.sh PROGRAM FOLDER [screen]: writes the figures of README and docs into FOLDER, for `make figures`. Run it from the
# top of the repository. The same program writes the same bytes. With "screen" Chromium adds the first screen of the report.
set -euo pipefail
peach=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
experiments=$PWD/experiments
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PEACH_HOME=$work/home LC_ALL=C.UTF-8 NO_COLOR=1
exec 3>&2 >log 2>&1
trap 'status=$?; [ $status -eq 0 ] || cat "$work/log" >&3; rm -rf "$work"' EXIT

"$peach" simulate "$experiments/strategy-comparison.yaml" -o comparison.sqlite
"$peach" report comparison.sqlite -o report.html --figures comparison
"$peach" fit "$experiments/data/psignifit-demo.csv" --report fit.html --figures fit
# The profile leaves out simulated listeners. Trials without their sessions count as answered by a person.
for session in 1 2 3 4 5 6; do
  "$peach" live comparison --listener model --responder "gaussian jnd=12" --trials 200 --seed "$session" --fast
done
"$peach" export --listener model --table trials -o trials.csv
"$peach" import trials.csv --listener P07
"$peach" profile P07 -o profile.svg
cp comparison/comparison.svg comparison/tracks.svg profile.svg "$out"
cp fit/psychometric-function.svg "$out/fit.svg"
if [ "${3:-}" = screen ]; then
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,900 \
    --screenshot="$out/report.png" "file://$work/report.html"
fi
