/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A program outside the project, as small as can be: it compiles, links, starts, and gets one right answer. */
#include <stdio.h>
#include <string.h>
#include <zrg/zrg.h>

int main(void)
{
    static const char json[] = "{\"name\": \"rectilinear\", \"configuration\":"
                               " {\"kind\": \"inline\", \"chunk_shapes\": [[16, 10], [24, 14]]}}";
    const uint64_t shape[2] = {26, 38}, index[2] = {20, 10};
    uint64_t chunk[2], within[2];
    zrg_grid *grid;
    zrg_error error;
    if (zrg_grid_from_json(json, strlen(json), 2, shape, NULL, &grid, &error) ||
        zrg_grid_locate(grid, 2, index, chunk, within, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    zrg_grid_free(grid);
    printf("chunk %d %d, within %d %d\n", (int)chunk[0], (int)chunk[1], (int)within[0], (int)within[1]);
    return !(chunk[0] == 1 && chunk[1] == 0 && within[0] == 4 && within[1] == 10);
}
