/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "tests/kit/import_kit.h"

#include <stdlib.h>
#include <unistd.h>

char import_input[64], import_recording[64], import_story[64];
static char folder[] = "/tmp/relist-import-XXXXXX";

int import_setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(import_input, sizeof(import_input), "%s/input", folder);
	(void)snprintf(import_recording, sizeof(import_recording), "%s/rec.jsonl", folder);
	(void)snprintf(import_story, sizeof(import_story), "%s/story.yaml", folder);
	return output_setup(state);
}

int import_teardown(void **state)
{
	(void)unlink(import_input);
	(void)unlink(import_recording);
	(void)unlink(import_story);
	(void)rmdir(folder);
	return output_teardown(state);
}
