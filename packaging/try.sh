#!/usr/bin/env bash
# try.sh SUITE …: makes a bare Debian system of each suite, such as bookworm and trixie, and tries the packages in it. Needs root and
# debootstrap. A system that exists already in .build-static/bare is copied, not made again. WAYS="deb wheel" tries only these.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# Runs a line in the system $root, and prints its time.
timed() {
  local start=$EPOCHREALTIME
  if ! chroot "$root" /bin/bash -euc "cd /root; $2" > "$root.out" 2>&1; then
    echo "$1 failed:"; tail -30 "$root.out"; exit 1
  fi
  printf '  %-58s %6.1f s\n' "$1" "$(echo "$EPOCHREALTIME - $start" | tr , . | bc)"
}

# The work of a first day: simulate, fit, report, and a session through ALSA's file plug-in, whose sound must be there.
day() {
  local peach=$1 experiments=$2
  timed "simulate" "$peach simulate $experiments/strategy-comparison.yaml --replicates 1000 > simulate.txt && grep -q garcia simulate.txt"
  timed "fit" "$peach fit $experiments/data/psignifit-demo.csv --format csv | grep -q '^normal,accuracy,reduced,0.00464328'"
  timed "report" "$peach report strategy-comparison.sqlite && grep -q '</html>' strategy-comparison.html"
  timed "live, 3 trials into ALSA's file plug-in" "
    printf 'pcm.capture { type file; slave.pcm null; file /root/heard; format raw; truncate false }\n' > /root/.asoundrc
    sed -e 's/trials: 60/trials: 3/' $experiments/strategy-comparison.yaml > three.yaml
    printf 'h\nh\nh\n' > answers.txt
    timeout 60 $peach live three.yaml --strategy kazez --listener P01 --device capture < answers.txt > live.txt 2>&1 || { cat live.txt; exit 1; }
    test \$(find . -name 'heard*' -size +28k | wc -l) -eq 3"
  echo "  $(chroot "$root" /bin/bash -c "$peach --version")"
}

for suite in "$@"; do
  bare=.build-static/bare/$suite
  if [ ! -d "$bare" ]; then
    mkdir -p .build-static/bare
    debootstrap --variant=minbase "$suite" "$bare" "$mirror" > .build-static/bare/$suite.log
  fi
  for way in ${WAYS:-deb tar wheel}; do
    root=$PWD/.build-static/bare/$suite-$way
    rm -rf "$root"
    cp -a "$bare" "$root"
    case $way in
      deb) cp .build-static/peach_"$version"_*.deb "$root/root/" ;;
      tar) cp .build-static/peach-"$version"-linux-*.tar.xz "$root/root/" ;;
      wheel)
        cp .build-static/*.whl python/tour.ipynb "$root/root/"
        # Behind a proxy, pip here has certificates of its own.
        if [ -n "${PIP_CERT:-}" ]; then cp "$PIP_CERT" "$root/root/pip.pem"; fi
        ;;
    esac
    mkdir -p "$root/proc" "$root/dev"
    mount -t proc proc "$root/proc"
    trap 'umount "$root/proc"' EXIT
    chroot "$root" /bin/sh -c 'command -v swift' && { echo "$suite has Swift"; exit 1; }
    whole=$SECONDS
    echo "$suite, $way:"
    case $way in
      deb)
        timed "apt-get update" "apt-get update -qq"
        timed "apt-get install peach.deb" "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ./peach_*.deb"
        day peach /usr/share/doc/peach/experiments
        ;;
      tar)
        timed "unpack, with xz-utils" "apt-get update -qq; apt-get install -y -qq xz-utils alsa-utils; tar -xf peach-$version-linux-*.tar.xz"
        day "/root/peach-$version/bin/peach" "/root/peach-$version/share/doc/peach/experiments"
        ;;
      wheel)
        timed "install Python" "apt-get update -qq; apt-get install -y -qq --no-install-recommends python3-venv"
        timed "pip install peach, matplotlib, a notebook" \
          "
          if [ -e pip.pem ]; then export PIP_CERT=/root/pip.pem REQUESTS_CA_BUNDLE=/root/pip.pem; fi
          python3 -m venv venv; venv/bin/pip install -q *.whl matplotlib nbclient nbformat ipykernel ipython"
        timed "the tour, with its figure" "venv/bin/jupyter execute tour.ipynb --output=done.ipynb && grep -q image/png done.ipynb"
        ;;
    esac
    echo "  from a bare system to here: $((SECONDS - whole)) s"
    umount "$root/proc"
    trap - EXIT
  done
done
