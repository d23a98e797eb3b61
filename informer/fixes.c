/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/fixes.h"

/* Not inline: its symbol shows which libraries have the branches. */
bool inf__lacks(inf__without without, enum inf__fix fix)
{
	return (without >> fix & 1) != 0;
}
