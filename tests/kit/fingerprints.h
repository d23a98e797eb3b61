/* SPDX-License-Identifier: Apache-2.0 */
/* fingerprints.h - the results of very many inputs, each as a checksum in a line of a committed
 * file. A change is found without a reader; RELIST_OUTPUTS=DIR shows what it is: every text is then
 * a file below DIR, for `diff -r` with that of the version before. RELIST_UPDATE_GOLDEN=1 rewrites
 * the committed file. */
#ifndef TESTS_FINGERPRINTS_H
#define TESTS_FINGERPRINTS_H

#include "base/str.h"

struct fingerprints {
	const char *path; /* the committed file */
	struct strbuf lines;
};

/* A line begins: all that is added up to the next belongs to that input. */
void fingerprints_line(struct fingerprints *f, const char *input);
/* `word`: the operation; unique in its line. A random key's hashes and the version of the writer
 * are masked. */
void fingerprints_add(struct fingerprints *f, const char *word, struct str text);
/* Fails the test if the lines are not those of the file. */
void fingerprints_end(struct fingerprints *f);

/* ---- of relist commands; their own files are in a folder whose name is masked ---- */

/* A folder for this program: made, and gone with what is in it. */
void fingerprints_make_folder(void);
void fingerprints_remove_folder(void);
void fingerprints_write(const char *name, struct str text);
/* Appends what is in it, and the file is gone. */
void fingerprints_read(const char *name, struct strbuf *to);
/* Appends status and both outputs of `relist WORDS`; DIR in them is the folder. */
void add_call(struct strbuf *to, const char *words);

#endif
