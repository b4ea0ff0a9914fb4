/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A shared library that is made with the static one: it exports its own name alone. */
#include <zrg/zrg.h>

uint32_t plugin_version(void);

uint32_t plugin_version(void)
{
    zrg_grid_free(NULL);
    return zrg_version_number();
}
