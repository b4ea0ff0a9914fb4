/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See complain.h. */
#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

const char *program_name = "zrg example";

int complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return 0;
}

int refuse(const char *what, const zrg_error *error)
{
    return complain("%s: %s", what, error->message);
}
