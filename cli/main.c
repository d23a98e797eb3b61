/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the relist command. */
#include <gnutls/gnutls.h>

#include "cli/cli.h"

/* GnuTLS takes a millisecond to set itself up, which only --tls needs: whoever uses it calls
 * gnutls_global_init(). The library looks for this very name. */
__attribute__((visibility("default"))) int _gnutls_global_init_skip(void);
int _gnutls_global_init_skip(void)
{
	return 1;
}

int main(int argc, char **argv)
{
	return cli__main(argc, argv, stdout, stderr);
}
