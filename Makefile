# make            the libraries and build/relist, nothing else
# make test       unit tests, golden traces, fuzz corpora
# make asan | tsan | coverage | clang             the same in build/<variant>/
# make syntax     the warnings of clang, without a build
# make goldens    writes the expected texts of tests anew, for a diff that a person reviews
# make oracle     plays the recordings to the real client-go again (needs Go; CLIENT_GO=v0.38.0 for another), or, with
#                 KUBE_APISERVER=… and ETCD=…, sends that server and relist serve the same requests (N=20000 SEED=1)
# make fuzz-client-go   random stories, made from the real client-go and replayed by relist (N=1000 SEED=…)
# make module | test-hosts   the fake apiserver as WebAssembly, and the packages that embed it
# make command | packages | check-packages   the command as WebAssembly; packages of five languages that install it
# make site       the documentation with a search, the lessons, the matrix and the C API, in build/site
# make lint | fuzz | bench | install | clean      (FUZZ_SECONDS=60 a target, V=1 shows commands)
VERSION := $(shell cat VERSION)
SOMAJOR := 0
VARIANT ?= release
B       := build/$(VARIANT)
PREFIX  ?= /usr/local
PKG_CONFIG ?= pkg-config

PKGS := libcurl libmicrohttpd libnghttp2 libcjson yaml-0.1 zlib gnutls

CFLAGS ?= -O2 -g
WARN   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wvla -Wformat=2 -Wcast-qual \
          -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes
WERROR ?=

# RELIST_CHECK_SLOW walks whole structures after each step: on wherever speed is not the point.
# The variants of the sanitizers and of coverage carry line numbers and no more.
FLAGS.release  :=
FLAGS.debug    := -O0 -DRELIST_CHECK_SLOW
FLAGS.asan     := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
                  -fno-omit-frame-pointer -DRELIST_CHECK_SLOW
FLAGS.tsan     := -O1 -g1 -fsanitize=thread -DRELIST_CHECK_SLOW
FLAGS.coverage := -O0 -g0 --coverage -DRELIST_CHECK_SLOW
FLAGS.fuzz     := -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
                  -DRELIST_CHECK_SLOW
FLAGS.clang    := -g1 -Wthread-safety
# clang's warnings alone, in a fifth of the time of a build.
FLAGS.syntax   := -fsyntax-only -Wthread-safety
ifneq ($(filter clang fuzz syntax,$(VARIANT)),)
CC := clang
endif
# 400 test programs that each hold the library fill a disk: 18 GB under AddressSanitizer, 9 GB in the release. So those
# of the variants link a shared one. The release's objects hide their symbols; its test programs go without debug
# information (for a debugger there is VARIANT=debug).
ifneq ($(filter debug asan tsan coverage clang,$(VARIANT)),)
TEST_SO      := $(B)/librelist-tests.so
TEST_LDFLAGS := -Wl,-rpath,'$$ORIGIN/../..'
else
TEST_LDFLAGS := -Wl,--strip-debug
endif
TEST_LIB     := $(or $(TEST_SO),$(B)/librelist.a)
# static-x86_64 and static-aarch64: the distributed program. Its libraries come from scripts/dist-libs, nothing from this
# machine; no path of this folder is in it.
STATIC_ARCH := $(VARIANT:static-%=%)
ifneq ($(STATIC_ARCH),$(VARIANT))
STATIC_LIBS := build/dist/$(STATIC_ARCH)
CC := $(STATIC_ARCH)-linux-gnu-gcc --sysroot=$(abspath $(STATIC_LIBS)/root)
CFLAGS := -O2
# No unwind tables: 0.5 MB, which only debuggers read.
FLAGS.$(VARIANT) := -fno-pic -fno-pie -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections \
                    -ffile-prefix-map=$(CURDIR)=. -DRELIST_STATIC -I$(STATIC_LIBS)/out/include
PKG_CONFIG := true
endif

ALL_CFLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -DRELIST_VERSION='"$(VERSION)"' \
              -I. -Iinclude -fPIC -fvisibility=$(if $(TEST_SO),default,hidden) $(WARN) $(WERROR) \
              $(shell $(PKG_CONFIG) --cflags $(PKGS)) $(CFLAGS) $(FLAGS.$(VARIANT))
# The command and the tests can undo old fixes of the informer; what is installed cannot: those
# files are compiled twice. See informer/fixes.h.
UNFIX       := -DINF_WITH_MISTAKES
ALL_LDFLAGS := $(LDFLAGS) $(FLAGS.$(VARIANT))
LIBS        := $(shell $(PKG_CONFIG) --libs $(PKGS)) -pthread -lm
# Where the command is loaded: at a fixed address its 48,000 pointers in tables need no relocation at each start.
COMMAND_PIE ?= $(if $(filter release,$(VARIANT)),-no-pie)
CMOCKA_LIBS  = $(shell $(PKG_CONFIG) --libs cmocka)

Q := $(if $(V),,@)
comma := ,
say = $(if $(V),,@echo "  $(1)	$(2)")

# Where a program is distributed, of the code around the cores the size counts, and of what only some requests need.
SMALL := runner/ $(addprefix fakeapi/,validation/ admission/ warnings/ strategy/ discovery/ webhooks/ crd/ controllers/ control/ tokens/ convert/ \
         output/cells output/table output/jsonpath) $(addprefix cel/,estimate check lib parser)
ifneq ($(STATIC_ARCH),$(VARIANT))
$(foreach d,$(SMALL) cli/,$(eval $(B)/$d%.o: ALL_CFLAGS += -Os))
endif

objs       = $(patsubst %.c,$(B)/%.o,$(wildcard $(1)))
# Everything below a folder, its rooms and drivers among it.
tree       = $(patsubst %.c,$(B)/%.o,$(sort $(shell find $(1) -name '*.c')))
BASE_O     := $(call objs,base/*.c base/text/*.c base/posix/*.c)
INFORMER_O := $(BASE_O) $(call objs,informer/*.c informer/posix/*.c)
# What packages in other languages embed: docs/module.md.
# Those that only WebAssembly can run stay out of the library.
MODULE_W   := $(addprefix hosts/module/,wasi.c fiber.c play.c subjects.c)
MODULE_C   := $(filter-out $(MODULE_W),$(wildcard hosts/module/*.c))
LIB_O      := $(INFORMER_O) $(call tree,cel fakeapi sim runner) $(MODULE_C:%.c=$(B)/%.o) $(B)/hosts/command/path.o $(B)/web/files.o
FIXED_C    := $(filter-out informer/fixes.c,$(shell grep -lw -e inf__lacks -e inf__reflector_lacks -e lacks informer/*.c))
INSTALLED_INFORMER_O := $(filter-out $(B)/informer/fixes.o $(FIXED_C:%.c=$(B)/%.o),$(INFORMER_O)) \
              $(FIXED_C:%.c=$(B)/installed/%.o)
CLI_O      := $(call objs,cli/*.c)
LAZY_O     := $(B)/cli/lazy_curl.o $(B)/cli/lazy_tls.o
CLI_LIB_O  := $(filter-out $(B)/cli/main.o $(LAZY_O),$(CLI_O))
REPLAYS    := $(patsubst tests/fuzz/fuzz_%.c,$(B)/tests/fuzz/replay_%,$(wildcard tests/fuzz/fuzz_*.c))
# Those that wait longest begin first.
SLOW_TESTS := tests/cli/test_run.c tests/runner/test_worlds.c tests/runner/test_proxy.c tests/runner/test_proxy_both.c \
              tests/runner/test_external_keys.c tests/cli/test_controllers.c tests/cli/test_perturb.c tests/fakeapi/test_growth.c \
              tests/runner/test_external_rest.c tests/runner/test_external.c tests/runner/test_import.c \
              tests/cli/test_controller_chain.c tests/cli/test_outputs_made.c tests/cli/test_explore.c \
              tests/sim/test_relist_sim.c tests/runner/test_scenarios.c tests/runner/test_golden.c \
              tests/cli/test_tutorial.c tests/fakeapi/test_worker.c tests/fakeapi/test_mutating_policies.c \
              tests/hosts/test_module.c tests/runner/test_scn_reconcilers.c
TESTS      := $(patsubst %.c,$(B)/%,$(SLOW_TESTS) $(filter-out $(SLOW_TESTS),$(wildcard tests/*/test_*.c))) \
              $(REPLAYS)
TEST_LIB_O := $(call objs,tests/kit/*.c)
# test_growth counts the steps of the server's own code; under the other variants it would only be slow.
COUNTED_O  := $(patsubst $(B)/%,$(B)/counted/%,$(filter-out $(B)/fakeapi/posix/% $(B)/fakeapi/http/%,\
              $(call objs,base/*.c base/text/*.c) $(call tree,cel fakeapi)))
WRAPPED    := strlen memcpy memmove memset cJSON_GetArraySize cJSON_GetArrayItem cJSON_GetObjectItem \
              cJSON_GetObjectItemCaseSensitive cJSON_DetachItemFromObjectCaseSensitive __isoc99_sscanf \
              cJSON_DeleteItemFromObjectCaseSensitive cJSON_ReplaceItemInObjectCaseSensitive
ifneq ($(VARIANT),release)
TESTS      := $(filter-out %/test_growth,$(TESTS))
endif
# ThreadSanitizer runs what starts threads: 55 of 250 programs do, and these includes show which. Nor those of
# them that run one thread for minutes, or put a malloc of their own where TSan has its own.
ifeq ($(VARIANT),tsan)
THREADED   := pthread|posix/(clock|run|jobs|driver|world|proxy|replay_server|state|worker|conform|io_thread)|\
              posix/(informer_handle|fakeapi_impl)|relist/(fakeapi|informer|client)\.h|fakeapi/http/|\
              kit/(net|script_server|served|doc_kit|informer_kit|cli_kit)\.h
THREADED_C := $(shell grep -lE '$(subst | ,|,$(strip $(THREADED)))' tests/*/test_*.c)
TESTS      := $(filter-out %/test_starved %/test_starved_readers %/test_shrink %/test_import %/test_import_tar \
              %/test_chain %/test_outputs %/test_outputs_made %/test_outputs_explored %/test_exit_status \
              %/test_run_update %/test_explore %/test_report %/test_show %/test_sim_client %/test_process,\
              $(filter $(THREADED_C:%.c=$(B)/%),$(TESTS)))
endif
# CI has half an hour. With QUICK=1 a variant leaves out the programs that take minutes under AddressSanitizer and
# drive code which others drive as well: shrinks, whole explorations, random corpora, every scenario's output. In the
# others every third allocation fails instead of each, as it does in `make test`.
ifdef QUICK
TESTS      := $(filter-out %/test_shrink %/test_shrinks_made %/test_chain %/test_corpus_made %/test_corpus_starved \
              %/test_outputs %/test_outputs_made %/test_outputs_explored %/test_cel_made %/test_imports_made \
              %/test_lifts_made %/runner/test_import %/cli/test_explore %/cli/test_report %/test_run_update %/cli/test_perturb,$(TESTS))
ifeq ($(VARIANT),tsan)
# Their threads are those of other programs.
TESTS      := $(filter-out %/test_show_without %/test_pages %/test_lessons %/test_reproducing,$(TESTS))
endif
endif
FUZZERS    := $(patsubst %.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
FAKEAPI_O  := $(BASE_O) $(call tree,cel fakeapi)
# What a controller's test links: both sides and the simulator.
SIM_O      := $(sort $(INSTALLED_INFORMER_O) $(FAKEAPI_O) $(call objs,sim/*.c sim/posix/*.c))
EXAMPLES   := $(patsubst %.c,$(B)/%,$(wildcard examples/*.c)) \
              $(patsubst %.c,$(B)/%.so,$(wildcard examples/plugins/*.c))
INSTALLED  := informer fakeapi relistsim
SHARED     := $(INSTALLED:%=$(B)/lib%.so.$(SOMAJOR))
STATIC     := $(INSTALLED:%=$(B)/lib%.a)
SUBJECTS   := $(B)/adapters/c/subject $(patsubst %.c,$(B)/%,$(wildcard tests/subjects/*.c))
BENCHES    := $(patsubst %.c,$(B)/%,$(wildcard bench/bench_*.c))
BENCH_LIB_O := $(call objs,$(filter-out $(wildcard bench/bench_*.c),$(wildcard bench/*.c))) \
              $(B)/tests/kit/shapes.o

all: $(B)/relist $(SHARED) $(STATIC)
	$(Q)ln -sfn $(VARIANT)/relist build/relist

$(B)/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(ALL_CFLAGS) $(UNFIX) -MMD -MP -c -o $@ $<

# The pages of `relist show --html` and `relist serve --ui` are part of the program.
WEB := web/show.css web/show.js web/show.html web/live.css web/live.js web/live.html web/suite.css
# So are the scenarios.
$(B)/web/scenarios.gz: web/pack $(shell find scenarios -type f)
	@mkdir -p $(@D)
	$(Q)web/pack scenarios >$@
$(B)/web/files.c: web/embed $(WEB) $(B)/web/scenarios.gz
	$(Q)web/embed $(WEB) $(B)/web/scenarios.gz >$@
$(B)/web/files.o: $(B)/web/files.c runner/report/web.h
	$(call say,CC,$(WEB))
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(B)/installed/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(call say,CC,$< (installed))
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/counted/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(call say,CC,$< (counted))
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize-coverage=trace-pc -MMD -MP -c -o $@ $<

# What the installed libraries are made of. A static archive holds one relocatable object with every
# hidden symbol made local, so that it exports exactly what the shared library does.
LIBS.informer := $(shell $(PKG_CONFIG) --libs libcurl libcjson yaml-0.1 zlib) -pthread -lm
LIBS.relist   := $(shell $(PKG_CONFIG) --libs libmicrohttpd libnghttp2 libcjson yaml-0.1 zlib gnutls) -pthread -lm
LIBS.command  := $(shell $(PKG_CONFIG) --libs libnghttp2 libcjson yaml-0.1 zlib) -pthread -lm
LIBS.fakeapi  := $(LIBS.relist) $(shell $(PKG_CONFIG) --libs libcurl)
$(B)/libinformer.so.$(SOMAJOR) $(B)/libinformer.a: $(INSTALLED_INFORMER_O)
$(B)/libfakeapi.so.$(SOMAJOR) $(B)/libfakeapi.a: $(FAKEAPI_O)
LIBS.relistsim := $(LIBS)
$(B)/librelistsim.so.$(SOMAJOR) $(B)/librelistsim.a: $(SIM_O)

$(SHARED): scripts/library.map
$(B)/lib%.so.$(SOMAJOR):
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,-z,defs -Wl,--version-script=scripts/library.map $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(LIBS.$*)
	$(Q)ln -sfn $(@F) $(B)/lib$*.so

$(STATIC):
	$(call say,AR,$@)
	$(Q)ld -r -o $(@:.a=.o) $^
	$(Q)objcopy --localize-hidden $(@:.a=.o)
	$(Q)rm -f $@ && ar rcs $@ $(@:.a=.o)

# Examples see what is installed and nothing else; tests among them link the simulator.
$(B)/examples/%_test: examples/%_test.c $(B)/librelistsim.so.$(SOMAJOR)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude $(WARN) $(WERROR) $(CFLAGS) \
		$(FLAGS.$(VARIANT)) -o $@ $< -L$(B) -lrelistsim $(CMOCKA_LIBS) -Wl,-rpath,'$$ORIGIN/..'

$(B)/examples/%: examples/%.c $(B)/libinformer.so.$(SOMAJOR)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude $(WARN) $(WERROR) $(CFLAGS) \
		$(FLAGS.$(VARIANT)) -o $@ $< -L$(B) -linformer -Wl,-rpath,'$$ORIGIN/..' -pthread

$(B)/examples/plugins/%.so: examples/plugins/%.c include/relist/scenario.h
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -fPIC -shared $(WARN) $(WERROR) \
		$(CFLAGS) $(FLAGS.$(VARIANT)) -o $@ $<

# Tests among them need cmocka, which `scripts/setup test` installs; the others do without.
HAVE_CMOCKA = $(shell $(PKG_CONFIG) --exists cmocka && echo yes)
examples: $(if $(HAVE_CMOCKA),$(EXAMPLES),$(filter-out %_test,$(EXAMPLES)))
	$(if $(HAVE_CMOCKA),,@echo 'without the tests among the examples: there is no cmocka (scripts/setup test)')

# Our own informer as a subject, and those of the tests: see docs/conformance.md.
$(B)/adapters/c/subject: adapters/c/subject.c $(B)/libinformer.so.$(SOMAJOR)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude $(WARN) $(WERROR) $(CFLAGS) \
		$(FLAGS.$(VARIANT)) -o $@ $< -L$(B) -linformer -Wl,-rpath,'$$ORIGIN/../..' -pthread

$(B)/tests/subjects/%: tests/subjects/%.c
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $<

# Subjects in other languages, as far as their toolchains are there.
# NAME=c, or several of them: only these.
adapters: all $(B)/adapters/c/subject
	$(Q)scripts/adapters $(NAME)

# Tests and benchmarks take from it only what they use. Two rooms may have a file of one name: `q`
# adds where `r` would replace.
$(B)/librelist.a: $(LIB_O) $(CLI_LIB_O)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar qcsT $@ $^

# The commit, if this is a repository, and the compiler: a change rebuilds one file.
COMMIT ?= $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
$(B)/cli/build.h: FORCE
	@mkdir -p $(@D)
	@printf '#define RELIST_BUILD "commit %s\\nbuilt with %s for %s%s\\n"\n' '$(COMMIT)' \
		"$$($(CC) --version | sed 's/ .*[( ]\([0-9][0-9.]*\).*/ \1/;q')" "$$($(CC) -dumpmachine)" \
		'$(if $(STATIC_LIBS),$(comma) static)' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/cli/main.o: $(B)/cli/build.h
$(B)/cli/main.o: ALL_CFLAGS += -I$(B)/cli

# All of it as one object, which LGPL libraries of another version can be linked to, and the program: make VARIANT=static-x86_64 static.
ifdef STATIC_LIBS
static: $(B)/relist-stripped
$(B)/relist.o: $(B)/cli/main.o $(filter-out $(LAZY_O) $(B)/cli/main.o,$(CLI_O)) $(LIB_O)
	$(call say,LINK,$@)
	$(Q)$(STATIC_ARCH)-linux-gnu-ld -r -o $@ $^
	$(Q)$(STATIC_ARCH)-linux-gnu-strip --strip-debug $@
# The linker of the toolchain, whatever `ld` is here: the same bytes, and it merges the ends of strings.
STATIC_LINK := -fuse-ld=bfd -static -no-pie -Wl,--gc-sections,--build-id=none -L$(STATIC_LIBS)/out/lib
STATIC_LIST := -lmicrohttpd -lcurl -lgnutls -lnghttp2 -lhogweed -lnettle -ltasn1 -lunistring -lgmp -lcjson -lyaml -lzstd -lz -lm
$(B)/relist-stripped: $(B)/relist.o
	$(call say,LINK,$@)
	$(Q)$(CC) $(STATIC_LINK) -o $@ $< $(STATIC_LIST)
	$(Q)$(STATIC_ARCH)-linux-gnu-strip $@
endif

# The tarball, image, SBOM and checksums in build/dist/out; ARCH=aarch64 needs gcc-aarch64-linux-gnu.
ARCH ?= x86_64
dist:
	scripts/dist-libs $(ARCH) build/dist/$(ARCH)
	+$(Q)$(MAKE) VARIANT=static-$(ARCH) static
	scripts/dist $(ARCH)
# The files of ci/, each as its system would run it.
check-ci: $(B)/relist
	scripts/check-ci $<
check-dist:
	scripts/check-dist $(ARCH)
# Wheels, npm packages, crates, Maven artifacts and the Go module with the command, in build/packages; installed from there and compared
# with build/relist.
packages: module
	scripts/packages
check-packages: $(B)/relist $(SHARED)
	scripts/check-packages
	scripts/lint-packages
# The projects of tests/packages, each by its own workflow, with the packages of build/packages.
check-projects: $(B)/relist
	scripts/check-projects
check-reproducible:
	scripts/check-reproducible $(ARCH)

# Without libcurl, GnuTLS and libmicrohttpd: see cli/lazy_curl.c and lazy_tls.c.
$(B)/relist: $(B)/cli/main.o $(LAZY_O) $(B)/librelist.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) $(COMMAND_PIE) -rdynamic -o $@ $^ $(LIBS.command) -ldl

$(B)/tests/fuzz/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/librelist.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

$(B)/tests/fakeapi/test_growth: $(B)/tests/fakeapi/test_growth.o $(B)/tests/kit/shapes.o $(COUNTED_O)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

$(B)/librelist-tests.so: $(LIB_O) $(CLI_LIB_O)
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -Wl,-Bsymbolic $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(B)/tests/fuzz/replay_%: $(B)/tests/fuzz/replay.o $(B)/tests/fuzz/fuzz_%.o $(TEST_LIB)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) $(TEST_LDFLAGS) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

$(B)/tests/%: $(B)/tests/%.o $(TEST_LIB_O) $(TEST_LIB)
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) $(TEST_LDFLAGS) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

$(B)/bench/%: $(B)/bench/%.o $(BENCH_LIB_O) $(B)/librelist.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

# The yardstick of bench_json, where it is installed (libsimdjson-dev).
ifeq ($(shell $(PKG_CONFIG) --exists simdjson && echo yes),yes)
$(B)/bench/bench_json: $(B)/bench/simdjson.o
$(B)/bench/bench_json: LIBS += -lsimdjson -lstdc++
$(B)/bench/bench_json.o: ALL_CFLAGS += -DBENCH_SIMDJSON
$(B)/bench/simdjson.o: bench/simdjson.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) -std=c++17 -O2 -g -c -o $@ $<
endif

tests: $(TESTS) $(EXAMPLES) $(SUBJECTS)

# For a compiler's opinion of every file; the replays have none of their own.
syntax:
	+$(Q)$(MAKE) VARIANT=syntax objects
objects: $(LIB_O) $(CLI_O) $(TEST_LIB_O) $(addsuffix .o,$(filter-out $(REPLAYS),$(TESTS)) $(FUZZERS))

# Those of this variant, which leaves some out.
run-tests:
	$(Q)scripts/run-tests $(TESTS)

test: all tests
	$(Q)scripts/run-tests $(TESTS)

GOLDEN_TESTS := $(patsubst %.c,$(B)/%,$(shell grep -lE 'assert_golden|fingerprints_end' tests/*/test_*.c))
goldens: $(GOLDEN_TESTS)
	$(Q)RELIST_UPDATE_GOLDEN=1 scripts/run-tests $(GOLDEN_TESTS)

# A test forks to be killed; TSan would end the child at its first thread.
asan tsan clang:
	+$(Q)$(MAKE) VARIANT=$@ tests $(B:$(VARIANT)=$@)/relist
	+$(Q)TSAN_OPTIONS=die_after_fork=0 TEST_ALLOC_STRIDE=$(if $(QUICK),3,1) $(MAKE) VARIANT=$@ run-tests

coverage:
	+$(Q)$(MAKE) VARIANT=coverage tests build/coverage/relist
	$(Q)find build/coverage -name '*.gcda' -delete
	+$(Q)$(MAKE) VARIANT=coverage run-tests
	$(Q)scripts/coverage build/coverage

fuzzers: $(FUZZERS)

FUZZ_SECONDS ?= 60
fuzz:
	+$(Q)$(MAKE) VARIANT=fuzz fuzzers
	$(Q)scripts/fuzz build/fuzz/tests/fuzz $(FUZZ_SECONDS)

docs: all
	$(Q)scripts/gen-docs $(B)/relist

# Circles of calls are read off objects.
lint: $(LIB_O)
	$(Q)scripts/lint

# Real clients against the server; what is not installed is skipped by name.
test-peers: all
	$(Q)scripts/test-peers $(B)/relist

# Another release of Kubernetes: make kubernetes K8S=1.38.0 [ARGS='--real -n 5000'].
kubernetes:
	$(Q)scripts/kubernetes $(K8S) $(ARGS)

# Controllers with a planted mistake each, disturbed.
test-perturb: all
	$(Q)scripts/test-perturb $(B)/relist

# Compares the recordings with their sources again: see tests/oracle/README.md. Each version that
# recordings name, or CLIENT_GO alone; STORIES='a.jsonl b.jsonl' instead of all; OUT=folder keeps what is recorded.
# ARGS are further options of tests/oracle/apiserver/oracle.py.
RUNS ?= 80
ifdef KUBE_APISERVER
oracle: all
	$(Q)python3 tests/oracle/apiserver/oracle.py --kube-apiserver $(KUBE_APISERVER) --etcd $(ETCD) --relist $(B)/relist \
		-n $(or $(N),2000) --seed $(or $(SEED),1) $(ARGS)
else
oracle:
	$(Q)bad=0; for version in $(or $(CLIENT_GO),$$(grep -oh '"recordedFrom":"client-go [^"]*' tests/golden/client-go-*/*.jsonl | \
		sed 's/.* //' | sort -u)); do \
		scripts/oracle $$version record -runs $(RUNS) $(if $(OUT),-out $(OUT)) $(STORIES) || bad=1; done; exit $$bad
endif

fuzz-client-go: all
	$(Q)bad=0; for version in $(or $(CLIENT_GO),v0.37.2 v0.32.13); do \
		scripts/oracle $$version fuzz -n $(or $(N),1000) $(if $(SEED),-seed $(SEED)) -relist $(B)/relist || bad=1; done; exit $$bad

# The pure cores, the language and the simulator as WebAssembly, and a page around them that needs no
# network: build/playground/index.html. Needs clang, lld, wasi-libc and libclang-rt-14-dev-wasm32;
# scripts/playground says what is missing, and gets libyaml and cJSON as Debian's source packages.
W          := build/wasm
WASM_ROOMS := language trace report subject world controllers expect oracles external engine rewrite manual
WASM_C     := $(filter-out runner/report/page_file.c,\
              $(wildcard base/*.c base/text/*.c cel/*.c informer/*.c sim/*.c runner/*.c $(WASM_ROOMS:%=runner/%/*.c))) \
              $(filter-out fakeapi/posix/% fakeapi/http/%,$(sort $(shell find fakeapi -name '*.c'))) \
              web/playground/playground.c
WASM_O     := $(WASM_C:%.c=$(W)/%.o) $(W)/lib/libs.o
WASM_FLAGS := --target=wasm32-wasi -O2 -fno-stack-protector
$(foreach d,$(SMALL) hosts/ informer/,$(eval $(W)/$d%.o: WASM_FLAGS += -Oz))
$(W)/%.o: %.c Makefile VERSION | $(W)/lib/libs.o
	@mkdir -p $(@D)
	$(call say,WASM,$<)
	$(Q)clang $(WASM_FLAGS) -std=c11 -D_GNU_SOURCE= -DRELIST_VERSION='"$(VERSION)"' -DRELIST_STATIC $(UNFIX) -I. -Iinclude \
		-include hosts/command/system.h -Werror=implicit-function-declaration -Wno-deprecated-declarations \
		-Iweb/playground -Ihosts/command -I$(W)/lib/include $(filter-out -Wconversion,$(WARN)) $(WERROR) -MMD -MP -c -o $@ $<
$(W)/lib/libs.o: scripts/playground
	$(Q)scripts/playground libs $(W)/lib "$(WASM_FLAGS)"
$(W)/playground.wasm: $(WASM_O)
	$(call say,LINK,$@)
	$(Q)clang $(WASM_FLAGS) -mexec-model=reactor -Wl,--gc-sections,--strip-all,-z,stack-size=1048576 -o $@ $^
wasm: $(W)/playground.wasm

# The fake apiserver and the scenario engine without the simulator, for the packages in hosts/: docs/module.md. wasm-opt lets the
# engine pause in the middle of a step (hosts/module/fiber.h). With -O clang would run wasm-opt when it links, and lose the names.
MODULE_O   := $(patsubst %.c,$(W)/%.o,$(filter-out sim/% %/driver_sim.c web/%,$(WASM_C)) runner/posix/external_events.c runner/posix/external_client.c \
              $(MODULE_C) $(MODULE_W)) $(W)/lib/libs.o
build/module/relist.wasm: $(MODULE_O) hosts/module/paused.txt scripts/module
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)clang $(filter-out -O%,$(WASM_FLAGS)) -mexec-model=reactor -Wl,--gc-sections,-O2,-z,stack-size=1048576 -o $@.names $(MODULE_O)
	$(Q)scripts/module $@.names hosts/module/paused.txt $@
# Beside each package that embeds it; git ignores the copies.
MODULE_AT  := $(wildcard hosts/go hosts/python/relist hosts/js hosts/rust hosts/java)
module: build/module/relist.wasm command
	$(Q)for d in $(MODULE_AT); do cmp -s $< $$d/relist.wasm || cp $< $$d/relist.wasm || exit 1; done
	$(Q)cp web/show.html web/show.css web/show.js hosts/go
	$(Q)cp cli/tbl/apiserver_flags.h hosts/go/cmd/relist-envtest

# The command for systems without a native program: everything that needs no process, socket or thread (hosts/command).
COMMAND_C  := $(filter-out web/%,$(WASM_C)) $(wildcard hosts/command/*.c) runner/report/page_file.c informer/posix/gunzip.c base/posix/clock.c \
              $(wildcard $(addsuffix /*.c,$(addprefix runner/,explore import import/posix shrink lift recording retell upgrade))) \
              $(addprefix runner/posix/,beside.c files.c idle.c jobs.c pages.c plugin_load.c progress.c run.c run_inputs.c run_paths.c starved.c \
              update.c) runner/recording/posix/file.c fakeapi/posix/manifests.c \
              $(filter-out $(addprefix cli/,main.c interrupt.c lazy_%.c control_plane.c exec.c serve_page.c apiserver_flags.c installed.c replay_subjects.c \
              job_files.c job_print.c report_perturb.c $(addprefix cmd_,$(addsuffix .c,serve envtest perturb job conform record replay doctor))),$(wildcard cli/*.c))
COMMAND_O  := $(patsubst %.c,$(W)/%.o,$(COMMAND_C)) $(W)/web/files.o $(W)/lib/libs.o $(W)/lib/more.o
$(W)/lib/more.o: scripts/playground | $(W)/lib/libs.o
	$(Q)scripts/playground more $(W)/lib "$(WASM_FLAGS)"
$(filter-out $(WASM_O) %/more.o,$(COMMAND_O)): | $(W)/lib/more.o
$(W)/web/files.o: $(B)/web/files.c
	@mkdir -p $(@D)
	$(Q)clang $(WASM_FLAGS) -I. -c -o $@ $<
build/command/relist.wasm: $(COMMAND_O)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)clang $(WASM_FLAGS) -Wl,--gc-sections,--strip-all,--fatal-warnings,-z,stack-size=1048576 -o $@ $^
# Beside each package that has the command; git ignores the copies.
COMMAND_AT := $(wildcard hosts/go/cmd/relist hosts/python/relist hosts/js hosts/rust/command hosts/java/command)
command: build/command/relist.wasm
	$(Q)for d in $(COMMAND_AT); do cmp -s $< $$d/command.wasm || cp $< $$d/command.wasm || exit 1; done

# The packages in hosts/, as far as their toolchains are there.
test-hosts: module $(B)/relist
	$(Q)RELIST=$(B)/relist scripts/test-hosts
playground: $(W)/playground.wasm
	$(Q)scripts/playground page $< build/playground

# The drawings of the documentation, from docs/img/*.dot; needs graphviz.
pictures: $(B)/relist
	$(Q)scripts/pictures
	$(Q)scripts/lesson-pictures $(B)/relist

# One offline book of docs/lessons with the pages of their runs, and the playground where that was made before.
book: all
	$(Q)scripts/book $(B)/relist build/book

# The documentation as a static folder of 5 MB at most: pages, lessons, the conformance matrix with its runs, the C API, a search.
site: all
	$(Q)scripts/site $(B)/relist build/site

test-playground: $(B)/relist wasm
	$(Q)if command -v node >/dev/null; then node tests/web/playground.mjs $(W)/playground.wasm $(B)/relist; \
	else echo "test-playground: skipped, there is no node"; fi

# Pages in headless Chromium; the driver is fetched from npm, by tests/web/package-lock.json.
# SHOTS=docs/img writes the screenshots of the documentation anew.
test-browser: $(B)/relist $(B)/adapters/c/subject
	$(Q)scripts/test-browser $(B)/relist $(SHOTS)

bench: all $(BENCHES)
	$(Q)scripts/bench $(B)/bench $(BENCHES)

# Recordings and scenarios under a thousand seeds, whole, randomly cut and byte by byte, scenarios
# over TCP as well; the attacks of tests/stress, a minute of 64 clients on one server under each
# sanitizer, and ten minutes of hostile requests under ASan.
RELIST_HOSTILE_SECONDS ?= 600
TEACHING := $(wildcard scenarios/[a-g]-*)
GOLDEN := tests/golden/client-go-0.37 tests/golden/client-go-0.32 tests/golden/client-go-differences tests/golden/client-go-options \
	tests/golden/client-go-clients
stress: all
	+$(Q)$(MAKE) VARIANT=asan build/asan/relist
	python3 tests/stress/attack.py $(B)/relist
	python3 tests/stress/attack.py build/asan/relist
	python3 tests/stress/attack_deeper.py $(B)/relist
	python3 tests/stress/attack_deeper.py build/asan/relist
	$(B)/relist run $(GOLDEN) --seeds 1000 -j 2
	$(B)/relist run $(GOLDEN) --seeds 1000 -j 2 --cuts random
	$(B)/relist run $(GOLDEN) --seeds 100 -j 2 --cuts every
	$(B)/relist run scenarios --seeds 1000 -j 2
	$(B)/relist run scenarios --seeds 1000 -j 2 --cuts random
	$(B)/relist run scenarios --seeds 100 -j 2 --cuts every
	$(B)/relist run scenarios --seeds 50 -j 4 --world tcp
	$(B)/relist explore $(TEACHING) --seeds 200 -j 2
	$(B)/relist explore $(TEACHING) --exhaustive --max-runs 500
	+$(Q)$(MAKE) $(B)/tests/cli/test_chain
	RELIST_CHAIN=all $(B)/tests/cli/test_chain
	+$(Q)$(MAKE) $(B)/tests/cli/test_controllers
	RELIST_CHAIN=all $(B)/tests/cli/test_controllers
	+$(Q)$(MAKE) VARIANT=asan build/asan/tests/fakeapi/test_soak
	+$(Q)$(MAKE) VARIANT=tsan build/tsan/tests/fakeapi/test_soak
	RELIST_SOAK_SECONDS=60 build/asan/tests/fakeapi/test_soak
	RELIST_SOAK_SECONDS=60 build/tsan/tests/fakeapi/test_soak
	+$(Q)$(MAKE) VARIANT=asan build/asan/tests/fakeapi/test_hostile_mix
	RELIST_HOSTILE_SECONDS=$(RELIST_HOSTILE_SECONDS) RELIST_HOSTILE_SEED=$$(date +%s) \
		build/asan/tests/fakeapi/test_hostile_mix
	+$(Q)$(MAKE) $(B)/tests/fakeapi/test_http_endings
	RELIST_WATCHERS=9900 $(B)/tests/fakeapi/test_http_endings
	+$(Q)$(MAKE) $(B)/tests/cli/test_import_zip
	RELIST_MEMBERS=65535 $(B)/tests/cli/test_import_zip

install: all
	install -d "$(DESTDIR)$(PREFIX)/include/relist" "$(DESTDIR)$(PREFIX)/lib/pkgconfig" \
		"$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
		"$(DESTDIR)$(PREFIX)/share/man/man5" \
		"$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
		"$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" \
		"$(DESTDIR)$(PREFIX)/share/relist/scenarios/conformance"
	install -m 644 include/relist/*.h "$(DESTDIR)$(PREFIX)/include/relist"
	install -m 755 $(B)/relist "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 $(STATIC) "$(DESTDIR)$(PREFIX)/lib"
	for lib in $(INSTALLED); do \
		install -m 755 $(B)/lib$$lib.so.$(SOMAJOR) \
			"$(DESTDIR)$(PREFIX)/lib/lib$$lib.so.$(VERSION)" && \
		ln -sf lib$$lib.so.$(VERSION) "$(DESTDIR)$(PREFIX)/lib/lib$$lib.so.$(SOMAJOR)" && \
		ln -sf lib$$lib.so.$(SOMAJOR) "$(DESTDIR)$(PREFIX)/lib/lib$$lib.so" && \
		case $$lib in \
		informer) private='$(LIBS.informer)' ;; \
		fakeapi) private='$(LIBS.fakeapi)' ;; \
		*) private='$(LIBS.relistsim)' ;; \
		esac && \
		sed -e 's|@prefix@|$(PREFIX)|' -e 's|@version@|$(VERSION)|' -e "s|@private@|$$private|" \
			scripts/$$lib.pc.in >"$(DESTDIR)$(PREFIX)/lib/pkgconfig/$$lib.pc" || exit 1; \
	done
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@version@|$(VERSION)|' scripts/relist.pc.in \
		>"$(DESTDIR)$(PREFIX)/lib/pkgconfig/relist.pc"
	install -m 644 docs/man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	if [ -d build/api/man/man3 ]; then \
		install -d "$(DESTDIR)$(PREFIX)/share/man/man3" && \
		install -m 644 build/api/man/man3/*.3 "$(DESTDIR)$(PREFIX)/share/man/man3"; \
	fi
	$(B)/relist explain --doc man >"$(DESTDIR)$(PREFIX)/share/man/man5/relist-scenario.5"
	$(B)/relist completion bash >"$(DESTDIR)$(PREFIX)/share/bash-completion/completions/relist"
	$(B)/relist completion zsh >"$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_relist"
	$(B)/relist completion fish >"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/relist.fish"
	install -m 644 scenarios/conformance/* "$(DESTDIR)$(PREFIX)/share/relist/scenarios/conformance"
	if [ -f build/openapi-prose.json.gz ]; then \
		install -m 644 build/openapi-prose.json.gz "$(DESTDIR)$(PREFIX)/share/relist"; \
	fi

# The C API as section-3 pages, which `make install` then installs, and as HTML (needs doxygen).
api:
	scripts/api

# Kubernetes' own words for `kubectl explain`; downloads them with the go command.
prose:
	scripts/gen-prose

clean:
	rm -rf build

.PHONY: FORCE static kubernetes dist check-dist packages check-packages check-reproducible check-ci check-projects test-perturb site book pictures module command test-hosts playground wasm test-playground test-browser all adapters docs goldens objects syntax tests test run-tests test-peers asan tsan clang coverage fuzzers fuzz lint oracle fuzz-client-go bench stress examples install prose clean
.SECONDARY:
-include $(shell find $(B) $(W) -name '*.d' 2>/dev/null)
