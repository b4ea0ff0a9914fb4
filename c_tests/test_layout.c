/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is pinned for good: layouts, constants, numbers of statuses. This file compiles as C99, where the sizes of arrays
 * stand for assertions, as C11 and as C++11. */
#include "check.h"

#if defined(__cplusplus)
#define PINNED(condition, name) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define PINNED(condition, name) _Static_assert(condition, #name)
#else
#define PINNED(condition, name) typedef char pinned_##name[(condition) ? 1 : -1]
#endif

#define FIELD(type, field, offset, size)                                                                               \
    PINNED(offsetof(type, field) == (offset) && sizeof(((type *)0)->field) == (size), type##_##field)

PINNED(sizeof(zrg_status) == 4 && (zrg_status)-1 < 0, status);

PINNED(sizeof(zrg_error) == 256, error);
FIELD(zrg_error, code, 0, 4);
FIELD(zrg_error, axis, 4, 4);
FIELD(zrg_error, entry, 8, 8);
FIELD(zrg_error, byte_offset, 16, 8);
FIELD(zrg_error, value, 24, 8);
FIELD(zrg_error, limit, 32, 8);
FIELD(zrg_error, reserved, 40, 8);
FIELD(zrg_error, message, 48, 208);

PINNED(sizeof(zrg_options) == 24, options);
FIELD(zrg_options, struct_size, 0, 4);
FIELD(zrg_options, flags, 4, 4);
FIELD(zrg_options, max_runs, 8, 8);
FIELD(zrg_options, max_text, 16, 8);

PINNED(sizeof(zrg_slice) == 24, slice);
FIELD(zrg_slice, start, 0, 8);
FIELD(zrg_slice, count, 8, 8);
FIELD(zrg_slice, step, 16, 8);

PINNED(sizeof(zrg_interval) == 32, interval);
FIELD(zrg_interval, chunk, 0, 8);
FIELD(zrg_interval, origin, 8, 8);
FIELD(zrg_interval, edge, 16, 8);
FIELD(zrg_interval, data, 24, 8);

PINNED(sizeof(zrg_projection) == 64, projection);
FIELD(zrg_projection, chunk, 0, 8);
FIELD(zrg_projection, origin, 8, 8);
FIELD(zrg_projection, edge, 16, 8);
FIELD(zrg_projection, first, 24, 8);
FIELD(zrg_projection, count, 32, 8);
FIELD(zrg_projection, step, 40, 8);
FIELD(zrg_projection, out, 48, 8);
FIELD(zrg_projection, list, 56, 8);

PINNED(sizeof(zrg_part) == 32, part);
FIELD(zrg_part, chunk_number, 0, 8);
FIELD(zrg_part, elements, 8, 8);
FIELD(zrg_part, decoded, 16, 8);
FIELD(zrg_part, covers, 24, 8);

PINNED(sizeof(zrg_segment) == 24, segment);
FIELD(zrg_segment, within, 0, 8);
FIELD(zrg_segment, out, 8, 8);
FIELD(zrg_segment, count, 16, 8);

PINNED(sizeof(zrg_key_encoding) == 8, key_encoding);
FIELD(zrg_key_encoding, name, 0, 4);
FIELD(zrg_key_encoding, separator, 4, 4);

/* The signs that a size does not show. */
PINNED((int32_t)-1 < 0 && (uint64_t)-1 > 0, signs);

PINNED(ZRG_MAX_RANK == 64, max_rank);
PINNED(ZRG_MAX_EXTENT == INT64_MAX, max_extent);
PINNED(ZRG_NONE == UINT64_MAX, none);
PINNED(ZRG_OMITTED == INT64_MIN, omitted);
PINNED(ZRG_KEY_CAPACITY(0) == 2 && ZRG_KEY_CAPACITY(3) == 65, key_capacity);
PINNED(ZRG_KEY_CAPACITY(1 + 1) == 44, key_capacity_of_an_expression);
PINNED(ZRG_COVERS_DATA == 1 && ZRG_COVERS_DECLARED == 2, covers);
PINNED(ZRG_KEY_DEFAULT == 0 && ZRG_KEY_V2 == 1, keys);

PINNED(ZRG_OK == 0, ok);
PINNED(ZRG_ERROR_NULL == 1, error_null);
PINNED(ZRG_ERROR_ARGUMENT == 2, error_argument);
PINNED(ZRG_ERROR_RANK == 3, error_rank);
PINNED(ZRG_ERROR_BOUNDS == 4, error_bounds);
PINNED(ZRG_ERROR_CAPACITY == 5, error_capacity);
PINNED(ZRG_ERROR_MEMORY == 20, error_memory);
PINNED(ZRG_ERROR_RANGE == 21, error_range);
PINNED(ZRG_ERROR_LIMIT == 22, error_limit);
PINNED(ZRG_ERROR_INTERNAL == 23, error_internal);
PINNED(ZRG_ERROR_JSON == 40, error_json);
PINNED(ZRG_ERROR_DUPLICATE == 41, error_duplicate);
PINNED(ZRG_ERROR_STRUCTURE == 42, error_structure);
PINNED(ZRG_ERROR_VALUE == 43, error_value);
PINNED(ZRG_ERROR_COVER == 44, error_cover);
PINNED(ZRG_ERROR_UNSUPPORTED == 45, error_unsupported);
PINNED(ZRG_ERROR_NOT_REGULAR == 60, error_not_regular);
PINNED(ZRG_ERROR_NOT_ALIGNED == 61, error_not_aligned);
PINNED(ZRG_ERROR_INCOMPATIBLE == 62, error_incompatible);

/* Fields are read through pointers of these types: a change of sign does not compile. */
static void test_types(void)
{
    zrg_error error;
    zrg_slice slice;
    zrg_projection projection;
    int32_t *code = &error.code, *axis = &error.axis;
    uint64_t *numbers[6];
    int64_t *steps[2];
    char *message = error.message;
    numbers[0] = &error.entry;
    numbers[1] = &error.byte_offset;
    numbers[2] = &error.value;
    numbers[3] = &error.limit;
    numbers[4] = &slice.start;
    numbers[5] = &projection.out;
    steps[0] = &slice.step;
    steps[1] = &projection.step;
    CHECK((char *)code == (char *)&error && (char *)axis == (char *)&error + 4);
    CHECK((char *)numbers[0] == (char *)&error + 8 && (char *)numbers[3] == (char *)&error + 32);
    CHECK((char *)numbers[4] == (char *)&slice && (char *)steps[0] == (char *)&slice + 16);
    CHECK((char *)numbers[5] == (char *)&projection + 48 && (char *)steps[1] == (char *)&projection + 40);
    CHECK(message == (char *)&error + 48);
}

static void test_names(void)
{
    static const struct {
        zrg_status status;
        const char *name;
    } statuses[] = {
        {ZRG_OK, "ZRG_OK"},
        {ZRG_ERROR_NULL, "ZRG_ERROR_NULL"},
        {ZRG_ERROR_ARGUMENT, "ZRG_ERROR_ARGUMENT"},
        {ZRG_ERROR_RANK, "ZRG_ERROR_RANK"},
        {ZRG_ERROR_BOUNDS, "ZRG_ERROR_BOUNDS"},
        {ZRG_ERROR_CAPACITY, "ZRG_ERROR_CAPACITY"},
        {ZRG_ERROR_MEMORY, "ZRG_ERROR_MEMORY"},
        {ZRG_ERROR_RANGE, "ZRG_ERROR_RANGE"},
        {ZRG_ERROR_LIMIT, "ZRG_ERROR_LIMIT"},
        {ZRG_ERROR_INTERNAL, "ZRG_ERROR_INTERNAL"},
        {ZRG_ERROR_JSON, "ZRG_ERROR_JSON"},
        {ZRG_ERROR_DUPLICATE, "ZRG_ERROR_DUPLICATE"},
        {ZRG_ERROR_STRUCTURE, "ZRG_ERROR_STRUCTURE"},
        {ZRG_ERROR_VALUE, "ZRG_ERROR_VALUE"},
        {ZRG_ERROR_COVER, "ZRG_ERROR_COVER"},
        {ZRG_ERROR_UNSUPPORTED, "ZRG_ERROR_UNSUPPORTED"},
        {ZRG_ERROR_NOT_REGULAR, "ZRG_ERROR_NOT_REGULAR"},
        {ZRG_ERROR_NOT_ALIGNED, "ZRG_ERROR_NOT_ALIGNED"},
        {ZRG_ERROR_INCOMPATIBLE, "ZRG_ERROR_INCOMPATIBLE"},
    };
    static const zrg_status unknown[] = {-1, 6, 19, 24, 39, 46, 59, 63, 999, INT32_MAX, INT32_MIN};
    size_t i, k;
    for (i = 0; i < COUNT_OF(statuses); i++) {
        CHECK_TEXT(zrg_status_name(statuses[i].status), statuses[i].name);
        CHECK(strlen(zrg_status_message(statuses[i].status)) > 1);
        for (k = 0; k < i; k++)
            CHECK(strcmp(zrg_status_message(statuses[i].status), zrg_status_message(statuses[k].status)) != 0);
    }
    for (i = 0; i < COUNT_OF(unknown); i++) {
        /* Never NULL, and never the name of something else. */
        CHECK(zrg_status_name(unknown[i]) != NULL && zrg_status_message(unknown[i]) != NULL);
        CHECK(strlen(zrg_status_name(unknown[i])) > 0 && strlen(zrg_status_message(unknown[i])) > 0);
        for (k = 0; k < COUNT_OF(statuses); k++) CHECK(strcmp(zrg_status_name(unknown[i]), statuses[k].name) != 0);
    }
}

static void test_version(void)
{
    /* The library says the same as the header it was compiled with, as text and as a number. */
    const char *text = zrg_version_string();
    unsigned major = 99, minor = 99, patch = 99;
    REQUIRE(text != NULL);
    CHECK(sscanf(text, "%u.%u.%u", &major, &minor, &patch) == 3);
    CHECK_U64(major, ZRG_VERSION_MAJOR);
    CHECK_U64(minor, ZRG_VERSION_MINOR);
    CHECK_U64(patch, ZRG_VERSION_PATCH);
    CHECK_U64(zrg_version_number(), ZRG_VERSION_NUMBER);
    CHECK_U64(ZRG_VERSION_NUMBER, major * 10000 + minor * 100 + patch);
    CHECK(zrg_version_string() == text); /* it lives as long as the program */
}

int main(void)
{
    test_types();
    test_names();
    test_version();
    return check_report("layout");
}
