#!/usr/bin/env bash
# tree.sh PROGRAM PREFIX DOCUMENTS: installs the program below PREFIX, and documents, examples and licences in DOCUMENTS.
set -euo pipefail
program=$(realpath "$1")
[ -x "$(dirname "$program")/peach-serve" ] || { echo "peach-serve is missing next to $program" >&2; exit 1; }
prefix=$(realpath -m "$2") documents=$(realpath -m "$3")
cd "$(dirname "$0")/.."
make -s install PROGRAM="$program" PREFIX="$prefix" DESTDIR=
find "$prefix/share/man" -name '*.1' -exec gzip -9nf {} +
# The layout of the project, so that links between the pages lead somewhere.
mkdir -p "$documents"
git ls-files -z README.md VALIDATION.md CONTRIBUTING.md CHANGELOG.md CITATION.cff docs experiments notebooks-export/README.md \
  Sources/PeachStrategies/Strategies.docc python/tour.ipynb | grep -zvE '\.swift$|/\.gitignore$' |
  while IFS= read -r -d '' file; do install -D -m 644 "$file" "$documents/$file"; done
ln -sfn experiments "$documents/examples"
packaging/licences.sh "$documents/third-party"
version=$("$program" --version)
cat > "$documents/SOURCE" <<END
$version

Peach is free software under the GNU General Public License, version 3 or later. The complete source of this program is the file
peach-$(packaging/version.sh)-source.tar.xz. It lies next to this package wherever the maintainers offer it. If you received the package from
somebody else, ask them for that file: the licence obliges them to give it to you. The folder third-party has the licences of the
libraries inside the program.
END
