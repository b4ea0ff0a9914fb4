/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Conan copies this folder alone: a program of its own, which the linker must find the library for. */
#include <stdio.h>
#include <zrg/zrg.h>

int main(void)
{
    puts(zrg_version_string());
    return zrg_version_number() != ZRG_VERSION_NUMBER;
}
