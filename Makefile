# make            the libraries and build/relist, nothing else
# make test       unit tests, golden traces, fuzz corpora
# make asan | tsan | coverage                     (own build/<variant>/)
# make lint | fuzz | bench | install | clean
VERSION := $(shell cat VERSION)
SOMAJOR := 0
VARIANT ?= release
B       := build/$(VARIANT)
PREFIX  ?= /usr/local
PKG_CONFIG ?= pkg-config

PKGS_INFORMER := libcurl libcjson yaml-0.1
PKGS_FAKEAPI  := libmicrohttpd libcjson yaml-0.1 zlib
PKGS          := libcurl libmicrohttpd libcjson yaml-0.1 zlib

CFLAGS ?= -O2 -g
WARN   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wvla -Wformat=2 -Wcast-qual \
          -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes
WERROR ?=

FLAGS.release  :=
FLAGS.debug    := -O0 -DRELIST_CHECK_SLOW
FLAGS.asan     := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
                  -fno-omit-frame-pointer -DRELIST_CHECK_SLOW
FLAGS.tsan     := -O1 -fsanitize=thread -DRELIST_CHECK_SLOW
FLAGS.coverage := -O0 --coverage
FLAGS.fuzz     := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
                  -DRELIST_CHECK_SLOW
FLAGS.clang    :=

ALL_CFLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -DRELIST_VERSION='"$(VERSION)"' \
              -I. -Iinclude -fPIC -fvisibility=hidden $(WARN) $(WERROR) \
              $(shell $(PKG_CONFIG) --cflags $(PKGS)) $(CFLAGS) $(FLAGS.$(VARIANT))
ALL_LDFLAGS := $(LDFLAGS) $(FLAGS.$(VARIANT))
LIBS        := $(shell $(PKG_CONFIG) --libs $(PKGS)) -pthread -lm
CMOCKA_LIBS  = $(shell $(PKG_CONFIG) --libs cmocka)

Q := $(if $(V),,@)

objs       = $(patsubst %.c,$(B)/%.o,$(wildcard $(1)))
BASE_O     := $(call objs,base/*.c base/posix/*.c)
INFORMER_O := $(BASE_O) $(call objs,informer/*.c informer/posix/*.c)
LIB_O      := $(INFORMER_O) $(call objs,fakeapi/*.c fakeapi/http/*.c sim/*.c runner/*.c)
CLI_O      := $(call objs,cli/*.c)
CLI_LIB_O  := $(filter-out $(B)/cli/main.o,$(CLI_O))
TESTS      := $(patsubst %.c,$(B)/%,$(wildcard tests/*/test_*.c))
TEST_LIB_O := $(call objs,tests/*.c)

all: $(B)/relist
	$(Q)ln -sf $(VARIANT)/relist build/relist

$(B)/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC      $<")
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/relist: $(CLI_O) $(LIB_O)
	$(if $(V),,@echo "  LINK    $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(B)/tests/%: $(B)/tests/%.o $(TEST_LIB_O) $(CLI_LIB_O) $(LIB_O)
	$(if $(V),,@echo "  LINK    $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS) $(CMOCKA_LIBS)

tests: $(TESTS)

test: all tests
	$(Q)scripts/run-tests $(TESTS)

clean:
	rm -rf build

.PHONY: all test tests clean
.SECONDARY:
-include $(shell find build/$(VARIANT) -name '*.d' 2>/dev/null)
