#!/usr/bin/env bash
# deb.sh PROGRAM: writes .build-static/peach_VERSION_ARCH.deb and checks it with lintian.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$(packaging/version.sh)
architecture=$(dpkg --print-architecture)
root=$PWD/.build-static/deb
rm -rf "$root"
documents=$root/usr/share/doc/peach
packaging/tree.sh "$program" "$root/usr" "$documents"
chrpath -d "$root/usr/bin/peach" "$root/usr/bin/peach-serve" > /dev/null
sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/peach"
gzip -9nc CHANGELOG.md > "$documents/NEWS.gz"
gzip -9n > "$documents/changelog.gz" <<END
peach ($version) unstable; urgency=medium

  * See NEWS.gz in this folder.

 -- $(sed -n 's/^Maintainer: //p' packaging/control.in)  $(git log -1 --format=%cD)
END
install -m 644 packaging/copyright "$documents/copyright"
install -D -m 644 packaging/lintian-overrides "$root/usr/share/lintian/overrides/peach"
glibc=$(packaging/glibc.sh "$root/usr/bin/peach" "$root/usr/bin/peach-serve")
size=$(du -sk "$root" | cut -f1)
mkdir "$root/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" -e "s/@GLIBC@/$glibc/" \
  packaging/control.in > "$root/DEBIAN/control"
(cd "$root" && find usr -type f -exec md5sum {} + | sort -k 2 > DEBIAN/md5sums)
find "$root" -type d -exec chmod 755 {} +
deb=.build-static/peach_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz -z9 --build "$root" "$deb" > /dev/null
lintian --fail-on error "$deb"
ls -l "$deb"
