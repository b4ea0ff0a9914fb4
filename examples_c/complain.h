/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the programs of this folder say on stderr when something is wrong. */
#ifndef COMPLAIN_H
#define COMPLAIN_H

#include <zrg/zrg.h>

extern const char *program_name; /* what complaints begin with */

/* One complaint in printf's manner, on a line of its own. Returns 0, so that a function that failed can end with it. */
int complain(const char *format, ...);

/* One complaint in zrg's own words, about a file or whatever else `what` names. Returns 0, as complain() does. */
int refuse(const char *what, const zrg_error *error);

#endif
