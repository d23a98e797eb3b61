/* SPDX-License-Identifier: Apache-2.0 */
/* playground.h - the exports of the WebAssembly module (build/wasm/playground.wasm, by `make
 * playground`).
 *
 * A caller writes a name and a file, each followed by a NUL, into memory of playground_alloc() and
 * calls one of the functions. The result is at playground_out() until the next call. `seed` 0: the
 * scenario's, or 1. The return value is the exit status of the command; with 2 the result has the
 * errors of the file. One thread. */
#ifndef PLAYGROUND_H
#define PLAYGROUND_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name), used))

EXPORT("playground_alloc") void *playground_alloc(size_t len); /* NULL: too large, or no memory */
EXPORT("playground_free") void playground_free(void *p);
EXPORT("playground_out") const char *playground_out(void);
EXPORT("playground_out_len") size_t playground_out_len(void);
/* The output of `relist run --format jsonl FILE`. */
EXPORT("playground_run")
int playground_run(const char *name, const char *text, size_t len, uint64_t seed);
/* Runs every cell with `count` seeds from `seed` on, up to the first run that does not pass; the
 * result has the result line of each cell. */
EXPORT("playground_seeds")
int playground_seeds(const char *name, const char *text, size_t len, uint64_t seed, uint64_t count);
/* The model of the page of `relist show --html`, for the cell with that number. `skip`: 1 + the
 * index of a step to leave out; 0: none. */
EXPORT("playground_model")
int playground_model(const char *name, const char *text, size_t len, uint64_t seed, size_t cell,
		     size_t skip);
/* The names of the cells, one per line. */
EXPORT("playground_cells")
int playground_cells(const char *name, const char *text, size_t len);
/* The errors and warnings of the last call's file. */
EXPORT("playground_warnings") int playground_warnings(void);

#endif
