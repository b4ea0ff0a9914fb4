/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Documents that are refused: with which code, where in the text, in which axis and entry, and with which words.
 *
 * In the texts below an @ stands before the byte that error.byte_offset must name; it is taken out before the text is
 * read. */
#include "check.h"

enum { ANY = -2 }; /* where the number is no promise */
#define ANY_NUMBER UINT64_C(0xA11A11A11A11A11A)

/* Takes the @ out of `marked`; where it stood, or ZRG_NONE. */
static uint64_t unmark(const char *marked, char *text)
{
    const char *at = strchr(marked, '@');
    if (!at) {
        strcpy(text, marked);
        return ZRG_NONE;
    }
    memcpy(text, marked, (size_t)(at - marked));
    strcpy(text + (at - marked), at + 1);
    return (uint64_t)(at - marked);
}

static void check_place(int32_t axis, uint64_t element, uint64_t offset, uint64_t value, uint64_t limit)
{
    FAULT(axis == ANY ? fault.axis : axis, element == ANY_NUMBER ? fault.entry : element, offset,
          value == ANY_NUMBER ? fault.value : value, limit == ANY_NUMBER ? fault.limit : limit);
}

/* ---- what stands in chunk_shapes ---- */

typedef struct shapes_case {
    const char *shapes;
    zrg_status code;
    int32_t axis;
    uint64_t element, value, limit;
    const char *words[2];
} shapes_case;

/* Two axes of extent 6. */
static const shapes_case shapes_cases[] = {
    /* numbers that may not stand there */
    {"[[4, @0], 3]", ZRG_ERROR_VALUE, 0, 1, 0, 1, {"chunk_grid.configuration.chunk_shapes[0][1]:", "0"}},
    {"[@0, 3]", ZRG_ERROR_VALUE, 0, ZRG_NONE, 0, 1, {"chunk_grid.configuration.chunk_shapes[0]:", "0"}},
    {"[3, [6, [@0, 2]]]", ZRG_ERROR_VALUE, 1, 1, 0, 1, {"chunk_grid.configuration.chunk_shapes[1][1][0]:", "0"}},
    {"[3, [6, 6, [2, @0]]]", ZRG_ERROR_VALUE, 1, 2, 0, 1, {"chunk_grid.configuration.chunk_shapes[1][2][1]:", "0"}},
    {"[3, [[4, 2], @-1]]", ZRG_ERROR_VALUE, 1, 1, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[1][1]:", "-1"}},
    {"[@-3, 3]", ZRG_ERROR_VALUE, 0, ZRG_NONE, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[0]:", "-3"}},
    {"[3, [4, @4.5]]", ZRG_ERROR_VALUE, 1, 1, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[1][1]:", "4.5"}},
    {"[@4.5, 3]", ZRG_ERROR_VALUE, 0, ZRG_NONE, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[0]:", "4.5"}},
    {"[3, [4, [@2.5, 2]]]", ZRG_ERROR_VALUE, 1, 1, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[1][1][0]:", "2.5"}},
    {"[3, [4, [2, @1.5]]]", ZRG_ERROR_VALUE, 1, 1, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[1][1][1]:", "1.5"}},
    {"[3, [@8.000000000000000001]]", ZRG_ERROR_VALUE, 1, 0, ZRG_NONE, ANY_NUMBER,
     {"chunk_shapes[1][0]:", "8.000000000000000001"}},
    {"[3, [6, @1e-1]]", ZRG_ERROR_VALUE, 1, 1, ZRG_NONE, ANY_NUMBER, {"chunk_shapes[1][1]:", "1e-1"}},
    {"[3, [6, @0e5]]", ZRG_ERROR_VALUE, 1, 1, ANY_NUMBER, ANY_NUMBER, {"chunk_shapes[1][1]:", "0"}},
    {"[3, [6, @-0]]", ZRG_ERROR_VALUE, 1, 1, ANY_NUMBER, ANY_NUMBER, {"chunk_shapes[1][1]:", "0"}},
    {"[3, @[]]", ZRG_ERROR_VALUE, 1, ZRG_NONE, ANY_NUMBER, ANY_NUMBER, {"chunk_shapes[1]:", "at least one"}},
    /* values of the wrong kind */
    {"[3, [4, @\"4\"]]", ZRG_ERROR_STRUCTURE, 1, 1, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][1]:", "string"}},
    {"[@\"4\", 3]", ZRG_ERROR_STRUCTURE, 0, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_shapes[0]:", "string"}},
    {"[3, [@true]]", ZRG_ERROR_STRUCTURE, 1, 0, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][0]:", "bool"}},
    {"[@false, 3]", ZRG_ERROR_STRUCTURE, 0, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_shapes[0]:", "bool"}},
    {"[3, @null]", ZRG_ERROR_STRUCTURE, 1, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1]:", "null"}},
    {"[3, [6, @null]]", ZRG_ERROR_STRUCTURE, 1, 1, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][1]:", "null"}},
    {"[3, [6, @{}]]", ZRG_ERROR_STRUCTURE, 1, 1, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][1]:", "object"}},
    {"[@{\"a\": [1]}, 3]", ZRG_ERROR_STRUCTURE, 0, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_shapes[0]:", "object"}},
    {"[3, [[@\"2\", 3]]]", ZRG_ERROR_STRUCTURE, 1, 0, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][0][0]:", "string"}},
    {"[3, [[2, @true]]]", ZRG_ERROR_STRUCTURE, 1, 0, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][0][1]:", "bool"}},
    {"[3, [[@[2, 3], 3]]]", ZRG_ERROR_STRUCTURE, 1, 0, ZRG_NONE, ZRG_NONE, {"chunk_shapes[1][0][0]:", "array"}},
    {"[3, [6, @[2]]]", ZRG_ERROR_STRUCTURE, 1, 1, ANY_NUMBER, ANY_NUMBER, {"chunk_shapes[1][1]:", "[edge, count]"}},
    {"[3, [6, @[]]]", ZRG_ERROR_STRUCTURE, 1, 1, ANY_NUMBER, ANY_NUMBER, {"chunk_shapes[1][1]:", "[edge, count]"}},
    {"[3, [6, @[2, 3, 4]]]", ZRG_ERROR_STRUCTURE, 1, 1, ANY_NUMBER, ANY_NUMBER, {"chunk_shapes[1][1]:", "[edge, count]"}},
    {"@7", ZRG_ERROR_STRUCTURE, -1, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_grid.configuration.chunk_shapes:", "array"}},
    {"@\"[3, 3]\"", ZRG_ERROR_STRUCTURE, -1, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_shapes:", "array"}},
    {"@{}", ZRG_ERROR_STRUCTURE, -1, ZRG_NONE, ZRG_NONE, ZRG_NONE, {"chunk_shapes:", "array"}},
    /* numbers of axes */
    {"@[3]", ZRG_ERROR_RANK, -1, ZRG_NONE, 1, 2, {"chunk_shapes", "1"}},
    {"@[3, 3, 3]", ZRG_ERROR_RANK, -1, ZRG_NONE, 3, 2, {"chunk_shapes", "3"}},
    {"@[]", ZRG_ERROR_RANK, -1, ZRG_NONE, 0, 2, {"chunk_shapes", "0"}},
    /* edges that end too early */
    {"[3, @[2, 3]]", ZRG_ERROR_COVER, 1, ZRG_NONE, 5, 6, {"chunk_shapes[1]:", "5"}},
    {"[@[[1, 5]], 3]", ZRG_ERROR_COVER, 0, ZRG_NONE, 5, 6, {"chunk_shapes[0]:", "5"}},
    /* numbers past 64 bits: one, a run's, a sum's */
    {"[3, [6, @18446744073709551616]]", ZRG_ERROR_RANGE, 1, 1, ZRG_NONE, UINT64_MAX,
     {"chunk_shapes[1][1]:", "18446744073709551616"}},
    {"[@18446744073709551616, 3]", ZRG_ERROR_RANGE, 0, ZRG_NONE, ZRG_NONE, UINT64_MAX,
     {"chunk_shapes[0]:", "18446744073709551616"}},
    {"[3, [6, @2e19]]", ZRG_ERROR_RANGE, 1, 1, ZRG_NONE, UINT64_MAX, {"chunk_shapes[1][1]:", "2e19"}},
    {"[3, [[6, @18446744073709551616]]]", ZRG_ERROR_RANGE, 1, 0, ZRG_NONE, UINT64_MAX,
     {"chunk_shapes[1][0][1]:", "18446744073709551616"}},
    {"[3, [18446744073709551615, @1]]", ZRG_ERROR_RANGE, 1, 1, ANY_NUMBER, UINT64_MAX,
     {"chunk_shapes[1][1]:", "18446744073709551615"}},
    {"[3, [1, @[4294967296, 4294967296]]]", ZRG_ERROR_RANGE, 1, 1, ANY_NUMBER, UINT64_MAX,
     {"chunk_shapes[1][1]:", "18446744073709551615"}},
    {"[3, [1, @[18446744073709551615, 1]]]", ZRG_ERROR_RANGE, 1, 1, ANY_NUMBER, UINT64_MAX,
     {"chunk_shapes[1][1]:", "18446744073709551615"}},
};

static void test_shapes(void)
{
    static const char head[] = "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": ";
    static const char whole[] =
        "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [6, 6],"
        " \"chunk_key_encoding\": {\"name\": \"default\"}, \"chunk_grid\": ";
    static const uint64_t shape[2] = {6, 6};
    size_t i;
    for (i = 0; i < COUNT_OF(shapes_cases); i++) {
        const shapes_case *c = &shapes_cases[i];
        char marked[1024], text[1024];
        zrg_grid *grid = (zrg_grid *)marked; /* must stay */
        zrg_key_encoding keys;
        uint64_t offset;
        ROUND("%s", c->shapes);
        snprintf(marked, sizeof marked, "%s%s}}", head, c->shapes);
        offset = unmark(marked, text);
        FAILS(c->code, zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, report));
        check_place(c->axis, c->element, offset, c->value, c->limit);
        CHECK_MESSAGE(c->words[0]);
        CHECK_MESSAGE(c->words[1]);

        /* The same inside a zarr.json: same code, same path, its own offset. */
        snprintf(marked, sizeof marked, "%s%s%s}}}", whole, head, c->shapes);
        offset = unmark(marked, text);
        WIPE(keys);
        FAILS(c->code, zrg_grid_from_array_json(text, strlen(text), NULL, &grid, &keys, report));
        check_place(c->axis, c->element, offset, c->value, c->limit);
        CHECK_MESSAGE(c->words[0]);
        CHECK(grid == (zrg_grid *)marked);
        CHECK_UNTOUCHED(keys);
    }
    ROUND_END();
}

/* Spellings of numbers that are integers, and edges that exactly suffice, are no errors. */
static void test_accepted(void)
{
    static const char *const accepted[] = {
        "[6, 3]",           "[4.0, 3]",     "[[4e0, 2], 3]",         "[[0.4e1, 20E-1], 3]",
        "[[[2, 3]], 3]",    "[[600e-2], 3]", "[3, [[3.0, 2.0]]]",     "[18446744073709551615, [18446744073709551615]]",
        "[ [ 6 ] ,\t3 ]\n", "[1e19, 3]",    "[1.8446744073709551615e19, 3]", "[[1, 2, 3], [6.000000000000000000000000]]",
        "[18446744073709551615.0, 0.18446744073709551615e20]", "[184467440737095516150e-1, 3]",
    };
    static const uint64_t shape[2] = {6, 6};
    size_t i;
    for (i = 0; i < COUNT_OF(accepted); i++) {
        char text[512];
        zrg_grid *grid = NULL;
        ROUND("%s", accepted[i]);
        snprintf(text, sizeof text,
                 "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": %s}}",
                 accepted[i]);
        SUCCEEDS(zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, report));
        CHECK_U64(zrg_grid_rank(grid), 2);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* Numbers of 400 digits and more, of every kind: `before`, 400 zeros, `after`. */
static void test_long_numbers(void)
{
    static const struct {
        const char *before, *after;
        zrg_status code;
    } cases[] = {
        {"1", "", ZRG_ERROR_RANGE}, /* 10^400 */
        {"-1", "", ZRG_ERROR_VALUE},
        {"1.", "1", ZRG_ERROR_VALUE}, /* one and a very little */
        {"0.", "1", ZRG_ERROR_VALUE}, /* a very little */
        {"6.", "", ZRG_OK},
        {"6", "e-400", ZRG_OK},
        {"6", "e-399", ZRG_OK}, /* 60 */
        {"6", "e-401", ZRG_ERROR_VALUE}, /* 0.6 */
        {"1", "e400", ZRG_ERROR_RANGE},
        {"6e", "1", ZRG_OK}, /* the exponent is 1, after 400 zeros */
        {"6e-", "1", ZRG_ERROR_VALUE},
        {"6e1", "", ZRG_ERROR_RANGE}, /* the exponent is 10^400 */
        {"6e-1", "", ZRG_ERROR_VALUE},
        {"0e1", "", ZRG_ERROR_VALUE}, /* still 0 */
        {"0.", "e1", ZRG_ERROR_VALUE},
    };
    static const struct {
        const char *before, *after;
        uint64_t element;
    } forms[] = {{"@", "", ZRG_NONE}, {"[6, @", "]", 1}, {"[6, [@", ", 1]]", 1}, {"[6, [6, @", "]]", 1}};
    static const uint64_t shape[1] = {6};
    char zeros[401];
    size_t i, form;
    memset(zeros, '0', 400);
    zeros[400] = '\0';
    for (i = 0; i < COUNT_OF(cases); i++)
        for (form = 0; form < COUNT_OF(forms); form++) {
            char marked[2048], text[2048];
            zrg_grid *grid = NULL;
            uint64_t offset;
            snprintf(marked, sizeof marked,
                     "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\":"
                     " [%s%s%s%s%s]}}",
                     forms[form].before, cases[i].before, zeros, cases[i].after, forms[form].after);
            offset = unmark(marked, text);
            ROUND("%s0...0%s in form %d", cases[i].before, cases[i].after, (int)form);
            if (cases[i].code == ZRG_OK) {
                SUCCEEDS(zrg_grid_from_json(text, strlen(text), 1, shape, NULL, &grid, report));
                zrg_grid_free(grid);
                continue;
            }
            FAILS(cases[i].code, zrg_grid_from_json(text, strlen(text), 1, shape, NULL, &grid, report));
            check_place(0, forms[form].element, offset, ANY_NUMBER, ANY_NUMBER);
            CHECK_MESSAGE("chunk_grid.configuration.chunk_shapes[0]");
            CHECK(grid == NULL);
        }
    ROUND_END();
}

/* ---- the rest of the document ---- */

typedef struct grid_case {
    const char *text;
    zrg_status code;
    const char *words;
} grid_case;

#define SHAPES "\"chunk_shapes\": [3, 3]"
#define INLINE "\"kind\": \"inline\", " SHAPES

/* Without an @ something is missing: the place is that of an object which lacks it, or none. */
static void check_offset(const char *text, uint64_t offset)
{
    if (offset != ZRG_NONE) CHECK_U64(fault.byte_offset, offset);
    else CHECK(fault.byte_offset == ZRG_NONE || (fault.byte_offset < strlen(text) && text[fault.byte_offset] == '{'));
}

/* Two axes of extent 6. */
static const grid_case grid_cases[] = {
    /* not JSON */
    {"@", ZRG_ERROR_JSON, ""},
    {"   @", ZRG_ERROR_JSON, ""},
    {"@x", ZRG_ERROR_JSON, ""},
    {"{\"name\": @}", ZRG_ERROR_JSON, ""},
    {"{\"name\": @'rectilinear'}", ZRG_ERROR_JSON, ""},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, 0@3]}}", ZRG_ERROR_JSON,
     ""},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, @+3]}}", ZRG_ERROR_JSON,
     ""},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, @NaN]}}", ZRG_ERROR_JSON,
     ""},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}} @x", ZRG_ERROR_JSON, ""},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}} @{}", ZRG_ERROR_JSON, ""},
    /* not an extension object */
    {"@[]", ZRG_ERROR_STRUCTURE, "object"},
    {"@7", ZRG_ERROR_STRUCTURE, "object"},
    {"@null", ZRG_ERROR_STRUCTURE, "object"},
    {"{}", ZRG_ERROR_STRUCTURE, "name"},
    {"{\"configuration\": {" INLINE "}}", ZRG_ERROR_STRUCTURE, "name"},
    {"{\"name\": @7, \"configuration\": {" INLINE "}}", ZRG_ERROR_STRUCTURE, "name"},
    {"{\"name\": @null, \"configuration\": {" INLINE "}}", ZRG_ERROR_STRUCTURE, "name"},
    {"{\"name\": \"rectilinear\"}", ZRG_ERROR_STRUCTURE, "configuration"},
    {"{\"name\": \"rectilinear\", \"configuration\": @[]}", ZRG_ERROR_STRUCTURE, "configuration"},
    {"{\"name\": \"rectilinear\", \"configuration\": @null}", ZRG_ERROR_STRUCTURE, "configuration"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" SHAPES "}}", ZRG_ERROR_STRUCTURE, "kind"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": @1, " SHAPES "}}", ZRG_ERROR_STRUCTURE, "kind"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\"}}", ZRG_ERROR_STRUCTURE, "chunk_shapes"},
    {"{\"name\": \"regular\", \"configuration\": {}}", ZRG_ERROR_STRUCTURE, "chunk_shape"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": @3}}", ZRG_ERROR_STRUCTURE, "chunk_shape"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, @[3, 3]]}}", ZRG_ERROR_STRUCTURE, "chunk_shape[1]"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, @0]}}", ZRG_ERROR_VALUE, "chunk_shape[1]"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": @[3]}}", ZRG_ERROR_RANK, "chunk_shape"},
    /* names and members that are not known, or are refused */
    {"{\"name\": @\"hexagonal\", \"configuration\": {" INLINE "}}", ZRG_ERROR_UNSUPPORTED, "hexagonal"},
    {"{\"name\": @\"Rectilinear\", \"configuration\": {" INLINE "}}", ZRG_ERROR_UNSUPPORTED, "Rectilinear"},
    {"{\"name\": @\"rectilinear\\u0000\", \"configuration\": {" INLINE "}}", ZRG_ERROR_UNSUPPORTED, "rectilinear"},
    {"{\"name\": @\"rectangular\", \"configuration\": {\"chunk_shape\": [3, 3]}}", ZRG_ERROR_UNSUPPORTED, "rectangular"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": @\"outline\", " SHAPES "}}", ZRG_ERROR_UNSUPPORTED,
     "outline"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE ", \"order\": @1}}", ZRG_ERROR_UNSUPPORTED, "order"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE ", \"encoded_chunk_shapes\": @[3, 3]}}",
     ZRG_ERROR_UNSUPPORTED, "encoded_chunk_shapes"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3], \"kind\": @\"inline\"}}", ZRG_ERROR_UNSUPPORTED,
     "kind"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, \"comment\": @1}", ZRG_ERROR_UNSUPPORTED, "comment"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, \"must_understand\": @false}", ZRG_ERROR_UNSUPPORTED,
     "must_understand"},
    /* members that stand twice: the place is the second one's value */
    {"{\"name\": \"rectilinear\", \"name\": @\"rectilinear\", \"configuration\": {" INLINE "}}", ZRG_ERROR_DUPLICATE,
     "name"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, \"configuration\": @{" INLINE "}}",
     ZRG_ERROR_DUPLICATE, "configuration"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE ", \"chunk_shapes\": @[3, 3]}}", ZRG_ERROR_DUPLICATE, "chunk_shapes"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE ", \"kind\": @\"inline\"}}", ZRG_ERROR_DUPLICATE, "kind"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3], \"chunk_shape\": @[3, 3]}}",
     ZRG_ERROR_DUPLICATE, "chunk_shape"},
    {"{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3]}, \"must_understand\": true,"
     " \"must_understand\": @true}",
     ZRG_ERROR_DUPLICATE, "must_understand"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, \"must_understand\": @\"true\"}",
     ZRG_ERROR_STRUCTURE, "must_understand"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE ", \"chunk\\u005fshapes\": @[3, 3]}}",
     ZRG_ERROR_DUPLICATE, "chunk_shapes"}, /* the same name, spelled another way */
};

static void test_grids(void)
{
    static const uint64_t shape[2] = {6, 6};
    size_t i;
    for (i = 0; i < COUNT_OF(grid_cases); i++) {
        const grid_case *c = &grid_cases[i];
        char text[1024];
        zrg_grid *grid = (zrg_grid *)text;
        uint64_t offset = unmark(c->text, text);
        ROUND("%s", c->text);
        FAILS(c->code, zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, report));
        check_offset(text, offset);
        CHECK_MESSAGE(c->words);
        CHECK(grid == (zrg_grid *)text);
    }
    ROUND_END();
}

/* `"must_understand": true` says nothing new; the members of an object come in any order. */
static void test_order_of_members(void)
{
    static const char *const accepted[] = {
        "{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, \"must_understand\": true}",
        "{\"configuration\": {" SHAPES ", \"kind\": \"inline\"}, \"name\": \"rectilinear\"}",
        "{\"configuration\": {\"chunk_shape\": [3, 3]}, \"name\": \"regular\"}",
        "{\"n\\u0061me\": \"rectiline\\u0061r\", \"configuration\": {" INLINE "}}",
    };
    static const uint64_t shape[2] = {6, 6};
    size_t i;
    for (i = 0; i < COUNT_OF(accepted); i++) {
        zrg_grid *grid = NULL;
        uint64_t declared[2];
        ROUND("%s", accepted[i]);
        SUCCEEDS(zrg_grid_from_json(accepted[i], strlen(accepted[i]), 2, shape, NULL, &grid, report));
        SUCCEEDS(zrg_grid_chunk_counts(grid, 2, declared, NULL, report));
        CHECK_U64(declared[0], 2);
        zrg_grid_free(grid);
    }
    ROUND_END();
}

/* ---- zarr.json ---- */

#define GRID "\"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3]}}"
#define KEYS "\"chunk_key_encoding\": {\"name\": \"default\"}"
#define ARRAY "\"zarr_format\": 3, \"node_type\": \"array\""

static const grid_case array_cases[] = {
    {"@[]", ZRG_ERROR_STRUCTURE, "object"},
    {"{\"node_type\": \"array\", \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_STRUCTURE, "zarr_format"},
    {"{\"zarr_format\": 3, \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_STRUCTURE, "node_type"},
    {"{" ARRAY ", " KEYS ", " GRID "}", ZRG_ERROR_STRUCTURE, "shape"},
    {"{" ARRAY ", \"shape\": [6, 6], " KEYS "}", ZRG_ERROR_STRUCTURE, "chunk_grid"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID "}", ZRG_ERROR_STRUCTURE, "chunk_key_encoding"},
    {"{\"zarr_format\": @2, \"node_type\": \"array\", \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_UNSUPPORTED,
     "zarr_format"},
    {"{\"zarr_format\": @\"3\", \"node_type\": \"array\", \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_STRUCTURE,
     "zarr_format"},
    {"{\"zarr_format\": 3, \"node_type\": @\"group\", \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_UNSUPPORTED,
     "group"},
    {"{" ARRAY ", \"shape\": @6, " KEYS ", " GRID "}", ZRG_ERROR_STRUCTURE, "shape"},
    {"{" ARRAY ", \"shape\": [6, @\"6\"], " KEYS ", " GRID "}", ZRG_ERROR_STRUCTURE, "shape[1]"},
    {"{" ARRAY ", \"shape\": [6, @-6], " KEYS ", " GRID "}", ZRG_ERROR_VALUE, "shape[1]"},
    {"{" ARRAY ", \"shape\": [6, @6.5], " KEYS ", " GRID "}", ZRG_ERROR_VALUE, "shape[1]"},
    {"{" ARRAY ", \"shape\": [6, @9223372036854775808], " KEYS ", " GRID "}", ZRG_ERROR_RANGE, "shape[1]"},
    {"{" ARRAY ", \"shape\": [6, @18446744073709551616], " KEYS ", " GRID "}", ZRG_ERROR_RANGE, "shape[1]"},
    {"{" ARRAY ", \"shape\": [6, 6], \"shape\": @[6, 6], " KEYS ", " GRID "}", ZRG_ERROR_DUPLICATE, "shape"},
    {"{" ARRAY ", \"shape\": [6, 6], " KEYS ", " GRID ", \"chunk_grid\": @{}}", ZRG_ERROR_DUPLICATE, "chunk_grid"},
    {"{" ARRAY ", \"zarr_format\": @3, \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_DUPLICATE, "zarr_format"},
    {"{" ARRAY ", \"node_type\": @\"array\", \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_DUPLICATE, "node_type"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", " KEYS ", \"chunk_key_encoding\": @{\"name\": \"default\"}}",
     ZRG_ERROR_DUPLICATE, "chunk_key_encoding"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": {\"name\": \"v2\", \"name\": @\"v2\"}}",
     ZRG_ERROR_DUPLICATE, "name"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID
     ", \"chunk_key_encoding\": {\"name\": \"v2\", \"configuration\": {}, \"configuration\": @{}}}",
     ZRG_ERROR_DUPLICATE, "configuration"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID
     ", \"chunk_key_encoding\": {\"name\": \"v2\", \"configuration\": {\"separator\": \".\", \"separator\": @\".\"}}}",
     ZRG_ERROR_DUPLICATE, "separator"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": {\"configuration\": {}}}", ZRG_ERROR_STRUCTURE,
     "name"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": @7}", ZRG_ERROR_STRUCTURE, "chunk_key_encoding"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": {\"name\": @\"v3\"}}", ZRG_ERROR_UNSUPPORTED, "v3"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID
     ", \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": @\"-\"}}}",
     ZRG_ERROR_UNSUPPORTED, "separator"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID
     ", \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": @7}}}",
     ZRG_ERROR_STRUCTURE, "separator"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID
     ", \"chunk_key_encoding\": {\"name\": \"v2\", \"configuration\": {\"sep\": @\".\"}}}",
     ZRG_ERROR_UNSUPPORTED, "sep"},
    {"{" ARRAY ", \"shape\": [6, 6, 6], " KEYS ", \"chunk_grid\": {\"name\": \"regular\", \"configuration\":"
     " {\"chunk_shape\": @[3, 3]}}}",
     ZRG_ERROR_RANK, "chunk_shape"},
};

static void test_arrays(void)
{
    size_t i;
    for (i = 0; i < COUNT_OF(array_cases); i++) {
        const grid_case *c = &array_cases[i];
        char text[1024];
        zrg_grid *grid = (zrg_grid *)text;
        zrg_key_encoding keys;
        uint64_t offset = unmark(c->text, text);
        ROUND("%s", c->text);
        WIPE(keys);
        FAILS(c->code, zrg_grid_from_array_json(text, strlen(text), NULL, &grid, &keys, report));
        check_offset(text, offset);
        CHECK_MESSAGE(c->words);
        CHECK(grid == (zrg_grid *)text);
        CHECK_UNTOUCHED(keys);
    }
    ROUND_END();
}

/* A rank that no grid has. */
static void test_too_many_axes(void)
{
    char text[2048], list[512] = "";
    zrg_grid *grid = NULL;
    zrg_key_encoding keys;
    int a;
    for (a = 0; a < ZRG_MAX_RANK + 1; a++) strcat(list, a ? ", 1" : "1");
    snprintf(text, sizeof text,
             "{" ARRAY ", \"shape\": [%s], " KEYS
             ", \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [%s]}}}",
             list, list);
    FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_array_json(text, strlen(text), NULL, &grid, &keys, report));
    FAULT(-1, ZRG_NONE, (uint64_t)(strstr(text, "[1") - text), ZRG_MAX_RANK + 1, ZRG_MAX_RANK);
    CHECK_MESSAGE("shape");
    CHECK(grid == NULL);
}

/* ---- cut, changed and hostile text ---- */

static const char valid_grid[] =
    "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[[1, 2], 4], 12e0]},"
    " \"must_understand\": true}";
static const char valid_array[] =
    "{" ARRAY ", \"shape\": [6, 6], \"attributes\": {\"a\\u00e9\xc3\xa9\": [1, -2.5e-3, null, \"\\ud83d\\ude00\"]}, " KEYS
    ", " GRID ", \"codecs\": [{\"name\": \"bytes\"}]}";

/* Text that ends too early is not JSON, wherever it ends, and the end is where that shows. Each piece lies in memory of
 * its own, so that valgrind sees a byte read past it. */
static void test_truncated(void)
{
    static const uint64_t shape[2] = {6, 6};
    size_t length;
    for (length = 0; length < sizeof valid_grid - 1; length++) {
        char *piece = malloc(length + (length == 0));
        zrg_grid *grid = NULL;
        REQUIRE(piece);
        memcpy(piece, valid_grid, length);
        ROUND("%d bytes of a grid", (int)length);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_json(piece, length, 2, shape, NULL, &grid, report));
        CHECK(fault.byte_offset == length || fault.byte_offset + 1 == length); /* 12e: the e lacks a digit */
        CHECK(grid == NULL);
        free(piece);
    }
    for (length = 0; length < sizeof valid_array - 1; length++) {
        char *piece = malloc(length + (length == 0));
        zrg_grid *grid = NULL;
        zrg_key_encoding keys;
        REQUIRE(piece);
        memcpy(piece, valid_array, length);
        ROUND("%d bytes of an array", (int)length);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(piece, length, NULL, &grid, &keys, report));
        CHECK(fault.byte_offset <= length); /* a cut in a character or an escape shows where it begins */
        CHECK(grid == NULL);
        free(piece);
    }
    ROUND_END();
    { /* And whole they are good. */
        zrg_grid *grid = NULL;
        zrg_key_encoding keys;
        SUCCEEDS(zrg_grid_from_json(valid_grid, sizeof valid_grid - 1, 2, shape, NULL, &grid, report));
        zrg_grid_free(grid);
        grid = NULL;
        SUCCEEDS(zrg_grid_from_array_json(valid_array, sizeof valid_array - 1, NULL, &grid, &keys, report));
        zrg_grid_free(grid);
    }
}

/* Each byte replaced by each of these: whatever comes of it, it is an answer, and an error is a whole one. */
static void test_changed(void)
{
    static const char bytes[] = {'\0', ' ', '"', '\\', '0', '9', '-', '.', 'e', '[', ']', '{', '}', ',', ':', 'u', '\x7f',
                                 '\x80', '\xc3', '\xff'};
    static const uint64_t shape[2] = {6, 6};
    size_t i, k, refused = 0;
    for (i = 0; i < sizeof valid_array - 1; i++)
        for (k = 0; k < sizeof bytes; k++) {
            char text[sizeof valid_array];
            zrg_grid *grid = NULL;
            zrg_key_encoding keys;
            zrg_status got;
            ROUND("byte %d becomes 0x%02x", (int)i, (unsigned)(unsigned char)bytes[k]);
            memcpy(text, valid_array, sizeof text);
            text[i] = bytes[k];
            got = zrg_grid_from_array_json(text, sizeof text - 1, NULL, &grid, &keys, NULL);
            if (got == ZRG_OK) {
                CHECK(grid != NULL && zrg_grid_rank(grid) <= 2);
            } else {
                refused++;
                CHECK((got >= ZRG_ERROR_JSON && got <= ZRG_ERROR_UNSUPPORTED) || got == ZRG_ERROR_RANK ||
                      got == ZRG_ERROR_RANGE);
                FAILS(got, zrg_grid_from_array_json(text, sizeof text - 1, NULL, &grid, &keys, report));
                CHECK(fault.byte_offset <= sizeof text - 1 || fault.byte_offset == ZRG_NONE);
                CHECK(grid == NULL);
            }
            zrg_grid_free(grid);
            if (i >= sizeof valid_grid - 1) continue;
            grid = NULL;
            memcpy(text, valid_grid, sizeof valid_grid);
            text[i] = bytes[k];
            got = zrg_grid_from_json(text, sizeof valid_grid - 1, 2, shape, NULL, &grid, NULL);
            if (got != ZRG_OK)
                FAILS(got, zrg_grid_from_json(text, sizeof valid_grid - 1, 2, shape, NULL, &grid, report));
            zrg_grid_free(grid);
        }
    ROUND_END();
    CHECK(refused > 1000);
}

/* The NUL that ends a C string is no part of the document. */
static void test_nul(void)
{
    static const uint64_t shape[2] = {6, 6};
    zrg_grid *grid = NULL;
    FAILS(ZRG_ERROR_JSON, zrg_grid_from_json(valid_grid, sizeof valid_grid, 2, shape, NULL, &grid, report));
    FAULT(-1, ZRG_NONE, sizeof valid_grid - 1, ZRG_NONE, ZRG_NONE);
    FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(valid_array, sizeof valid_array, NULL, &grid, NULL, report));
    FAULT(-1, ZRG_NONE, sizeof valid_array - 1, ZRG_NONE, ZRG_NONE);
    CHECK(grid == NULL);
}

/* Bytes that are no text. */
static void test_not_utf8(void)
{
    static const char *const documents[] = {
        "@\xff",
        "@\xef\xbb\xbf{}", /* a byte order mark */
        "{\"name\": \"rectilinear@\xff\"}",
        "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"in@\xc3(line\"}}",
        "{\"na@\xed\xa0\x80me\": 1}",     /* a surrogate */
        "{\"name\": \"@\xc0\xaf\"}",      /* overlong */
        "{\"name\": \"@\xf4\x90\x80\x80\"}", /* past U+10FFFF */
        "{\"name\": \"x@\xe2\x82\"}",     /* cut short */
    };
    static const uint64_t shape[2] = {6, 6};
    size_t i;
    for (i = 0; i < COUNT_OF(documents); i++) {
        char text[256];
        zrg_grid *grid = NULL;
        uint64_t offset = unmark(documents[i], text);
        ROUND("document %d", (int)i);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, report));
        CHECK_U64(fault.byte_offset, offset);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(text, strlen(text), NULL, &grid, NULL, report));
        CHECK_U64(fault.byte_offset, offset);
        CHECK(grid == NULL);
    }
    ROUND_END();
}

/* What the document says is quoted, but cannot do anything to a terminal or a log, nor fill the message. */
static void test_quotes(void)
{
    static const char *const names[] = {"\\u0007\\u001b[31mred", "\\u0000", "a\\nb\\rc", "\\u202egnal",
                                        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\\ud800", "%s%n%d",
                                        "{limit}{quote}{"};
    static const uint64_t shape[2] = {6, 6};
    size_t i, k;
    for (i = 0; i < COUNT_OF(names); i++) {
        char text[256];
        zrg_grid *grid = NULL;
        zrg_status want = strcmp(names[i], "\\ud800") == 0 ? ZRG_ERROR_JSON : ZRG_ERROR_UNSUPPORTED;
        ROUND("%s", names[i]);
        snprintf(text, sizeof text, "{\"name\": \"%s\", \"configuration\": {}}", names[i]);
        if (zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, NULL) == ZRG_ERROR_UNSUPPORTED)
            want = ZRG_ERROR_UNSUPPORTED; /* half a surrogate pair may also just be no name that is known */
        FAILS(want, zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, report));
        if (strchr(names[i], '%') || strchr(names[i], '{')) CHECK_MESSAGE(names[i]); /* quoted, not filled in */
        for (k = 0; fault.message[k]; k++) CHECK((unsigned char)fault.message[k] >= 0x20 && fault.message[k] != 0x7f);
    }
    ROUND_END();

    { /* A name of a megabyte, of characters of several bytes. */
        enum { CHARACTERS = 400000 };
        char *text = malloc(3 * CHARACTERS + 64);
        size_t length;
        zrg_grid *grid = NULL;
        REQUIRE(text);
        strcpy(text, "{\"name\": \"");
        length = strlen(text);
        for (i = 0; i < CHARACTERS; i++, length += 3) memcpy(text + length, "\xe2\x82\xac", 3);
        strcpy(text + length, "\"}");
        FAILS(ZRG_ERROR_UNSUPPORTED, zrg_grid_from_json(text, length + 2, 2, shape, NULL, &grid, report));
        CHECK_MESSAGE("\xe2\x82\xac");
        /* As a member, as a kind, as a string where a list belongs: never an abort, never a message without end. */
        memcpy(text, "{\"", 2);
        memmove(text + 2, text + 10, 3 * CHARACTERS);
        strcpy(text + 2 + 3 * CHARACTERS, "\": 1}");
        FAILS(ZRG_ERROR_UNSUPPORTED,
              zrg_grid_from_json(text, 3 * CHARACTERS + 7, 2, shape, NULL, &grid, report));
        CHECK(grid == NULL);
        free(text);
    }
}

/* Nesting without end: refused at the depth that is too deep, before anything is made of it. */
static void test_deep(void)
{
    enum { SIZE = 10 * 1000 * 1000, SOME = SIZE / 50 };
    static const struct {
        const char *before, *unit;
        size_t size;
    } cases[] = {
        {"", "[", SIZE},
        {"", "{\"a\":", SOME},
        {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": ", "[", SOME},
        {"{\"zarr_format\": 3, \"attributes\": ", "[", SOME},
        {"{\"zarr_format\": 3, \"attributes\": ", "{\"a\":", SOME},
        {"{\"zarr_format\": 3, \"attributes\": ", "[{\"a\":", SIZE},
    };
    static const uint64_t shape[2] = {6, 6};
    char *text = malloc(SIZE);
    size_t i, k;
    uint64_t limit = 0;
    REQUIRE(text);
    for (i = 0; i < COUNT_OF(cases); i++) {
        size_t before = strlen(cases[i].before), unit = strlen(cases[i].unit);
        zrg_grid *grid = NULL;
        memcpy(text, cases[i].before, before);
        for (k = before; k < cases[i].size; k++) text[k] = cases[i].unit[(k - before) % unit];
        ROUND("%s%s...", cases[i].before, cases[i].unit);
        FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_json(text, cases[i].size, 2, shape, NULL, &grid, report));
        CHECK(fault.byte_offset < 2000 && fault.byte_offset >= before); /* told where the limit is passed */
        limit = fault.limit;
        CHECK(limit >= 16 && limit < 1000);
        FAILS(ZRG_ERROR_LIMIT, zrg_grid_from_array_json(text, cases[i].size, NULL, &grid, NULL, report));
        CHECK(grid == NULL);
    }
    ROUND_END();

    /* Exactly as deep as allowed, in what is skipped, and one level more. The document itself is one. */
    for (k = 0; k < 2; k++) {
        zrg_grid *grid = NULL;
        size_t levels = (size_t)limit - 1 + k;
        int length = sprintf(text, "{" ARRAY ", \"shape\": [6, 6], " KEYS ", " GRID ", \"attributes\": ");
        memset(text + length, '[', levels);
        memset(text + length + levels, ']', levels);
        text[(size_t)length + 2 * levels] = '}';
        if (k == 0) {
            SUCCEEDS(zrg_grid_from_array_json(text, (size_t)length + 2 * levels + 1, NULL, &grid, NULL, report));
            zrg_grid_free(grid);
        } else {
            FAILS(ZRG_ERROR_LIMIT,
                  zrg_grid_from_array_json(text, (size_t)length + 2 * levels + 1, NULL, &grid, NULL, report));
            FAULT(-1, ZRG_NONE, (uint64_t)length + limit - 1, limit + 1, limit);
        }
    }
    free(text);
}

/* Brackets inside strings are no nesting, and lists as long as memory are no depth. */
static void test_long(void)
{
    enum { EDGES = 300000 };
    char *text = malloc(8 * EDGES + 256);
    size_t length = 0, i;
    zrg_grid *grid = NULL;
    uint64_t declared, data, index = EDGES - 1, chunk;
    REQUIRE(text);
    length += (size_t)sprintf(text, "{" ARRAY ", \"shape\": [%d], " KEYS ", \"attributes\": {\"a\": \"", EDGES);
    for (i = 0; i < EDGES; i++) text[length++] = "[{"[i % 2];
    length += (size_t)sprintf(text + length, "\\\\\"}, \"chunk_grid\": {\"name\": \"rectilinear\", \"configuration\":"
                                             " {\"kind\": \"inline\", \"chunk_shapes\": [[");
    for (i = 0; i < EDGES; i++) {
        if (i) text[length++] = ',';
        text[length++] = (char)('1' + i % 3);
    }
    length += (size_t)sprintf(text + length, "]]}}}");
    SUCCEEDS(zrg_grid_from_array_json(text, length, NULL, &grid, NULL, report));
    SUCCEEDS(zrg_grid_chunk_counts(grid, 1, &declared, &data, report));
    CHECK_U64(declared, EDGES);
    CHECK_U64(data, EDGES / 2); /* edges of 1, 2 and 3: two elements a chunk */
    SUCCEEDS(zrg_grid_locate(grid, 1, &index, &chunk, NULL, report));
    CHECK_U64(chunk, EDGES / 2 - 1);
    zrg_grid_free(grid);
    free(text);
}

/* Shapes given beside the document. */
static void test_shape_argument(void)
{
    static const char text[] = "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3]}}";
    uint64_t shape[2] = {6, (uint64_t)ZRG_MAX_EXTENT + 1};
    zrg_grid *grid = NULL;
    FAILS(ZRG_ERROR_RANGE, zrg_grid_from_json(text, sizeof text - 1, 2, shape, NULL, &grid, report));
    FAULT(1, ZRG_NONE, ZRG_NONE, (uint64_t)ZRG_MAX_EXTENT + 1, ZRG_MAX_EXTENT);
    shape[0] = UINT64_MAX;
    FAILS(ZRG_ERROR_RANGE, zrg_grid_from_json(text, sizeof text - 1, 2, shape, NULL, &grid, report));
    FAULT(0, ZRG_NONE, ZRG_NONE, UINT64_MAX, ZRG_MAX_EXTENT);
    shape[0] = 0;
    shape[1] = ZRG_MAX_EXTENT;
    SUCCEEDS(zrg_grid_from_json(text, sizeof text - 1, 2, shape, NULL, &grid, report));
    zrg_grid_free(grid);
}

int main(void)
{
    test_shapes();
    test_accepted();
    test_long_numbers();
    test_grids();
    test_order_of_members();
    test_arrays();
    test_too_many_axes();
    test_truncated();
    test_changed();
    test_nul();
    test_not_utf8();
    test_quotes();
    test_deep();
    test_long();
    test_shape_argument();
    return check_report("documents");
}
