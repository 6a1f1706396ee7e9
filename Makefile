# Two commands: `make run` and `make test`. `make run ARGS="list"` passes arguments on.

SWIFT ?= swift
ARGS ?=
ROUNDS ?= 100
FORMATTED = Sources Tests Flows Samples Package.swift
# Linked into the binary, Swift's libraries cost half the time to the first prompt. Nobody looks up
# symbols in it, which a static program has by default: they are more than a megabyte. Addresses that
# are adjusted at the start take two more, unless in a form that C libraries read from 2.36 on. With a
# section for each function, what nothing calls is left out, and what is alike is there once: four more.
STATIC := $(shell test -d "$$(dirname "$$(command -v $(SWIFT))")/../lib/swift_static" \
 && echo --static-swift-stdlib -Xlinker --no-export-dynamic \
 && getconf GNU_LIBC_VERSION | awk '{ split($$2, version, "."); exit !(version[1] > 2 || version[2] >= 36) }' \
 && echo -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all)
# A third of ICU's data is encodings, dictionaries and the like that none of our programs looks for: ten more.
STATIC += $(if $(findstring lld,$(STATIC)),$$(sh Sources/Building/LocaleDataCutter/locale-data.sh \
 $(SWIFT) .build/locale-data))
# C++'s library, which Swift's needs, is linked in as well: a folder with its archive alone is looked into first.
STATIC += $(if $(findstring lld,$(STATIC)),$$(cxx=$$("$$(dirname "$$(command -v $(SWIFT))")/clang" \
 -print-file-name=libstdc++.a); test -f "$$cxx" && mkdir -p .build/cxx && ln -sf "$$cxx" .build/cxx/ \
 && echo -Xlinker -L.build/cxx))
# What runs up to the first prompt lies together, or each function of it is read with its neighbours: ten more. So
# does what an answer over HTTP runs.
START_ORDER = Sources/Building/StartOrder/start-order.txt
STATIC += $(if $(findstring lld,$(STATIC)),-Xlinker --symbol-ordering-file=$(START_ORDER) \
 -Xlinker --no-warn-symbol-ordering)
# What the build links; the tests type at a terminal with pexpect, look at it with pyte and set the
# manual page with groff, check it with mandoc, and complete words in fish and zsh. Documents ask a server
# with curl.
PACKAGES = libedit-dev libpq-dev libsqlite3-dev pkg-config
TEST_PACKAGES = curl fish groff-base mandoc python3 python3-pexpect python3-pyte zsh
# What walks pages as people's browsers do.
WEB_PACKAGES = chromium chromium-driver default-jre-headless python3-selenium python3-venv
# What puts load on the sandbox.
LOAD_PACKAGES = python3 wrk
# What keeps the sessions of several machines.
CLUSTER_PACKAGES = postgresql
# What sees each function that runs.
PROFILE_PACKAGES = binutils python3 python3-pexpect valgrind

.PHONY: run serve cluster sandbox openapi test-web test-clients test-cluster test-mcp test test-long test-busy snapshots film pictures crash lint docs links bench bench-sandbox bench-web bench-books bench-postgres start-order fuzz fuzz-terminal fuzz-web walks explore sanitize man install place uninstall toolchain setup setup-web setup-clients setup-cluster setup-test setup-docs setup-load setup-profile

# Builds one program, and says so: the first time it takes minutes.
build = echo "Building $(1); the first time this takes some minutes." >&2 && \
  $(SWIFT) build -c release --product $(1) $(STATIC) 1>&2
# A bank or books with an address are reached by a companion, so that nobody else builds the network.
NAMED = $(subst --bank embedded,,$(subst --bank=embedded,,$(ARGS)))
NAMES_ADDRESS = $(findstring --bank,$(NAMED))$(findstring --books ,$(NAMED))$(findstring --books=,$(NAMED))

run: setup
	@$(call build,flowline)
	@$(if $(NAMES_ADDRESS),$(call build,flowline-online))
	@"$$($(SWIFT) build -c release --show-bin-path)/flowline" $(ARGS)

# The flows as pages and as an API, for browsers on this machine: make serve ARGS="--port 8080".
SERVED ?= .build/served

serve: setup
	@$(call build,flowline-serve)
	@exec "$$($(SWIFT) build -c release --show-bin-path)/flowline-serve" --data "$(SERVED)" $(ARGS)

# Three nodes over a PostgreSQL of their own, and a balancer, on this machine: a thousand sessions are walked
# through them, each call at another node, and what an answer cost is told. ARGS="--keep" leaves it running.
cluster: setup-cluster
	@$(call build,flowline-serve)
	@FLOWLINE_SERVE="$$($(SWIFT) build -c release --show-bin-path)/flowline-serve" \
	  exec python3 -B Tests/Cluster/cluster.py $(ARGS)

# Writes the API's document anew, as the server makes it.
openapi: setup-docs
	@$(SWIFT) build --product flowline-serve 1>&2
	@python3 -B Documentation/openapi.py "$$($(SWIFT) build --show-bin-path)/flowline-serve" \
	  > Documentation/openapi.json.new && mv Documentation/openapi.json.new Documentation/openapi.json

# A provider's API on this machine: make sandbox ARGS="--data DIR --token-file FILE --seed sample" for a
# bank's, ARGS="books --data DIR" for a bookkeeping service's.
sandbox: setup
	@$(call build,flowline-sandbox)
	@exec "$$($(SWIFT) build -c release --show-bin-path)/flowline-sandbox" $(ARGS)

# So many tests run at once: all at once they would hold more files open than many systems allow. Noting
# where each error is thrown, also those that are expected, takes a fifth of the processor's time.
TESTS_AT_ONCE ?= 8
TESTING = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TESTS_AT_ONCE) \
  SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

test: setup-test
	@echo "Building every test; the first time this takes some minutes." >&2
	$(TESTING) $(SWIFT) test

# More seeds, rounds and positions of the tests that go through many. DOCUMENT=FILE holds the project's
# document of the bank's API, and the sandbox's answers, against the bank's own as well; without it the test
# of that fails.
test-long: setup-test
	FLOWLINE_LONG=1 $(if $(DOCUMENT),FLOWLINE_BANK_DOCUMENT="$(abspath $(DOCUMENT))") \
	  $(TESTING) $(SWIFT) test

# The pages of the bank and the books in Chromium, with a script and without: what a person does, the flows'
# recorded scripts (FEATURE=test_tabs for some of it, SEED=… for the same order again, WORKERS=1 for one class of
# tests after the other, HEADED=1 to look on); held against WCAG 2.2 AA by axe-core and against the HTML rules by
# the validator of the W3C; the API's document by a validator, and the API by requests that schemathesis makes of
# it. axe-core, the validators and schemathesis come from PyPI, into .build.
test-web: setup-web
	@$(SWIFT) build --product flowline-serve 1>&2
	@sh Tests/Web/tools.sh .build/web
	@FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve" sh -c '\
	  cd Tests/Web && for python in python3 /usr/bin/python3; do \
	    "$$python" -c "import selenium" 2>/dev/null || continue; \
	    exec "$$python" -B chromium.py --axe ../../.build/web/axe.min.js \
	      --validator ../../.build/web/vnu.jar $(ARGS); \
	  done; echo "python3-selenium is needed" >&2; exit 1'
	@GALLERY="$(CURDIR)/.build/web/gallery" $(SWIFT) test --filter GalleryTests 1>&2
	@FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve" \
	  FLOWLINE_WEB_LEFT=.build/web/left /usr/bin/python3 -B Tests/Web/Features/run.py $(FEATURE)
	@cd Tests/Web && /usr/bin/python3 -B gallery.py ../../.build/web/gallery \
	  --axe ../../.build/web/axe.min.js --validator ../../.build/web/vnu.jar
	@FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve" \
	  python3 -B Tests/Web/contract.py .build/web

# Programs from PyPI that were written for the bookkeeping service, unchanged, against its sandbox.
test-clients: setup-clients
	@$(SWIFT) build --product flowline-sandbox 1>&2
	@sh Tests/BooksSandboxTests/Sessions/tools.sh .build/clients
	@FLOWLINE_SANDBOX="$$($(SWIFT) build --show-bin-path)/flowline-sandbox" \
	  .build/clients/bin/python -B Tests/BooksSandboxTests/Sessions/clients.py

# Clients of the Model Context Protocol from PyPI, in each of their ways, over both transports: they walk the
# recorded sessions of the bank and the books, and each message is held against the published types; the
# requirements of the protocol's conformance suite are tried one by one.
# FEATURE=new/test_faults for some of it.
test-mcp: setup-clients
	@$(SWIFT) build --product flowline-serve 1>&2
	@sh Tests/MCP/tools.sh .build/mcp
	@FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve" \
	  sh Tests/MCP/run.sh .build/mcp $(FEATURE)

# A cluster whose nodes are killed, frozen and replaced, whose database crashes, freezes and is lost to its
# standby, and whose network and clients' network fail, for MINUTES: nothing is lost, done twice or mixed up.
# It prints its seed; `SEED=… make test-cluster` disturbs it alike.
MINUTES ?= 5

test-cluster: setup-cluster
	@$(SWIFT) build --product flowline-serve 1>&2
	@export FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve"; \
	  (cd Tests/Cluster && python3 -B -m unittest && python3 -B -m unittest disturbed) && \
	  python3 -B Tests/Cluster/run.py --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(ARGS)

# The tests RUNS times beside a busy loop on every core, and once being paused 300 ms in a cycle.
# FILTER chooses some of them; with RELEASE=1 they are optimised, as what is shipped is, and run in two thirds
# of the time.
RUNS ?= 10
OPTIMIZED = $(if $(RELEASE),-c release -Xswiftc -enable-testing)

test-busy: setup-test
	$(SWIFT) build --build-tests $(OPTIMIZED)
	@$(TESTING) SWIFT="$(SWIFT)" \
	  python3 -B Tests/busy.py --runs $(RUNS) $(if $(FILTER),--filter "$(FILTER)") -- $(OPTIMIZED)

# Writes the files of Tests/Screen/Snapshots anew, and what documents print of programs: look at what git
# says has changed in them.
snapshots: setup-test
	SNAPSHOTS=write $(SWIFT) test --filter "^SessionTests\.(ScreenSessions|DocumentSessions)/"

# Films the walk that README shows, at a real terminal; what draws the film comes from PyPI.
film: setup-test
	@$(call build,flowline)
	@for python in python3 /usr/bin/python3; do \
	  "$$python" -c "import pexpect, pyte" 2>/dev/null || continue; \
	  exec "$$python" -B Documentation/film.py "$$($(SWIFT) build -c release --show-bin-path)/flowline"; \
	done; exit 1

# Takes the pictures of pages that README and the documentation of FlowlineWeb show.
pictures: setup-web
	@$(SWIFT) build --product flowline-serve 1>&2
	@FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve" \
	  /usr/bin/python3 -B Documentation/pictures.py

# Each figure beside its bare operation, in turn in one run; syncs are counted, the last two tables
# are of a real terminal. prompt_toolkit and questionary are measured beside where they can be had.
bench: setup-test
	$(SWIFT) build -c release --product EngineBenchmarks $(STATIC)
	$(SWIFT) build -c release --product SQLiteBenchmarks $(STATIC)
	$(SWIFT) build -c release --product flowline $(STATIC)
	@bin=$$($(SWIFT) build -c release --show-bin-path); "$$bin/EngineBenchmarks" $(ARGS); \
	  "$$bin/SQLiteBenchmarks"; \
	  python3 Sources/Benchmarks/syncs_per_answer.py "$$bin/EngineBenchmarks" "$$bin/SQLiteBenchmarks"; \
	  NO_COLOR=1 python3 Sources/Benchmarks/start_to_prompt.py --prompt "flowline> " "$$bin/flowline"; \
	  python3 Sources/Benchmarks/beside_peers.py "$$bin/flowline"

# Reads and transfers a second that the sandbox holds, beside what SQLite commits; DURATION is in
# seconds, a measurement.
DURATION ?= 20

bench-sandbox: setup-load
	$(SWIFT) build -c release --product flowline-sandbox $(STATIC)
	@python3 Sources/Benchmarks/sandbox_load.py --seconds $(DURATION) $(ARGS) \
	  "$$($(SWIFT) build -c release --show-bin-path)/flowline-sandbox"

# What a host of many sessions holds: durable answers over HTTP beside the same server answering a constant
# and making a bare insert; WALKED sessions at once; PARKED sessions that nobody calls.
# ARGS="--seconds 20 --rounds 5" measures longer.
WALKED ?= 100000
PARKED ?= 1000000

bench-web: setup-load
	$(SWIFT) build -c release --product HostBenchmarks $(STATIC)
	@bin="$$($(SWIFT) build -c release --show-bin-path)/HostBenchmarks"; \
	  "$$bin" answers && "$$bin" walk $(WALKED) && "$$bin" park $(PARKED) && \
	  python3 -B Sources/Benchmarks/web_load.py $(ARGS) "$$bin"

# What explaining costs a company with years of books, each figure beside its bare operation.
bench-books: setup-test
	$(SWIFT) build -c release --product BooksBenchmarks $(STATIC)
	@"$$($(SWIFT) build -c release --show-bin-path)/BooksBenchmarks"

# Answers of a host over PostgreSQL beside pgbench making the same rows; then what an answer costs a
# PostgreSQL, and what becomes of races and deaths, beside others that keep sessions there; they come from
# PyPI, into .build. LOAD="--seconds 5 --rounds 3" loads for a shorter time.
bench-postgres: setup-cluster
	$(SWIFT) build -c release --product HostBenchmarks $(STATIC)
	@$(call build,flowline-serve)
	@bin=$$($(SWIFT) build -c release --show-bin-path); \
	  python3 -B Sources/Benchmarks/postgres_load.py $(LOAD) "$$bin/HostBenchmarks" && \
	  python3 -B Sources/Benchmarks/beside_postgres_peers.py $(ARGS) "$$bin/flowline-serve"

# Looks anew at what runs up to the first prompt and a key, and for an answer over HTTP, and writes it down for the
# linker. Functions that are new since cost memory at the first prompt, which `make bench` measures, and time for
# an answer, which `make bench-web` does. The programs are removed: a build links them anew only if something else
# than the order has changed, or if they are not there.
start-order: setup-profile
	@$(call build,flowline)
	@$(call build,HostBenchmarks)
	@bin="$$($(SWIFT) build -c release --show-bin-path)"; \
	  python3 -B $(dir $(START_ORDER))start_order.py "$$bin/flowline" "$$bin/HostBenchmarks" && \
	  rm "$$bin/flowline" "$$bin/HostBenchmarks"

# Where what is installed has its place; the manual page and the completions are printed by the program that
# they are of.
PREFIX ?= /usr/local
DESTDIR ?=
INSTALLED = $(DESTDIR)$(PREFIX)
INSTALLED_PROGRAMS = flowline flowline-online flowline-serve
MAN = share/man/man1/flowline.1
COMPLETIONS = bash:share/bash-completion/completions/flowline zsh:share/zsh/site-functions/_flowline \
  fish:share/fish/vendor_completions.d/flowline.fish

man: setup
	@$(call build,flowline)
	@"$$($(SWIFT) build -c release --show-bin-path)/flowline" manual $(ARGS)

# The companions are looked for beside the command first. The sandbox is for trying, and `make sandbox` runs it.
install: setup
	@$(call build,flowline)
	@$(call build,flowline-online)
	@$(call build,flowline-serve)
	@$(MAKE) --no-print-directory place BUILT="$$($(SWIFT) build -c release --show-bin-path)"

# What `install` does once the programs are built, in the folder BUILT. Everybody may read and run what is
# installed, also if files that this user makes are usually private.
place:
	@test -x "$(BUILT)/flowline" || { echo "BUILT=FOLDER names the folder of the programs." >&2; exit 1; }
	@set -e; umask 022; root="$(INSTALLED)"; \
	  for program in $(INSTALLED_PROGRAMS); do \
	    install -D -m 755 "$(BUILT)/$$program" "$$root/bin/$$program"; \
	  done; \
	  for one in $(COMPLETIONS); do \
	    file="$$root/$${one#*:}"; install -d "$${file%/*}"; \
	    "$(BUILT)/flowline" completion "$${one%%:*}" > "$$file"; \
	  done; \
	  file="$$root/$(MAN)"; install -d "$${file%/*}"; \
	  "$(BUILT)/flowline" manual --lang en > "$$file"

uninstall:
	@for file in $(addprefix bin/,$(INSTALLED_PROGRAMS)) $(MAN) \
	  $(foreach one,$(COMPLETIONS),$(lastword $(subst :, ,$(one)))); do \
	  rm -f "$(INSTALLED)/$$file" || exit 1; \
	done

# The script reader against inputs that libFuzzer makes of the flows' own scripts. What it finds
# interesting stays in FUZZ_CORPUS; what breaks the reader, in FUZZ_FOUND.
SECONDS ?= 60
FUZZ_CORPUS ?= .build/fuzz/corpus
FUZZ_FOUND ?= .build/fuzz/found
FUZZ_SEEDS = $(wildcard Flows/*/*/Scripts Tests/FlowlineTestingTests/Scripts)

fuzz: setup
	FLOWLINE_FUZZ=1 $(SWIFT) build -c release --product ScriptFuzz --scratch-path .build/fuzz \
	  --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=address,fuzzer \
	  -Xswiftc -sanitize-coverage=edge,trace-cmp,inline-8bit-counters \
	  -Xswiftc -enable-testing -Xswiftc -parse-as-library -Xswiftc -use-ld=lld
	@mkdir -p $(FUZZ_CORPUS) $(FUZZ_FOUND)
	SWIFT_BACKTRACE=enable=no .build/fuzz/release/ScriptFuzz -max_total_time=$(SECONDS) \
	  -max_len=2048 -timeout=10 -rss_limit_mb=1024 -dict=Tests/ScriptFuzz/script.dict \
	  -artifact_prefix=$(FUZZ_FOUND)/ -print_final_stats=1 $(FUZZ_CORPUS) $(FUZZ_SEEDS)

# Random keys, sequences, pastes, windows and signals for the line editor at a pseudo-terminal. It
# prints its seed; `SEED=… make fuzz-terminal` makes the same events again.
EVENTS ?= 100000

fuzz-terminal: setup-test
	$(SWIFT) build --product LineEditorProbe
	@export LINE_EDITOR_PROBE="$$($(SWIFT) build --show-bin-path)/LineEditorProbe"; \
	  for python in python3 /usr/bin/python3; do \
	    "$$python" -c "import pexpect, pyte" 2>/dev/null || continue; \
	    exec "$$python" -B Tests/Terminal/fuzz.py --events $(EVENTS) $(if $(SEED),--seed $(SEED)); \
	  done; exit 1

# Requests of two customers against the pages and the API, mutated from good ones, for SECONDS=60. It
# prints its seed; `SEED=… make fuzz-web` makes the same requests again.
fuzz-web: setup-test
	$(SWIFT) build --product flowline-serve
	@FLOWLINE_SERVE="$$($(SWIFT) build --show-bin-path)/flowline-serve" \
	  python3 -B Tests/Web/fuzz.py --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Random flows, walked at random, against a plain model: `make walks WALKS=100000`. A failure prints
# the least walk that fails and its seed; `FLOWLINE_SEED=… make walks` walks that one again.
WALKS ?= 10000
# Random events against the engine alone, and sessions over a store that answers late.
ENGINE_EVENTS ?= 1000000

walks: setup-test
	FLOWLINE_WALKS=$(WALKS) FLOWLINE_EVENTS=$(ENGINE_EVENTS) \
	  $(SWIFT) test -c release -Xswiftc -enable-testing --scratch-path .build/walks \
	  --filter "RandomWalkTests|RandomEngineTests|LateRecordWalkTests"

# All sequences of inputs up to a length, over small plans, against the engine alone; and of events
# around orders, of two machines at one bank.
DEPTH ?= 8

explore: setup-test
	FLOWLINE_DEPTH=$(DEPTH) $(SWIFT) test -c release -Xswiftc -enable-testing \
	  --scratch-path .build/walks --filter "ExplorerTests"

# The tests of the engine, of the host and of the stores under the thread and the address sanitizer.
SANITIZED = --disable-xctest \
  --filter "^(FlowlineTests|FlowlineTestingTests|FlowlineHostTests|StoreTests)\."

sanitize: setup-test
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread-sanitizer.supp" \
	  $(SWIFT) test --sanitize=thread --scratch-path .build/thread $(SANITIZED)
	LSAN_OPTIONS="suppressions=$(CURDIR)/Tests/leak-sanitizer.supp:print_suppressions=0" \
	  $(SWIFT) test --sanitize=address --scratch-path .build/address $(SANITIZED)

# Kills the command at every call that writes or syncs, and then at random in ROUNDS rounds: first with the
# bank in it, then with the sandbox as its bank, which is killed at random as well. It prints its seed, and with
# the sandbox the length of a run in seconds, of which the moments to kill at are shares:
# `SEED=… ARGS="--length …" make crash` draws the same kills. Then the server is killed at every such call while
# pages and the API are walked, and writes of its fail.
crash: setup-docs
	$(SWIFT) build -c release --product flowline $(STATIC)
	$(SWIFT) build -c release --product flowline-online $(STATIC)
	$(SWIFT) build -c release --product flowline-sandbox $(STATIC)
	@FLOWLINE="$$($(SWIFT) build -c release --show-bin-path)/flowline"; export FLOWLINE; \
	  for bank in embedded sandbox; do \
	    python3 -B Tests/Crash/crash.py --bank $$bank --random $(ROUNDS) \
	      $(if $(SEED),--seed $(SEED)) $(ARGS) || exit 1; \
	  done
	$(SWIFT) build -c release --product flowline-serve $(STATIC)
	@FLOWLINE_SERVE="$$($(SWIFT) build -c release --show-bin-path)/flowline-serve" \
	  python3 -B Tests/Web/killing.py

lint: toolchain
	$(SWIFT) format lint --strict --recursive --parallel $(wildcard $(FORMATTED))

# One site with the documentation of every library, in .build/docs; a warning is an error.
docs: setup-docs
	@echo "Building the documentation; the first time this takes some minutes." >&2
	@python3 -B Documentation/site.py --swift "$(SWIFT)" .build/docs

# What each program may be built from; Swift's own manifest is what counts.
links: setup-docs
	$(SWIFT) package dump-package | python3 -B Tests/Package/links.py

# The Swift toolchain is no package of Debian's: it is only said how it is had.
toolchain:
	@command -v "$(firstword $(SWIFT))" >/dev/null || { echo "Swift 6.2 or later is needed, and “$(SWIFT)” is not in PATH." \
	  "Install it as https://www.swift.org/install says, or name it: make SWIFT=/path/to/swift." >&2; exit 1; }

setup: toolchain
	@PACKAGES="$(PACKAGES)" sh -c "$$SETUP"

setup-test: toolchain
	@PACKAGES="$(PACKAGES) $(TEST_PACKAGES) $(CLUSTER_PACKAGES)" sh -c "$$SETUP"

setup-docs: toolchain
	@PACKAGES="$(PACKAGES) python3" sh -c "$$SETUP"

setup-web: toolchain
	@PACKAGES="$(PACKAGES) $(TEST_PACKAGES) $(WEB_PACKAGES)" sh -c "$$SETUP"

setup-clients: toolchain
	@PACKAGES="$(PACKAGES) python3 python3-venv" sh -c "$$SETUP"

setup-cluster: toolchain
	@PACKAGES="$(PACKAGES) python3 python3-venv $(CLUSTER_PACKAGES)" sh -c "$$SETUP"

setup-load: toolchain
	@PACKAGES="$(PACKAGES) $(LOAD_PACKAGES)" sh -c "$$SETUP"

setup-profile: toolchain
	@PACKAGES="$(PACKAGES) $(PROFILE_PACKAGES)" sh -c "$$SETUP"

# How many seconds another program is waited for that is installing something.
APT_WAIT ?= 300

# Installs what is missing and says so; asks nobody's package manager where nothing is.
define SETUP
set -eu
has() {
  case "$$1" in
    pkg-config) command -v pkg-config >/dev/null ;;
    libedit-dev) pkg-config --exists libedit 2>/dev/null ;;
    libsqlite3-dev) pkg-config --exists sqlite3 2>/dev/null ;;
    libpq-dev) pkg-config --exists libpq 2>/dev/null ;;
    postgresql) ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && command -v psql >/dev/null ;;
    binutils) command -v nm >/dev/null && command -v strip >/dev/null ;;
    chromium | curl | fish | mandoc | python3 | valgrind | wrk | zsh) command -v "$$1" >/dev/null ;;
    chromium-driver) command -v chromedriver >/dev/null ;;
    default-jre-headless) command -v java >/dev/null ;;
    groff-base) command -v groff >/dev/null ;;
    python3-venv) python3 -c "import ensurepip, venv" 2>/dev/null ;;
    # What is not known by what it brings is asked for by its name.
    *) dpkg-query -W -f '$${Status}' "$$1" 2>/dev/null | grep -q "ok installed" ;;
  esac
}
# The modules of one Python: half of them in one and half in another help nobody.
has_modules() {
  for python in python3 /usr/bin/python3; do
    ! "$$python" -c "import $$(echo $$* | sed 's/python3-//g; s/ /, /g')" 2>/dev/null || return 0
  done
  return 1
}
missing= modules=
for package in $$PACKAGES; do
  case "$$package" in
    python3-venv) has "$$package" || missing="$$missing $$package" ;;
    python3-*) modules="$$modules $$package" ;;
    *) has "$$package" || missing="$$missing $$package" ;;
  esac
done
[ -z "$$modules" ] || has_modules $$modules || missing="$$missing$$modules"
[ -n "$$missing" ] || exit 0
if ! command -v apt-get >/dev/null; then
  echo "Missing:$$missing. There is no apt-get here; install them and try again." >&2
  exit 1
fi
as_root=
if [ "$$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Missing:$$missing. Install them as root: apt-get install$$missing" >&2
    exit 1
  fi
  as_root=sudo
fi
echo "Installing with apt-get:$$missing" >&2
# apt-get waits for dpkg's lock when it is told to, but never for that of its lists, which a machine
# that has just been started holds.
wait=$(APT_WAIT)
until said=$$($$as_root env LC_ALL=C apt-get update -qq 2>&1); do
  case "$$said" in
    *"Could not get lock"*) ;;
    *) echo "$$said" >&2; exit 1 ;;
  esac
  if [ "$$wait" -le 0 ]; then echo "$$said" >&2; exit 1; fi
  if [ "$$wait" -eq "$(APT_WAIT)" ]; then
    echo "Another program holds apt's lock; waiting for it, $$wait seconds at the most." >&2
  fi
  wait=$$((wait - 1))
  sleep 1
done
$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
  -o DPkg::Lock::Timeout=$(APT_WAIT) $$missing >&2 && exit 0
# Without a network apt-get has read old lists, and said so with a warning at the most.
[ -z "$$said" ] || echo "$$said" >&2
echo "Not installed:$$missing. What apt-get says is above; without a network, install them another way." >&2
exit 1
endef
export SETUP
