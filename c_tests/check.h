/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The checks of the C tests. A failed check prints where, what and both values, is counted, and the program goes on, so
 * that one run shows all that is wrong. Every program ends with `return check_report("name")`.
 *
 * Two of them know zrg's promise about errors and hold it at every call that goes through them:
 *
 *   SUCCEEDS(call)      the call returns ZRG_OK and leaves the error struct as it was
 *   FAILS(code, call)   the call returns this code; the error struct is written wholly, whatever it held before; the
 *                       same code comes back without one
 *
 * where `call` names `report` as its error argument. FAILS makes the call three times. After it, `fault` holds the
 * error, for FAULT and CHECK_MESSAGE. */
#ifndef CHECK_H
#define CHECK_H

#include <zrg/zrg.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long check_made;
static unsigned long check_failed;
static char check_where[256]; /* printed with a failure: which round of a loop */

static zrg_error fault;
static zrg_error *report;

/* What memory is filled with that a call must leave alone; neither 0 nor all ones, as an index it is far outside. */
enum { UNTOUCHED = 0xC3 };

/* Enough failures to see the pattern, without a loop filling the log. */
static inline int check_line(int holds, const char *file, int line)
{
    check_made++;
    if (holds) return 0;
    check_failed++;
    if (check_failed > 40) return 0;
    printf("%s:%d: ", file, line);
    if (check_where[0]) printf("[%s] ", check_where);
    return 1;
}

static inline void check_that(int holds, const char *what, const char *file, int line)
{
    if (check_line(holds, file, line)) printf("not so: %s\n", what);
}

static inline void check_u64(uint64_t got, uint64_t want, const char *what, const char *file, int line)
{
    if (check_line(got == want, file, line))
        printf("%s is %" PRIu64 " (%#" PRIx64 "), not %" PRIu64 " (%#" PRIx64 ")\n", what, got, got, want, want);
}

static inline void check_i64(int64_t got, int64_t want, const char *what, const char *file, int line)
{
    if (check_line(got == want, file, line)) printf("%s is %" PRId64 ", not %" PRId64 "\n", what, got, want);
}

static inline void check_text(const char *got, const char *want, const char *what, const char *file, int line)
{
    if (check_line(strcmp(got, want) == 0, file, line)) printf("%s is \"%s\", not \"%s\"\n", what, got, want);
}

static inline void check_has(const char *text, const char *part, const char *what, const char *file, int line)
{
    if (check_line(strstr(text, part) != NULL, file, line)) printf("%s is \"%s\", without \"%s\"\n", what, text, part);
}

static inline void check_status(zrg_status got, zrg_status want, const char *what, const char *file, int line)
{
    if (check_line(got == want, file, line))
        printf("%s\n    returns %d %s, not %d %s\n", what, (int)got, zrg_status_name(got), (int)want,
               zrg_status_name(want));
}

static inline void check_bytes(const void *got, const void *want, size_t size, const char *what, const char *file,
                               int line)
{
    const unsigned char *a = (const unsigned char *)got, *b = (const unsigned char *)want;
    size_t i = 0;
    while (i < size && a[i] == b[i]) i++;
    if (check_line(i == size, file, line))
        printf("%s: byte %lu of %lu is 0x%02x, not 0x%02x\n", what, (unsigned long)i, (unsigned long)size, a[i], b[i]);
}

static inline void check_untouched(const void *memory, size_t size, const char *what, const char *file, int line)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    size_t i = 0;
    while (i < size && bytes[i] == UNTOUCHED) i++;
    if (check_line(i == size, file, line))
        printf("%s: byte %lu of %lu was written\n", what, (unsigned long)i, (unsigned long)size);
}

/* The last n bytes of UTF-8 are whole characters, no surrogates, nothing overlong. */
static inline int check_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        int more = *s < 0x80 ? 0 : *s < 0xC2 ? -1 : *s < 0xE0 ? 1 : *s < 0xF0 ? 2 : *s < 0xF5 ? 3 : -1;
        unsigned char lead = *s++;
        if (more < 0) return 0;
        if ((lead == 0xE0 && *s < 0xA0) || (lead == 0xED && *s > 0x9F) || (lead == 0xF0 && *s < 0x90) ||
            (lead == 0xF4 && *s > 0x8F))
            return 0;
        for (; more > 0; more--, s++)
            if ((*s & 0xC0) != 0x80) return 0;
    }
    return 1;
}

/* Before a call: an error struct that holds something else already. */
static inline void check_prepare(int old_bytes)
{
    report = &fault;
    memset(report, old_bytes, sizeof *report);
}

/* What every error must look like, whatever went wrong. */
static inline void check_fault(zrg_status code, const zrg_error *first, const char *what, const char *file, int line)
{
    size_t length = 0;
    check_status(fault.code, code, what, file, line);
    check_bytes(&fault, first, sizeof fault, "the error, over other old bytes", file, line);
    check_u64(fault.reserved, ZRG_NONE, "error.reserved", file, line);
    check_that(fault.axis >= -1 && fault.axis < ZRG_MAX_RANK, "error.axis is an axis or -1", file, line);
    while (length < sizeof fault.message && fault.message[length] != '\0') length++;
    check_that(length > 0 && length < sizeof fault.message, "the message is NUL-terminated and says something", file,
               line);
    if (length < sizeof fault.message) check_that(check_utf8(fault.message), "the message is UTF-8", file, line);
}

static inline void check_fields(int32_t axis, uint64_t element, uint64_t byte_offset, uint64_t value, uint64_t limit,
                                const char *file, int line)
{
    check_i64(fault.axis, axis, "error.axis", file, line);
    check_u64(fault.entry, element, "error.entry", file, line);
    check_u64(fault.byte_offset, byte_offset, "error.byte_offset", file, line);
    check_u64(fault.value, value, "error.value", file, line);
    check_u64(fault.limit, limit, "error.limit", file, line);
    if (check_failed > 0 && check_failed <= 40 &&
        !(fault.axis == axis && fault.entry == element && fault.byte_offset == byte_offset && fault.value == value &&
          fault.limit == limit))
        printf("    of: %.207s\n", fault.message);
}

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static inline void
check_round(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(check_where, sizeof check_where, format, args);
    va_end(args);
}

static inline int check_report(const char *name)
{
    printf("%s: %lu checks, %lu failed\n", name, check_made, check_failed);
    return check_failed == 0 && check_made > 0 ? 0 : 1;
}

#define CHECK(condition) check_that((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define CHECK_U64(got, want) check_u64((got), (want), #got, __FILE__, __LINE__)
#define CHECK_I64(got, want) check_i64((got), (want), #got, __FILE__, __LINE__)
#define CHECK_TEXT(got, want) check_text((got), (want), #got, __FILE__, __LINE__)
#define CHECK_HAS(text, part) check_has((text), (part), #text, __FILE__, __LINE__)
#define CHECK_BYTES(got, want, size) check_bytes((got), (want), (size), #got, __FILE__, __LINE__)

/* For arrays and structs, not for pointers: the size is that of the thing named. */
#define WIPE(thing) memset(&(thing), UNTOUCHED, sizeof(thing))
#define CHECK_UNTOUCHED(thing) check_untouched(&(thing), sizeof(thing), #thing, __FILE__, __LINE__)

/* Which round of a loop the next checks belong to; ROUND_END() when it is over. */
#define ROUND(...) check_round(__VA_ARGS__)
#define ROUND_END() ((void)(check_where[0] = '\0'))

/* For what the rest of the program stands on. */
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s:%d: cannot go on without: %s\n", __FILE__, __LINE__, #condition);                               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#define SUCCEEDS(call)                                                                                                 \
    do {                                                                                                               \
        zrg_status check_got_;                                                                                         \
        check_prepare(UNTOUCHED);                                                                                      \
        check_got_ = (call);                                                                                           \
        check_status(check_got_, ZRG_OK, #call, __FILE__, __LINE__);                                                   \
        if (check_got_ == ZRG_OK) check_untouched(&fault, sizeof fault, "the error", __FILE__, __LINE__);              \
        else printf("    %.207s\n", fault.message);                                                                    \
    } while (0)

#define FAILS(code_, call)                                                                                             \
    do {                                                                                                               \
        zrg_error check_first_;                                                                                        \
        check_prepare(0x5A);                                                                                           \
        check_status((call), (code_), #call, __FILE__, __LINE__);                                                      \
        check_first_ = fault;                                                                                          \
        check_prepare(UNTOUCHED);                                                                                      \
        check_status((call), (code_), #call, __FILE__, __LINE__);                                                      \
        check_fault((code_), &check_first_, #call, __FILE__, __LINE__);                                                \
        report = NULL;                                                                                                 \
        check_status((call), (code_), #call " without an error struct", __FILE__, __LINE__);                           \
    } while (0)

/* The numbers of the last error. */
#define FAULT(axis, element, byte_offset, value, limit)                                                                \
    check_fields((axis), (element), (byte_offset), (value), (limit), __FILE__, __LINE__)
#define CHECK_MESSAGE(part) check_has(fault.message, (part), "error.message", __FILE__, __LINE__)

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
