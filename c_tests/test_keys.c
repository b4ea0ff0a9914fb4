/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Chunk keys, and the way in which text comes back: NUL-terminated, its length without the NUL, told also when it does
 * not fit. */
#include "check.h"

static void check_key(const zrg_key_encoding *keys, size_t rank, const uint64_t *chunk, const char *want)
{
    size_t length = strlen(want), got, capacity;
    char key[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)];
    WIPE(key);
    SUCCEEDS(zrg_key_encode(keys, rank, chunk, key, sizeof key, &got, report));
    CHECK_U64(got, length);
    CHECK_TEXT(key, want);
    check_untouched(key + length + 1, sizeof key - length - 1, "what follows the NUL", __FILE__, __LINE__);

    /* Every capacity that is too small, and the smallest that is not: its NUL counts. */
    for (capacity = 0; capacity <= length + 1; capacity++) {
        char *exact = malloc(capacity + 1);
        REQUIRE(exact);
        memset(exact, UNTOUCHED, capacity + 1);
        got = 7777;
        if (capacity <= length) {
            FAILS(ZRG_ERROR_CAPACITY,
                  zrg_key_encode(keys, rank, chunk, exact, capacity, &got, report));
            check_untouched(exact, capacity + 1, "the key that did not fit", __FILE__, __LINE__);
        } else {
            SUCCEEDS(zrg_key_encode(keys, rank, chunk, exact, capacity, &got, report));
            CHECK_BYTES(exact, want, length + 1);
        }
        CHECK_U64(got, length); /* also on ZRG_ERROR_CAPACITY */
        got = 7777;
        SUCCEEDS(zrg_key_encode(keys, rank, chunk, NULL, capacity, &got, report));
        CHECK_U64(got, length);
        free(exact);
    }
}

static void test_keys(void)
{
    static const zrg_key_encoding slash = {ZRG_KEY_DEFAULT, '/'}, dot = {ZRG_KEY_DEFAULT, '.'};
    static const zrg_key_encoding v2_slash = {ZRG_KEY_V2, '/'}, v2_dot = {ZRG_KEY_V2, '.'};
    static const uint64_t chunk[4] = {1, 23, 0, UINT64_C(456789012345)};
    check_key(&slash, 4, chunk, "c/1/23/0/456789012345");
    check_key(NULL, 4, chunk, "c/1/23/0/456789012345");
    check_key(&dot, 4, chunk, "c.1.23.0.456789012345");
    check_key(&v2_slash, 4, chunk, "1/23/0/456789012345");
    check_key(&v2_dot, 4, chunk, "1.23.0.456789012345");
    check_key(&slash, 1, chunk, "c/1");
    check_key(&v2_dot, 1, chunk, "1");
    check_key(&v2_slash, 1, chunk + 2, "0");
    /* Rank 0. */
    check_key(NULL, 0, NULL, "c");
    check_key(&slash, 0, NULL, "c");
    check_key(&dot, 0, NULL, "c");
    check_key(&v2_slash, 0, NULL, "0");
    check_key(&v2_dot, 0, NULL, "0");
}

/* Numbers around every power of ten, against printf. */
static void test_digits(void)
{
    uint64_t power = 1;
    int digits, step;
    for (digits = 1; digits <= 20; digits++, power *= 10)
        for (step = -1; step <= 1; step++) {
            uint64_t chunk = power + (uint64_t)(int64_t)step;
            char want[32], key[ZRG_KEY_CAPACITY(1)];
            size_t length;
            int wanted = snprintf(want, sizeof want, "c/%" PRIu64, chunk);
            SUCCEEDS(zrg_key_encode(NULL, 1, &chunk, key, sizeof key, &length, report));
            CHECK_TEXT(key, want);
            CHECK_U64(length, (uint64_t)wanted);
        }
}

/* The longest keys there are fit into ZRG_KEY_CAPACITY, whatever the rank. */
static void test_capacity(void)
{
    uint64_t chunk[ZRG_MAX_RANK];
    size_t rank, length, a;
    for (a = 0; a < ZRG_MAX_RANK; a++) chunk[a] = UINT64_MAX;
    for (rank = 0; rank <= ZRG_MAX_RANK; rank++) {
        char want[ZRG_KEY_CAPACITY(ZRG_MAX_RANK)] = "c";
        char *key = malloc(ZRG_KEY_CAPACITY(rank));
        REQUIRE(key);
        for (a = 0; a < rank; a++) strcat(want, "/18446744073709551615");
        SUCCEEDS(zrg_key_encode(NULL, rank, chunk, key, ZRG_KEY_CAPACITY(rank), &length, report));
        CHECK_TEXT(key, want);
        CHECK_U64(length + 1, ZRG_KEY_CAPACITY(rank)); /* and not a byte wasted */
        free(key);
    }
}

static void test_refused(void)
{
    static const uint64_t chunk[ZRG_MAX_RANK + 1] = {1, 2};
    static const zrg_key_encoding unknown[] = {
        {2, '/'}, {UINT32_MAX, '/'}, {ZRG_KEY_DEFAULT, 0}, {ZRG_KEY_DEFAULT, '-'}, {ZRG_KEY_V2, '/' + 256}, {ZRG_KEY_V2, UINT32_MAX},
    };
    char key[64];
    size_t length = 7777, i;
    WIPE(key);
    for (i = 0; i < COUNT_OF(unknown); i++) {
        ROUND("encoding %d", (int)i);
        FAILS(ZRG_ERROR_ARGUMENT, zrg_key_encode(&unknown[i], 2, chunk, key, sizeof key, &length, report));
    }
    ROUND_END();
    FAILS(ZRG_ERROR_LIMIT, zrg_key_encode(NULL, ZRG_MAX_RANK + 1, chunk, key, sizeof key, &length, report));
    FAULT(-1, ZRG_NONE, ZRG_NONE, ZRG_MAX_RANK + 1, ZRG_MAX_RANK);
    FAILS(ZRG_ERROR_LIMIT, zrg_key_encode(NULL, SIZE_MAX, NULL, key, sizeof key, &length, report));
    FAILS(ZRG_ERROR_NULL, zrg_key_encode(NULL, 2, NULL, key, sizeof key, &length, report));
    FAILS(ZRG_ERROR_NULL, zrg_key_encode(NULL, 2, chunk, key, sizeof key, NULL, report));
    CHECK_UNTOUCHED(key);
    CHECK_U64(length, 7777);
}

int main(void)
{
    test_keys();
    test_digits();
    test_capacity();
    test_refused();
    return check_report("keys");
}
