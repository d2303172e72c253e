#!/usr/bin/env bash
# wheel.sh PROGRAM PYTHON: writes the wheel that carries the program into .build-static. PYTHON has pip and hatchling.
set -euo pipefail
program=$(realpath "$1") python=$(realpath -s "$2")
cd "$(dirname "$0")/.."
root=$PWD/.build-static/wheel
rm -rf "$root"
mkdir -p "$root"
git ls-files -z python | xargs -0 cp --parents -t "$root"
bundled=$root/python/src/peach/bundled
packaging/libraries.sh "$program" "$bundled/lib"
install -D -m 755 "$program" "$bundled/bin/peach"
install -m 755 "$(dirname "$program")/peach-serve" "$bundled/bin/peach-serve"
packaging/licences.sh "$bundled/licences" "$bundled/lib"
cp LICENSE "$bundled/licences/peach.txt"
cat > "$bundled/README" <<END
$("$program" --version), with libsndfile and the libraries that it needs. The folder licences has the licence of each library here and
inside the program. The complete source is the file peach-$(packaging/version.sh)-source.tar.xz, which lies next to this wheel.
END
glibc=$(packaging/glibc.sh "$bundled"/bin/* "$bundled"/lib/*)
PEACH_WHEEL_PLATFORM=manylinux_${glibc//./_}_$(uname -m) "$python" -m pip wheel -q --no-deps --no-build-isolation \
  -w .build-static "$root/python"
ls -l .build-static/*.whl
