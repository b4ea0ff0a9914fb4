/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two static libraries written in Rust in one program. In the second one a panic unwinds and is caught. */
#include <stdio.h>
#include <string.h>
#include <zrg/zrg.h>

uint32_t neighbour_counts(uint32_t values);

int main(void)
{
    static const char json[] = "{\"name\": \"regular\"}";
    const uint64_t shape[1] = {26};
    zrg_grid *grid = NULL;
    zrg_error error;
    if (zrg_grid_from_json(json, strlen(json), 1, shape, NULL, &grid, &error) == ZRG_OK)
        return 1;
    printf("neighbour %d, zrg: %s\n", (int)neighbour_counts(9), error.message);
    return neighbour_counts(9) != 7;
}
