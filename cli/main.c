/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the relist command. */
#include "cli/cli.h"

int main(int argc, char **argv)
{
	return cli__main(argc, argv, stdout, stderr);
}
