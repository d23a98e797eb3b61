/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the relist command. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		puts("relist " RELIST_VERSION);
		return 0;
	}
	fputs("usage: relist --version\n", stderr);
	return 2;
}
