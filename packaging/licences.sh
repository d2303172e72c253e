#!/usr/bin/env bash
# licences.sh FOLDER [LIBRARIES]: writes the licence of everything that is linked into the program, and of the libraries in a folder.
set -euo pipefail
out=$(realpath -m "$1") libraries=${2:-}
cd "$(dirname "$0")/.."
mkdir -p "$out"
# The Swift packages, from the checkouts that the program was built with.
checkouts=.build-static/build/checkouts
[ -d "$checkouts" ] || checkouts=.build/checkouts
for folder in "$checkouts"/*/; do
  for file in "$folder"LICENSE*; do install -m 644 "$file" "$out/$(basename "$folder").txt"; done
done
toolchain=$(dirname "$(dirname "$(realpath "$(command -v "${SWIFT:-swift}")")")")
install -m 644 "$toolchain/share/swift/LICENSE.txt" "$out/swift-runtime.txt"
# Foundation contains ICU; Debian's package has the same licence.
icu=$(dpkg-query -W -f '${Package}\n' 'libicu[0-9]*' 2> /dev/null | head -1)
packages="libgsl-dev libsqlite3-dev $icu"
for library in "$libraries"/*.so*; do
  [ -e "$library" ] || continue
  packages+=" $(dpkg-query -S "*/$(basename "$library")" | head -1 | cut -d: -f1)"
done
for package in $packages; do
  cp --no-preserve=mode "/usr/share/doc/$package/copyright" "$out/$package.txt" 2>/dev/null ||
    cp --no-preserve=mode "$(dpkg-query -L "$package" | grep '/copyright$' | head -1)" "$out/$package.txt"
done
