#!/usr/bin/env bash
# Builds .build-static/peach and peach-serve: Swift runtime, GSL and SQLite inside, stripped. See README.md, "How the program is linked".
set -euo pipefail
cd "$(dirname "$0")/.."
link=$PWD/.build-static/link
mkdir -p "$link"
libraries=$(pkg-config --variable=libdir gsl)
for library in gsl gslcblas sqlite3; do ln -sf "$libraries/lib$library.a" "$link/"; done

cat > "$link/gsl.pc" <<END
Name: GSL
Description: GNU Scientific Library, static
Version: $(pkg-config --modversion gsl)
Libs: -L$link -lgsl -lgslcblas -lm
Cflags: $(pkg-config --cflags gsl)
END
cat > "$link/sndfile.pc" <<END
Name: sndfile
Description: libsndfile, after the folder of static libraries
Version: $(pkg-config --modversion sndfile)
Libs: -L$link $(pkg-config --libs sndfile)
Cflags: $(pkg-config --cflags sndfile)
END

# A path of the old kind also holds for the libraries that libsndfile needs.
for program in peach peach-serve; do
  PKG_CONFIG_PATH=$link ${SWIFT:-swift} build -c release --static-swift-stdlib --scratch-path .build-static/build --product "$program" \
    -Xlinker -s -Xlinker --disable-new-dtags -Xlinker -rpath -Xlinker '$ORIGIN/../lib'
  cp ".build-static/build/release/$program" ".build-static/$program"

  # Nothing else may be linked: every other library is one more that a system may lack.
  others=$(readelf -d ".build-static/$program" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libsndfile\.so\.1|lib(c|m|gcc_s|stdc\+\+)\.so\.[0-9]+|ld-linux.*)$' || true)
  if [ -n "$others" ]; then
    echo "$program links libraries that it should not:" $others >&2
    exit 1
  fi
done
