#!/usr/bin/env bash
# dist.sh PROGRAM: writes .build-static/peach-VERSION-linux-ARCH-glibcX.tar.xz with its SHA-256, and the source.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
root=$PWD/.build-static/dist/peach-$version
rm -rf "$root"
packaging/tree.sh "$program" "$root" "$root/share/doc/peach"
packaging/libraries.sh "$program" "$root/lib"
packaging/licences.sh "$root/share/doc/peach/third-party" "$root/lib"
cp LICENSE "$root/"
glibc=$(packaging/glibc.sh "$root"/bin/* "$root"/lib/*)
name=peach-$version-linux-$(uname -m)-glibc$glibc.tar.xz
tar -C "$root/.." --owner=0 --group=0 --sort=name -cf - "peach-$version" | xz -9 -T1 > ".build-static/$name"
packaging/source.sh
(cd .build-static && sha256sum "$name" "peach-$version-source.tar.xz" | tee "peach-$version.sha256")
