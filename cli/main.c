/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the relist command. */
#include <gnutls/gnutls.h>
#ifdef RELIST_STATIC
#include <nss.h>
#endif

#include "build.h" /* made by the Makefile */
#include "cli/cli.h"

/* GnuTLS takes a millisecond to set itself up, which only --tls needs: its users call
 * gnutls_global_init(). The library looks for the symbol. */
#pragma GCC visibility push(default)
GNUTLS_SKIP_GLOBAL_INIT
#pragma GCC visibility pop

int main(int argc, char **argv)
{
#ifdef RELIST_STATIC
	/* Other services are shared objects of the C library that this program was not built with.
	 */
	(void)__nss_configure_lookup("hosts", "files dns");
	(void)__nss_configure_lookup("services", "files");
#endif
	cli__build = RELIST_BUILD;
	return cli__main(argc, argv, stdout, stderr);
}
