# Peach: `make demo` simulates the main experiment and reports it, `make test` runs the tests. Both install what is missing.

SWIFT ?= swift
BUILD := $(SWIFT) build -c release
# What a Debian machine needs beside Swift: GSL, libsndfile and SQLite with their headers, pkg-config to find them, aplay, and
# gnuplot for figures; Python 3 for the programs of experiments/process, which the tests start.
PACKAGES := libgsl-dev libsndfile1-dev libsqlite3-dev pkg-config alsa-utils gnuplot-nox python3
SOURCES := Package.swift Sources Tests Benchmarks experiments/own-kinds

# The program names its commit, with + if the sources were changed. Archives of the sources have none.
PEACH_COMMIT ?= $(shell git describe --always --match= --abbrev=8 --dirty=+ 2>/dev/null)
export PEACH_COMMIT := $(PEACH_COMMIT)

# `make install` puts the program, its manual pages and what shells complete below PREFIX. Packagers set DESTDIR, which stands
# before PREFIX. PROGRAM=FILE installs a program that is built already. All three may have spaces and quotes in their names: recipes
# read them from the environment, because functions of make break names at spaces.
PREFIX ?= /usr/local
# Not every shell expands the ~ of PREFIX=~/.local.
override PREFIX := $(subst ::start::,,$(subst ::start::~/,$(HOME)/,::start::$(PREFIX)))
BUILT := .build/release/peach
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export PREFIX := $(PREFIX)
install: export PROGRAM := $(or $(PROGRAM),$(BUILT))

# Packages contain a program with fewer libraries; PROGRAM=FILE packs one that is built already.
STATIC := .build-static/peach
deb dist wheel: export PROGRAM := $(or $(PROGRAM),$(STATIC))

.PHONY: program serve deb dist wheel try-packages test-python install uninstall demo figures test test-all test-published test-own-kinds test-soundfonts test-sounds test-classics test-study test-live test-pages test-serve test-serve-load test-datasets test-notebooks test-slurm fuzz \
  sanitize soak bench format packages check-format

demo: packages
	$(BUILD) --product peach
	.build/release/peach simulate experiments/strategy-comparison.yaml
	.build/release/peach report strategy-comparison.sqlite --figures strategy-comparison --force

program: packages
	$(BUILD) --product peach

# The listener's page. Its program contains a web server, which takes minutes to build, so no other target builds it.
serve: program
	$(BUILD) --product peach-serve

# The program itself makes the pages and completions. peach-serve, the program of the listener's page, lies next to it.
install: $(if $(PROGRAM),,serve)
	install -d "$$DESTDIR$$PREFIX/bin" "$$DESTDIR$$PREFIX/share/man/man1" "$$DESTDIR$$PREFIX/share/bash-completion/completions" \
	  "$$DESTDIR$$PREFIX/share/zsh/site-functions" "$$DESTDIR$$PREFIX/share/fish/vendor_completions.d"
	install -m 755 "$$PROGRAM" "$$DESTDIR$$PREFIX/bin/peach"
	page="$$(dirname "$$PROGRAM")/peach-serve"; \
	  [ ! -x "$$page" ] || install -m 755 "$$page" "$$DESTDIR$$PREFIX/bin/peach-serve"
	"$$PROGRAM" manual "$$DESTDIR$$PREFIX/share/man/man1"
	"$$PROGRAM" --generate-completion-script bash > "$$DESTDIR$$PREFIX/share/bash-completion/completions/peach"
	"$$PROGRAM" --generate-completion-script zsh > "$$DESTDIR$$PREFIX/share/zsh/site-functions/_peach"
	"$$PROGRAM" --generate-completion-script fish > "$$DESTDIR$$PREFIX/share/fish/vendor_completions.d/peach.fish"

# Files for users without Swift; packaging/README.md explains them.
deb: packages-for-packages $(if $(PROGRAM),,static)
	packaging/deb.sh "$$PROGRAM"

dist: packages-for-packages $(if $(PROGRAM),,static)
	packaging/dist.sh "$$PROGRAM"

wheel: packages-for-packages $(if $(PROGRAM),,static)
	python3 -m venv .build-python/wheel
	.build-python/wheel/bin/pip install -q hatchling==1.33.0
	packaging/wheel.sh "$$PROGRAM" .build-python/wheel/bin/python

.PHONY: static packages-for-packages
static: packages
	packaging/program.sh

packages-for-packages:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv binutils chrpath dpkg-dev lintian curl xz-utils libicu-dev"

# The deb, the tar file and the wheel, from bare systems to a report or a figure.
try-packages:
	$(MAKE) packages PACKAGES="$(PACKAGES) debootstrap bc"
	$$([ "$$(id -u)" -eq 0 ] || echo sudo) packaging/try.sh bookworm trixie

uninstall:
	rm -f "$$DESTDIR$$PREFIX/bin/peach" "$$DESTDIR$$PREFIX/bin/peach-serve" "$$DESTDIR$$PREFIX/share/man/man1/peach.1" "$$DESTDIR$$PREFIX"/share/man/man1/peach-*.1 \
	  "$$DESTDIR$$PREFIX/share/bash-completion/completions/peach" "$$DESTDIR$$PREFIX/share/zsh/site-functions/_peach" \
	  "$$DESTDIR$$PREFIX/share/fish/vendor_completions.d/peach.fish"

test: packages check-format
	$(BUILD) --build-tests
	$(SWIFT) test -c release --skip-build --parallel

# The long ones too: PEACH_TEST_LONG=1 widens what the tests of published tables draw.
test-all: packages check-format
	$(BUILD) --build-tests
	PEACH_TEST_LONG=1 $(SWIFT) test -c release --skip-build --parallel
	$(MAKE) test-published
	$(MAKE) test-own-kinds
	$(MAKE) test-soundfonts
	$(MAKE) test-sounds
	$(MAKE) test-classics
	$(MAKE) test-study
	$(MAKE) test-live
	$(MAKE) test-pages
	$(MAKE) test-serve
	$(MAKE) test-datasets
	$(MAKE) test-notebooks
	$(MAKE) test-python
	$(MAKE) test-slurm

# What others printed, found again: every value within its stated tolerance, or apart for the reason stated.
test-published: packages
	$(BUILD) --product peach
	.build/release/peach reproduce experiments/published/*.yaml

# A package with a strategy and a listener of its own, built, tested and run like the package of a user.
test-own-kinds: packages
	$(SWIFT) build -c release --package-path experiments/own-kinds
	$(SWIFT) test -c release --package-path experiments/own-kinds

# The sounds again, with presets of SoundFonts; in a folder of its own, so that the usual build stays as it is.
test-soundfonts:
	$(MAKE) packages PACKAGES="$(PACKAGES) libfluidsynth-dev timgm6mb-soundfont"
	$(SWIFT) test -c release --traits SoundFonts --scratch-path .build-soundfonts --filter SoundTests --filter HearingTests --filter ListTests

# Composed sounds are measured by numpy and scipy, in an environment of Python of their own.
test-sounds:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv"
	$(BUILD) --product peach
	python3 -m venv .build-python/sounds
	.build-python/sounds/bin/pip install -q numpy==2.4.6 scipy==1.17.1
	.build-python/sounds/bin/python Tests/sounds.py .build/release/peach

# Every classic experiment through the whole program: simulated, run, heard, fitted and rendered.
test-classics: packages
	$(BUILD) --product peach
	python3 Tests/classics.py .build/release/peach

# One study with everything in it: simulated listeners who are killed, persons at terminals, a data set, fits.
test-study:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv"
	$(BUILD) --product peach
	python3 -m venv .build-python/study
	.build-python/study/bin/pip install -q frictionless==5.21.0 bids-validator-deno==3.0.2 pyte==0.8.2
	.build-python/study/bin/python Tests/study.py .build/release/peach

# Live sessions in real time, which need an idle machine.
test-live:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv pulseaudio pulseaudio-utils libasound2-plugins"
	$(BUILD) --product peach
	python3 -m venv .build-python/live
	.build-python/live/bin/pip install -q numpy==2.4.6 pyte==0.8.2
	.build-python/live/bin/python Tests/live.py .build/release/peach heard stalls pauses onsets backups

# The Python package: its types, its functions next to the commands, and its notebook.
test-python:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv"
	$(if $(PROGRAM),,$(BUILD) --product peach)
	python3 -m venv .build-python/package
	.build-python/package/bin/pip install -q -r python/tests/requirements.txt -e python
	.build-python/package/bin/mypy --config-file python/pyproject.toml python/src python/tests python/wheel_tag.py
	cd python && PEACH=$(abspath $(or $(PROGRAM),$(BUILT))) ../.build-python/package/bin/pytest -q

# The figures of README and docs; a test compares them with the committed files.
figures:
	$(MAKE) packages PACKAGES="$(PACKAGES) chromium"
	$(BUILD) --product peach
	docs/figures/make.sh .build/release/peach docs/figures screen

# Reports are looked at by a validator, a browser and axe-core, in an environment of Python of their own.
test-pages:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv chromium"
	$(BUILD) --product peach
	python3 -m venv .build-python/pages
	.build-python/pages/bin/pip install -q html5lib==1.1 axe-core-python==0.1.0 playwright==1.65.2
	.build-python/pages/bin/python Tests/pages.py .build/release/peach

# A browser goes through all screens of the listener's page, in an environment of Python of its own.
test-serve: serve
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv chromium pulseaudio pulseaudio-utils"
	python3 -m venv .build-python/serve
	.build-python/serve/bin/pip install -q axe-core-python==0.1.0 playwright==1.65.2 numpy==2.4.6
	.build-python/serve/bin/python Tests/serve.py .build/release
	PEACH_LOAD_LISTENERS=20 PEACH_LOAD_SECONDS=10 PEACH_LOAD_REQUESTS=4000 python3 Tests/serve_load.py .build/release

# The whole load: 200 listeners for a minute, a million requests, 100 kills. It needs an idle machine and takes an hour.
test-serve-load: serve
	python3 Tests/serve_load.py .build/release
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv chromium"
	python3 -m venv .build-python/serve
	.build-python/serve/bin/pip install -q axe-core-python==0.1.0 playwright==1.65.2 numpy==2.4.6
	PEACH_SERVE_PARTS=kills PEACH_SERVE_KILLS=100 .build-python/serve/bin/python Tests/serve.py .build/release

# Data sets are checked by the validator of others, in an environment of Python of their own.
test-datasets:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv"
	$(BUILD) --product peach
	python3 -m venv .build-python/datasets
	.build-python/datasets/bin/pip install -q frictionless==5.21.0 bids-validator-deno==3.0.2
	.build-python/datasets/bin/python Tests/datasets.py .build/release/peach

# Notebooks are run in a clean environment with the packages that they state, and again with the Python package of Peach.
test-notebooks:
	$(MAKE) packages PACKAGES="$(PACKAGES) python3-venv"
	$(BUILD) --product peach
	python3 -m venv --clear .build-python/notebooks
	.build-python/notebooks/bin/pip install -q -r notebooks-export/strategy-comparison/requirements.txt nbclient==0.11.0 \
	  nbformat==5.11.1 ipykernel==7.4.0
	.build-python/notebooks/bin/python Tests/notebooks.py .build/release/peach
	.build-python/notebooks/bin/pip install -q ./python
	PEACH=$(abspath .build/release/peach) .build-python/notebooks/bin/python Tests/notebooks.py .build/release/peach

# A job array of a Slurm that is this machine alone, held against a single run.
test-slurm:
	$(MAKE) packages PACKAGES="$(PACKAGES) slurm-wlm munge"
	$(BUILD) --product peach
	$$([ "$$(id -u)" -eq 0 ] || echo sudo) Tests/slurm.sh .build/release/peach

# Every reader is given what libFuzzer thinks of, MINUTES in all; in folders of its own, so that no other build is slower.
fuzz: packages
	$(BUILD) --product peach
	PEACH_FUZZ=1 $(BUILD) --scratch-path .build-fuzz --product peach-fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld -Xcc -fsanitize=fuzzer-no-link,address
	Tests/Fuzzing/fuzz.sh $(MINUTES)

MINUTES ?= 10

# The whole suite under one sanitizer after the other, each in a folder of its own.
sanitize: packages
	Tests/sanitize.sh

# One live session of 10^6 trials and one simulation of 10^7 runs: memory flat, time linear.
soak: packages
	$(BUILD) --product peach
	Tests/soak.py .build/release/peach

bench: packages
	$(BUILD) --product peach
	$(BUILD) --product peach-bench
	.build/release/peach-bench

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

check-format:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

# Installs the Debian packages that are missing, with sudo if you are not root. Without sudo or apt-get it says what to install.
packages:
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  if ! command -v apt-get >/dev/null; then \
	    echo "Peach needs these Debian packages, and apt-get is not there to install them:$$missing" >&2; \
	    echo "Install them, or what your system has in their place, and run make again." >&2; exit 1; \
	  fi; \
	  sudo=; [ "$$(id -u)" -eq 0 ] || sudo=sudo; \
	  if [ -n "$$sudo" ] && ! command -v sudo >/dev/null; then \
	    echo "Peach needs Debian packages that only root can install, and sudo is not there. Run this as root, and make again:" >&2; \
	    echo "  apt-get update && apt-get install$$missing" >&2; exit 1; \
	  fi; \
	  echo "installing with apt-get:$$missing"; \
	  $$sudo apt-get update -qq && $$sudo apt-get install -y -qq $$missing; \
	fi
