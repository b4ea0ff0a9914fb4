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
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, @nan]}}", ZRG_ERROR_JSON,
     "nan"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, @/* x */ \"must_understand\": true}", ZRG_ERROR_JSON,
     "comment"},
    {"{\"name\": \"rectilinear\", @// x\n \"configuration\": {" INLINE "}}", ZRG_ERROR_JSON, "comment"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, 3,@]}}", ZRG_ERROR_JSON,
     "trailing comma"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE ",@}}", ZRG_ERROR_JSON, "trailing comma"},
    {"{\"name\": \"rectilinear\" @\"configuration\": {" INLINE "}}", ZRG_ERROR_JSON, "a comma or }"},
    {"{\"name\" @\"rectilinear\", \"configuration\": {" INLINE "}}", ZRG_ERROR_JSON, "a colon"},
    {"{@name: \"rectilinear\", \"configuration\": {" INLINE "}}", ZRG_ERROR_JSON, "name"},
    {"{\"name\": @rectilinear, \"configuration\": {" INLINE "}}", ZRG_ERROR_JSON, "rectilinear"},
    /* what Python writes for floats is not JSON either, where it is read */
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, @NaN]}}", ZRG_ERROR_JSON,
     "chunk_shapes[1]: NaN"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, [3, @Infinity]]}}",
     ZRG_ERROR_JSON, "chunk_shapes[1][1]: Infinity"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, [[@-Infinity, 1], 3]]}}",
     ZRG_ERROR_JSON, "chunk_shapes[1][0][0]: -Infinity"},
    {"{\"name\": @NaN, \"configuration\": {" INLINE "}}", ZRG_ERROR_JSON, "chunk_grid.name: NaN"},
    {"{\"name\": \"rectilinear\", \"configuration\": @Infinity}", ZRG_ERROR_JSON, "chunk_grid.configuration: Infinity"},
    {"{\"name\": \"rectilinear\", \"configuration\": {\"kind\": @NaN, " SHAPES "}}", ZRG_ERROR_JSON, "kind: NaN"},
    {"{\"name\": \"rectilinear\", \"configuration\": {" INLINE "}, \"must_understand\": @NaN}", ZRG_ERROR_JSON,
     "must_understand: NaN"},
    {"@NaN", ZRG_ERROR_JSON, "chunk_grid: NaN"},
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
    /* which says so first, wherever it stands and whatever else is wrong */
    {"{\"configuration\": {\"chunk_shape\": [0, []], \"x\": 1}, \"more\": 1, \"name\": @\"hexagonal\"}", ZRG_ERROR_UNSUPPORTED,
     "hexagonal"},
    {"{\"must_understand\": 7, \"name\": @\"hexagonal\"}", ZRG_ERROR_UNSUPPORTED, "hexagonal"},
    {"{\"name\": \"rectilinear\", \"must_understand\": 7, \"configuration\": {\"chunk_shapes\": [[0], [1, \"2\"]], \"x\": 1,"
     " \"kind\": @\"outline\"}}",
     ZRG_ERROR_UNSUPPORTED, "outline"},
    {"{\"configuration\": {\"chunk_shapes\": {\"file\": 1}, \"kind\": @\"outline\"}, \"name\": \"rectilinear\"}",
     ZRG_ERROR_UNSUPPORTED, "outline"},
    {"{\"configuration\": {\"chunk_shapes\": NaN, \"kind\": @\"outline\"}}", ZRG_ERROR_UNSUPPORTED, "outline"},
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
    {"{" ARRAY ", \"shape\": [6, @NaN], " KEYS ", " GRID "}", ZRG_ERROR_JSON, "shape[1]: NaN"},
    {"{" ARRAY ", \"shape\": @-Infinity, " KEYS ", " GRID "}", ZRG_ERROR_JSON, "shape: -Infinity"},
    {"{\"zarr_format\": @NaN, \"node_type\": \"array\", \"shape\": [6, 6], " KEYS ", " GRID "}", ZRG_ERROR_JSON,
     "zarr_format: NaN"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": @NaN}", ZRG_ERROR_JSON, "chunk_key_encoding: NaN"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": {\"name\": \"v2\", \"must_understand\": @false}}",
     ZRG_ERROR_UNSUPPORTED, "chunk_key_encoding.must_understand"},
    {"{" ARRAY ", \"shape\": [6, 6], " GRID ", \"chunk_key_encoding\": {\"must_understand\": @\"true\", \"name\": \"v2\"}}",
     ZRG_ERROR_STRUCTURE, "chunk_key_encoding.must_understand"},
    /* not ours, wherever that stands and whatever else is wrong */
    {"{\"shape\": [-1], \"chunks\": [0], \"chunk_grid\": 7, \"zarr_format\": @2}", ZRG_ERROR_UNSUPPORTED, "format 2"},
    {"{\"zarr_format\": @4, \"shape\": \"6 by 6\", \"shape\": NaN}", ZRG_ERROR_UNSUPPORTED, "format 4"},
    {"{\"zarr_format\": @\"https://purl.org/zarr/spec/protocol/core/3.0\", \"metadata_encoding\": 1}", ZRG_ERROR_UNSUPPORTED,
     "early draft of version 3"},
    {"{\"shape\": {}, \"chunk_grid\": {\"name\": \"hexagonal\"}, \"node_type\": @\"group\"}", ZRG_ERROR_UNSUPPORTED, "group"},
    {"{\"shape\": [-1], \"chunk_grid\": {\"configuration\": 7, \"name\": @\"hexagonal\"}, \"zarr_format\": \"3\"}",
     ZRG_ERROR_UNSUPPORTED, "hexagonal"},
    {"{\"shape\": [-1], \"chunk_grid\": {\"configuration\": {\"kind\": @\"outline\", \"chunk_shapes\": 7}, \"name\":"
     " \"rectilinear\", \"more\": 1}}",
     ZRG_ERROR_UNSUPPORTED, "outline"},
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

/* Text of characters of two or four bytes each: refused, and the message says what it is. */
static void test_wide(void)
{
    static const struct {
        char mark[4];
        size_t mark_size, size, first; /* of a character: its bytes, and which of them is that of ASCII */
        const char *name;
    } encodings[] = {
        {"", 0, 2, 0, "UTF-16"},         {"", 0, 2, 1, "UTF-16"},         {"\xff\xfe", 2, 2, 0, "UTF-16"},
        {"\xfe\xff", 2, 2, 1, "UTF-16"}, {"", 0, 4, 0, "UTF-32"},         {"", 0, 4, 3, "UTF-32"},
        {"\xff\xfe", 4, 4, 0, "UTF-32"}, {"\0\0\xfe\xff", 4, 4, 3, "UTF-32"},
    };
    static const uint64_t shape[2] = {6, 6};
    char text[4 * sizeof valid_array + 4];
    size_t i, k;
    for (i = 0; i < COUNT_OF(encodings); i++) {
        size_t size = encodings[i].size, length = encodings[i].mark_size;
        zrg_grid *grid = NULL;
        ROUND("encoding %d", (int)i);
        memset(text, 0, sizeof text);
        memcpy(text, encodings[i].mark, encodings[i].mark_size);
        for (k = 0; valid_grid[k]; k++, length += size) text[length + encodings[i].first] = valid_grid[k];
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_json(text, length, 2, shape, NULL, &grid, report));
        FAULT(-1, ZRG_NONE, 0, ZRG_NONE, ZRG_NONE);
        CHECK_MESSAGE(encodings[i].name);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(text, length, NULL, &grid, NULL, report));
        CHECK_MESSAGE(encodings[i].name);
        CHECK(grid == NULL);
    }
    ROUND_END();
}

/* One byte order mark before the text is no part of it, but places are counted from the first byte all the same. */
static void test_byte_order_mark(void)
{
    static const char mark[] = "\xef\xbb\xbf";
    static const struct {
        const char *text; /* with an @ before the byte that is refused */
        zrg_status code;
    } cases[] = {
        {"\xef\xbb\xbf@", ZRG_ERROR_JSON},
        {"\xef\xbb\xbf@\xef\xbb\xbf{}", ZRG_ERROR_JSON},
        {" @\xef\xbb\xbf{}", ZRG_ERROR_JSON},
        {"{@\xef\xbb\xbf\"name\": 1}", ZRG_ERROR_JSON},
        {"\xef\xbb\xbf\n@7", ZRG_ERROR_STRUCTURE},
        {"\xef\xbb\xbf{\"name\": @\"hexagonal\"}", ZRG_ERROR_UNSUPPORTED},
        {"\xef\xbb\xbf{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, @0]}}", ZRG_ERROR_VALUE},
        {"\xef\xbb\xbf{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3]}}@ x", ZRG_ERROR_JSON},
    };
    static const uint64_t shape[2] = {6, 6};
    char text[sizeof mark + 2 + sizeof valid_array], refused[256];
    zrg_grid *grid = NULL;
    zrg_key_encoding keys;
    size_t i;
    sprintf(text, "%s%s", mark, valid_grid);
    SUCCEEDS(zrg_grid_from_json(text, strlen(text), 2, shape, NULL, &grid, report));
    zrg_grid_free(grid);
    grid = NULL;
    sprintf(text, "%s \n%s", mark, valid_array);
    SUCCEEDS(zrg_grid_from_array_json(text, strlen(text), NULL, &grid, &keys, report));
    zrg_grid_free(grid);
    for (i = 0; i < COUNT_OF(cases); i++) {
        uint64_t offset = unmark(cases[i].text, refused);
        ROUND("document %d", (int)i);
        grid = NULL;
        FAILS(cases[i].code, zrg_grid_from_json(refused, strlen(refused), 2, shape, NULL, &grid, report));
        CHECK_U64(fault.byte_offset, offset + (refused[offset] == ' ')); /* behind white space */
        CHECK(grid == NULL);
    }
    ROUND_END();
}

/* What is not read may be any JSON, and the words that Python writes for floats that JSON lacks. */
static void test_skipped(void)
{
    static const struct {
        const char *value; /* with an @ before the byte that is refused */
        int json;
    } cases[] = {
        {"NaN", 1},
        {"-Infinity", 1},
        {"[NaN, Infinity, -Infinity]", 1},
        {"{\"a\": [{\"b\": [NaN]}, {}], \"a\": -Infinity, \"\": [[], {}]}", 1},
        {"\"\\u0000 \\ud800 \\\\ \\\" \\/ \xc3\xa9\"", 1},
        {"[1, -2.50e-3, 0.1E+9, 1e999, 123456789012345678901234567890, true, false, null]", 1},
        {" [ \t{ \"a\" :\r\n[ ] } , { } ] ", 1},
        {"@nan", 0},
        {"@-NaN", 0},
        {"@+Infinity", 0},
        {"@Nan", 0},
        {"[1, @]", 0},
        {"[1 @1]", 0},
        {"[1@}", 0},
        {"[{\"a\": 1@], 2}", 0},
        {"{\"a\": [1@}, \"b\": 2]", 0},
        {"{\"a\"@}", 0},
        {"{@1: 2}", 0},
        {"{@, \"a\": 1}", 0},
        {"{\"a\": 1, @}", 0},
        {"[@, 1]", 0},
        {"[0@1]", 0},
        {"[1.@]", 0},
        {"[@.5]", 0},
        {"[-@]", 0},
        {"[1e@]", 0},
        {"\"a @\tb\"", 0},
        {"\"a \\@x\"", 0},
        {"[@'a']", 0},
        {"[@undefined]", 0},
        {"[1, @// one\n 2]", 0},
        {"NaN@NaN", 0},
        {"[NaN@y]", 0},
        {"[null@able]", 0},
    };
    static const char *const places[] = {
        "{" ARRAY ", \"shape\": [6, 6], " KEYS ", " GRID ", \"attributes\": ",
        "{\"fill_value\": ",
        "{" ARRAY ", \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3, 3], \"kind\": ",
    };
    static const char *const behind[] = {"}", ", " ARRAY ", \"shape\": [6, 6], " KEYS ", " GRID "}",
                                         "}}, \"shape\": [6, 6], " KEYS "}"};
    static const zrg_options any = {sizeof any, ZRG_READ_ANY_MEMBER, 0, 0};
    size_t i, k;
    for (i = 0; i < COUNT_OF(cases); i++)
        for (k = 0; k < COUNT_OF(places); k++) {
            char text[1024];
            uint64_t offset;
            zrg_grid *grid = NULL;
            zrg_key_encoding keys;
            zrg_error problems[2];
            size_t count;
            ROUND("%s in place %d", cases[i].value, (int)k);
            strcpy(text, places[k]);
            offset = unmark(cases[i].value, text + strlen(text)) + strlen(places[k]);
            strcat(text, behind[k]);
            if (cases[i].json) {
                SUCCEEDS(zrg_grid_from_array_json(text, strlen(text), &any, &grid, &keys, report));
                zrg_grid_free(grid);
                continue;
            }
            FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(text, strlen(text), &any, &grid, &keys, report));
            /* The digit behind a 0 and what a number lacks show a byte before or at their place. */
            CHECK(fault.byte_offset == offset || fault.byte_offset + 1 == offset);
            SUCCEEDS(zrg_grid_validate_array_json(text, strlen(text), &any, problems, 2, &count, report));
            CHECK_U64(count, 1);
        }
    ROUND_END();
}

/* What is not read nests as deep as it likes; so does what stands where something else belongs. A text that ends before its
 * brackets do, or closes one with another kind, is not JSON at that byte. */
static void test_deep(void)
{
    enum { SIZE = 1000 * 1000, SOME = SIZE / 5 };
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
    static const size_t depths[] = {1, 2, 63, 64, 65, 127, 128, 129, 300, 100 * 1000};
    static const char head[] =
        "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [3, [3, ";
    static const uint64_t shape[2] = {6, 6};
    char *text = malloc(SIZE);
    size_t i, k;
    REQUIRE(text);
    for (i = 0; i < COUNT_OF(cases); i++) {
        size_t before = strlen(cases[i].before), unit = strlen(cases[i].unit);
        zrg_grid *grid = NULL;
        memcpy(text, cases[i].before, before);
        for (k = before; k < cases[i].size; k++) text[k] = cases[i].unit[(k - before) % unit];
        ROUND("%s%s...", cases[i].before, cases[i].unit);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_json(text, cases[i].size, 2, shape, NULL, &grid, report));
        CHECK_U64(fault.byte_offset, cases[i].size);
        FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(text, cases[i].size, NULL, &grid, NULL, report));
        CHECK_U64(fault.byte_offset, cases[i].size);
        CHECK(grid == NULL);
    }
    ROUND_END();

    for (i = 0; i < COUNT_OF(depths); i++) {
        size_t levels = depths[i], length, opened, closed;
        zrg_grid *grid = NULL;
        ROUND("%d levels", (int)levels);
        length = (size_t)sprintf(text, "{" ARRAY ", \"shape\": [6, 6], " KEYS ", " GRID ", \"attributes\": ");
        opened = length;
        for (k = 0; k < levels; k++) {
            const char *open = k % 3 == 1 ? "{\"v\":" : "[";
            memcpy(text + length, open, strlen(open));
            length += strlen(open);
        }
        text[length++] = '7';
        closed = length;
        for (k = levels; k-- > 0;) text[length++] = k % 3 == 1 ? '}' : ']';
        text[length++] = '}';
        SUCCEEDS(zrg_grid_from_array_json(text, length, NULL, &grid, NULL, report));
        zrg_grid_free(grid);
        grid = NULL;
        /* A bracket of the other kind, first, last and in the middle. */
        for (k = 0; k < 3; k++) {
            size_t wrong = closed + (levels - 1) * k / 2;
            text[wrong] ^= ']' ^ '}';
            FAILS(ZRG_ERROR_JSON, zrg_grid_from_array_json(text, length, NULL, &grid, NULL, report));
            CHECK_U64(fault.byte_offset, wrong);
            text[wrong] ^= ']' ^ '}';
        }
        /* The same where an object belongs. */
        FAILS(ZRG_ERROR_STRUCTURE, zrg_grid_from_json(text + opened, length - 1 - opened, 2, shape, NULL, &grid, report));
        CHECK(grid == NULL);
        /* And as an edge. */
        length -= opened + 1;
        memmove(text + sizeof head - 1, text + opened, length);
        memcpy(text, head, sizeof head - 1);
        length += sizeof head - 1;
        memcpy(text + length, "]]}}", 4);
        FAILS(ZRG_ERROR_STRUCTURE, zrg_grid_from_json(text, length + 4, 2, shape, NULL, &grid, report));
        CHECK_U64(fault.axis, 1);
        CHECK_U64(fault.entry, 1);
        CHECK(grid == NULL);
    }
    ROUND_END();
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
    test_wide();
    test_byte_order_mark();
    test_quotes();
    test_skipped();
    test_deep();
    test_long();
    test_shape_argument();
    return check_report("documents");
}
