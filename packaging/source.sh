#!/usr/bin/env bash
# Writes .build-static/peach-VERSION-source.tar.xz: Peach, its Swift packages and GSL, each in the version of the program.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
root=$PWD/.build-static/source/peach-$version-source
rm -rf "$root"
mkdir -p "$root/libraries"
git archive HEAD --prefix=peach/ | tar -x -C "$root"
checkouts=.build-static/build/checkouts
[ -d "$checkouts" ] || checkouts=.build/checkouts
cp -r "$checkouts"/. "$root/libraries/"
rm -rf "$root"/libraries/*/.git
gsl=$(dpkg-query -W -f '${source:Version}' libgsl-dev)
pool=${DEBIAN_MIRROR:-https://deb.debian.org/debian}/pool/main/g/gsl
curl -fsS -o "$root/libraries/gsl_$gsl.dsc" "$pool/gsl_$gsl.dsc"
# The description lists the other files with their digests.
sed -n '/^Checksums-Sha256:/,/^[^ ]*:$/s/^ \([0-9a-f]\{64\}\) [0-9]* \(.*\)/\1  \2/p' "$root/libraries/gsl_$gsl.dsc" > "$root/gsl.sha256"
cut -c67- "$root/gsl.sha256" | while IFS= read -r file; do curl -fsS -o "$root/libraries/$file" "$pool/$file"; done
(cd "$root/libraries" && sha256sum --quiet -c ../gsl.sha256)
rm "$root/gsl.sha256"
tar -C "$root/.." --owner=0 --group=0 --sort=name -cf - "$(basename "$root")" | xz -6 -T1 > ".build-static/peach-$version-source.tar.xz"
