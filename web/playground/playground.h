/* SPDX-License-Identifier: Apache-2.0 */
/* playground.h - what the WebAssembly module exports (build/wasm/playground.wasm, by `make
 * playground`).
 *
 * A caller puts a name and a file, with a NUL behind each, into memory of playground_alloc() and
 * asks for what it wants of it; the answer stands at playground_out() until the next call. `seed`
 * 0: the scenario's, or 1. What is returned is the exit status of the command; with 2 the answer
 * says what is wrong with the file. One thread. */
#ifndef PLAYGROUND_H
#define PLAYGROUND_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name), used))

EXPORT("playground_alloc") void *playground_alloc(size_t len); /* NULL: too large, or no memory */
EXPORT("playground_free") void playground_free(void *p);
EXPORT("playground_out") const char *playground_out(void);
EXPORT("playground_out_len") size_t playground_out_len(void);
/* What `relist run --format jsonl FILE` prints. */
EXPORT("playground_run")
int playground_run(const char *name, const char *text, size_t len, uint64_t seed);
/* Every cell with `count` seeds from `seed` on, up to the first run that does not pass; the result
 * line of each cell. */
EXPORT("playground_seeds")
int playground_seeds(const char *name, const char *text, size_t len, uint64_t seed, uint64_t count);
/* The model of the page of `relist show --html`, of the cell with that number. */
EXPORT("playground_model")
int playground_model(const char *name, const char *text, size_t len, uint64_t seed, size_t cell);
/* The names of the cells, one a line. */
EXPORT("playground_cells")
int playground_cells(const char *name, const char *text, size_t len);
/* What is wrong with the file of the last call, warnings too. */
EXPORT("playground_warnings") int playground_warnings(void);

#endif
