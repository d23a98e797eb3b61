/* SPDX-License-Identifier: Apache-2.0 */
/* scn_messages.h - scenarios with repeated parts, and the messages about them before a run. */
#ifndef TESTS_SCN_MESSAGES_H
#define TESTS_SCN_MESSAGES_H

#include "runner/language/scenario.h"
#include "tests/kit/testing.h"

/* Loads a text and appends its messages, "NAME:line:column: ...". The caller frees the
 * scenario (NULL: there is an error) and the errors. */
struct scn__scenario *scn_load_messages(const char *name, struct str text, struct strbuf *out,
					struct scn__errors *errors);

/* A scenario in which `~3:a#,~` stands for a0,a1,a2, */
struct scn_made {
	const char *head, *server, *types, *objects, *informers, *controllers, *steps;
	const char *want; /* all messages; "" if it is a scenario */
};

/* Fails the test if the messages about one of them differ; prints all that differ. */
void scn_assert_messages(const struct scn_made *rows, size_t count);

#define ASSERT_MESSAGES(...)                                                                       \
	do {                                                                                       \
		static const struct scn_made made[] = { __VA_ARGS__ };                             \
		scn_assert_messages(made, ARRAY_LEN(made));                                        \
	} while (0)

#endif
