/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the relist command. */
#include <gnutls/gnutls.h>

#include "cli/cli.h"

/* GnuTLS takes a millisecond to set itself up, which only --tls needs: whoever uses it calls
 * gnutls_global_init(). The library looks for the symbol. */
#pragma GCC visibility push(default)
GNUTLS_SKIP_GLOBAL_INIT
#pragma GCC visibility pop

int main(int argc, char **argv)
{
	return cli__main(argc, argv, stdout, stderr);
}
