/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See show_plan.h. The picture stays small however large the grid is: it shows the chunks about the beginning of the
 * window, and a place in it stands for as many elements as it has to. */
#include "show_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- one axis as a ruler: the lines between chunks, and between them places that stand for elements ---- */

enum { LINE, OTHER, TAKEN, BEYOND, LEFT_OUT }; /* what is at a place; the last is for chunks not shown */
enum { COLUMNS = 72, ROWS = 30, CHUNK_PLACES = 5, CHUNKS_MAX = COLUMNS / CHUNK_PLACES, RULER_MAX = 2 * COLUMNS };

typedef struct ruler {
    size_t length;
    unsigned char place[RULER_MAX];
    uint64_t element[RULER_MAX]; /* of a line: the element behind it; ZRG_NONE: no label */
    int scaled;                  /* a place stands for more than one element */
} ruler;

static void add(ruler *r, int place, uint64_t element)
{
    r->place[r->length] = (unsigned char)place;
    r->element[r->length++] = element;
}

/* Whether the slice has an element in [low, low + length), length >= 1. */
static int takes(const zrg_slice *slice, uint64_t low, uint64_t length)
{
    uint64_t step = slice->step < 0 ? -(uint64_t)slice->step : (uint64_t)slice->step, first = slice->start, last, past;
    if (slice->count == 0)
        return 0;
    last = slice->start + (slice->count - 1) * (uint64_t)slice->step;
    if (slice->step < 0) {
        first = last;
        last = slice->start;
    }
    if (low <= first)
        return first - low < length;
    past = (low - first) % step; /* the next element of the slice is `step - past` on */
    return low <= last && (past == 0 || (step - past < length && step - past <= last - low));
}

static void add_chunk(ruler *r, const zrg_interval *chunk, const zrg_slice *slice, uint64_t shown, size_t places)
{
    uint64_t cells = chunk->data, i, low, high;
    if (shown > places) {
        r->scaled = 1;
        cells = (uint64_t)((double)chunk->data / (double)shown * (double)places);
        cells = cells < 1 ? 1 : cells;
    }
    add(r, LINE, chunk->origin);
    for (i = 0, low = 0; i < cells; i++, low = high) {
        high = i + 1 == cells ? chunk->data : (uint64_t)((double)chunk->data / (double)cells * (double)(i + 1));
        add(r, takes(slice, chunk->origin + low, high - low) ? TAKEN : OTHER, ZRG_NONE);
    }
    for (i = chunk->data; i < chunk->edge && i < chunk->data + 3; i++)
        add(r, BEYOND, ZRG_NONE);
}

static zrg_status make_ruler(const zrg_grid *grid, size_t axis, const zrg_slice *slice, uint64_t chunks, size_t room,
                             ruler *r, zrg_error *error)
{
    zrg_interval shown[CHUNKS_MAX], begin;
    uint64_t first = 0, elements = 0, window;
    size_t count, most = room / CHUNK_PLACES, i;
    zrg_status status;
    memset(r, 0, sizeof *r);
    if (chunks > most && slice->count > 0) { /* begin with the chunk before the window */
        window = slice->step < 0 ? slice->start + (slice->count - 1) * (uint64_t)slice->step : slice->start;
        if ((status = zrg_grid_axis_locate(grid, axis, window, &begin, error)))
            return status;
        first = begin.chunk > 0 ? begin.chunk - 1 : 0;
        first = first < chunks - most ? first : chunks - most;
    }
    most = chunks - first < most ? (size_t)(chunks - first) : most;
    if ((status = zrg_grid_axis_intervals(grid, axis, first, shown, most, &count, error)))
        return status;
    for (i = 0; i < count; i++)
        elements += shown[i].data;
    if (first > 0)
        add(r, LEFT_OUT, ZRG_NONE);
    for (i = 0; i < count; i++)
        add_chunk(r, &shown[i], slice, elements, room - count);
    if (count > 0) { /* the last line has a number only where the array ends, or goes on, right there */
        begin = shown[count - 1];
        add(r, LINE, begin.edge == begin.data ? begin.origin + begin.data : ZRG_NONE);
    }
    if (first + count < chunks)
        add(r, LEFT_OUT, ZRG_NONE);
    return ZRG_OK;
}

/* ---- two rulers as a picture ---- */

static char mark(int row, int column)
{
    if (row == LEFT_OUT || column == LEFT_OUT)
        return '~';
    if (row == LINE)
        return column == LINE ? '+' : '-';
    if (column == LINE)
        return '|';
    if (row == BEYOND || column == BEYOND)
        return 'x';
    return row == TAKEN && column == TAKEN ? '#' : '.';
}

static void draw(const ruler *rows, const ruler *columns)
{
    size_t i, k, at = 0;
    char number[24];
    int margin = 2, length;
    for (i = 0; i < rows->length; i++)
        if (rows->element[i] != ZRG_NONE) {
            length = sprintf(number, "  %" PRIu64, rows->element[i]);
            margin = length > margin ? length : margin;
        }
    printf("%*s ", margin, "");
    for (k = 0; k < columns->length; k++)
        if (columns->element[k] != ZRG_NONE && (at == 0 || k > at)) { /* as many numbers as find room */
            sprintf(number, "%" PRIu64, columns->element[k]);
            at += (size_t)printf("%*s%s", (int)(k - at), "", number);
        }
    putchar('\n');
    for (i = 0; i < rows->length; i++) {
        number[0] = '\0';
        if (rows->element[i] != ZRG_NONE)
            sprintf(number, "%" PRIu64, rows->element[i]);
        printf("%*s ", margin, number);
        for (k = 0; k < columns->length; k++)
            putchar(mark(rows->place[i], columns->place[k]));
        putchar('\n');
    }
}

zrg_status show_grid(const zrg_grid *grid, size_t rank, const zrg_slice *slices, zrg_error *error)
{
    uint64_t shape[ZRG_MAX_RANK], declared[ZRG_MAX_RANK], data[ZRG_MAX_RANK];
    ruler columns, rows = {3, {LINE, TAKEN, LINE}, {ZRG_NONE, ZRG_NONE, ZRG_NONE}, 0}; /* the height of a lone axis */
    size_t axis;
    int scaled = 0;
    zrg_status status;
    if ((status = zrg_grid_shape(grid, rank, shape, error)) ||
        (status = zrg_grid_chunk_counts(grid, rank, declared, data, error)))
        return status;
    for (axis = 0; axis < rank; axis++) {
        printf("axis %lu: elements %" PRIu64 ", chunks %" PRIu64, (unsigned long)axis, shape[axis], declared[axis]);
        if (data[axis] < declared[axis])
            printf(" (%" PRIu64 " of them wholly past the end of the array)", declared[axis] - data[axis]);
        putchar('\n');
        if (rank == 2 && axis == 0) { /* drawn with the next */
            if ((status = make_ruler(grid, 0, &slices[0], data[0], ROWS, &rows, error)))
                return status;
            scaled |= rows.scaled;
            continue;
        }
        if ((status = make_ruler(grid, axis, &slices[axis], data[axis], COLUMNS, &columns, error)))
            return status;
        scaled |= columns.scaled;
        if (rows.length > 0 && columns.length > 0)
            draw(&rows, &columns);
    }
    if (rank > 0)
        printf("# window   . other elements   x past the end of the array   ~ chunks not shown%s\n\n",
               scaled ? "\n(a mark stands for several elements; # when the window takes any of them)" : "");
    return ZRG_OK;
}

/* ---- parts ---- */

/* Elements of one axis in Python's notation, 3:9:2 or 8::-2. */
static void print_slice(size_t axis, uint64_t first, uint64_t count, int64_t step)
{
    uint64_t last = first + (count - 1) * (uint64_t)step;
    printf("%s%" PRIu64 ":", axis > 0 ? ", " : "", first);
    if (step > 0 || count == 1)
        printf("%" PRIu64, last + 1);
    else if (last > 0)
        printf("%" PRIu64, last - 1);
    if (step != 1 && count > 1)
        printf(":%" PRId64, step);
}

static void print_part(const zrg_part *part, const zrg_projection *projections, size_t rank, const char *key)
{
    size_t axis;
    printf("%s  elements [", key);
    for (axis = 0; axis < rank; axis++)
        print_slice(axis, projections[axis].first, projections[axis].count, projections[axis].step);
    printf("] of ");
    for (axis = 0; axis < rank; axis++)
        printf("%s%" PRIu64, axis > 0 ? "x" : "", projections[axis].edge);
    printf("%s -> window [", rank == 0 ? "1" : "");
    for (axis = 0; axis < rank; axis++)
        print_slice(axis, projections[axis].out, projections[axis].count, 1);
    printf("]%s\n", part->covers & ZRG_COVERS_DECLARED ? "  covers declared"
                    : part->covers & ZRG_COVERS_DATA   ? "  covers data"
                                                       : "");
}

zrg_status show_parts(const zrg_selection *selection, size_t rank, const zrg_key_encoding *keys, zrg_error *error)
{
    enum { SHOWN = 100 };
    zrg_part part;
    zrg_projection projections[ZRG_MAX_RANK];
    uint64_t chunk[ZRG_MAX_RANK], total, number;
    char key[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)];
    size_t count, length, axis;
    zrg_status status;
    if (zrg_selection_part_count(selection, &total, NULL))
        total = ZRG_NONE; /* more than 64 bits can count */
    printf("parts %" PRIu64 "\n", total);
    for (number = 0; number < total && number < SHOWN; number++) {
        if ((status = zrg_selection_parts(selection, rank, number, &part, chunk, projections, 1, &count, error)) ||
            (status = zrg_key_encode(keys, rank, chunk, key, sizeof key, &length, error)))
            return status;
        printf("part %" PRIu64 ": chunk [", number);
        for (axis = 0; axis < rank; axis++)
            printf("%s%" PRIu64, axis > 0 ? ", " : "", chunk[axis]);
        printf("]  key ");
        print_part(&part, projections, rank, key);
    }
    if (total > SHOWN)
        printf("... and %" PRIu64 " more\n", total - SHOWN);
    return ZRG_OK;
}
