/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See element.h. */
#include "element.h"

#include "complain.h"
#include "float_bits.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- bytes ---- */

static void put_word(unsigned char *bytes, size_t size, int big_endian, uint64_t bits)
{
    size_t i;
    for (i = 0; i < size; i++)
        bytes[big_endian ? size - 1 - i : i] = (unsigned char)(bits >> 8 * i);
}

uint64_t get_word(const unsigned char *bytes, size_t size, int big_endian)
{
    uint64_t bits = 0;
    size_t i;
    for (i = size; i-- > 0;)
        bits = bits << 8 | bytes[big_endian ? size - 1 - i : i];
    return bits;
}

void to_little_endian(const element_type *type, void *elements, size_t size)
{
    unsigned char *word = elements, *end = word + size, low;
    size_t i;
    if (!type->big_endian)
        return;
    for (; word < end; word += type->word)
        for (i = 0; i < type->word / 2; i++) {
            low = word[i];
            word[i] = word[type->word - 1 - i];
            word[type->word - 1 - i] = low;
        }
}

/* ---- the data type ---- */

static const struct { const char *name; element_kind kind; size_t size, word; } known_types[] = {
    {"bool", ELEMENT_BOOL, 1, 1},
    {"int8", ELEMENT_INT, 1, 1},         {"uint8", ELEMENT_UINT, 1, 1},
    {"int16", ELEMENT_INT, 2, 2},        {"uint16", ELEMENT_UINT, 2, 2},
    {"int32", ELEMENT_INT, 4, 4},        {"uint32", ELEMENT_UINT, 4, 4},
    {"int64", ELEMENT_INT, 8, 8},        {"uint64", ELEMENT_UINT, 8, 8},
    {"float16", ELEMENT_FLOAT, 2, 2},    {"float32", ELEMENT_FLOAT, 4, 4},      {"float64", ELEMENT_FLOAT, 8, 8},
    {"complex64", ELEMENT_COMPLEX, 8, 4}, {"complex128", ELEMENT_COMPLEX, 16, 8},
};

static void set_type(element_type *type, element_kind kind, size_t size, size_t word)
{
    type->kind = kind;
    type->size = size;
    type->word = word;
}

/* The bytes of raw bits such as r24; 0 where the name is another one. */
static size_t raw_size(const char *name)
{
    unsigned bits;
    int end = 0;
    if (name[0] != 'r' || strlen(name) > 4 || sscanf(name + 1, "%3u%n", &bits, &end) != 1 || name[1 + end] != '\0')
        return 0;
    return bits % 8 == 0 && bits / 8 <= ELEMENT_MAX ? bits / 8 : 0;
}

int data_type_from_document(const document *d, element_type *type)
{
    const char *name = json_name(document_member(d, "data_type"));
    size_t i;
    for (i = 0; i < sizeof known_types / sizeof *known_types; i++)
        if (strcmp(name, known_types[i].name) == 0) {
            set_type(type, known_types[i].kind, known_types[i].size, known_types[i].word);
            return 1;
        }
    if (raw_size(name) > 0) {
        set_type(type, ELEMENT_RAW, raw_size(name), 1);
        return 1;
    }
    return complain("%s: data type %s is not one that is read here; --plan works without it", d->path, name);
}

/* ---- the fill value ---- */

static int put_integer(const char *digits, element_type *type)
{
    unsigned unused = 64 - 8 * (unsigned)type->size;
    long long low;
    unsigned long long high;
    errno = 0;
    if (type->kind == ELEMENT_INT) {
        low = strtoll(digits, NULL, 10);
        if (errno != 0 || low < INT64_MIN >> unused || low > INT64_MAX >> unused)
            return 0;
        put_word(type->fill, type->size, type->big_endian, (uint64_t)low);
        return 1;
    }
    high = strtoull(digits, NULL, 10);
    if (errno != 0 || (digits[0] == '-' && high != 0) || high > UINT64_MAX >> unused)
        return 0;
    put_word(type->fill, type->size, type->big_endian, high);
    return 1;
}

static int read_integer_fill(const document *d, element_type *type)
{
    char digits[24] = "";
    size_t length = 0, sign;
    const char *text = document_member_text(d, "fill_value", &length);
    if (!text)
        return complain("%s: no fill_value", d->path);
    sign = text[0] == '-';
    if (length > sign && length < sizeof digits && strspn(text + sign, "0123456789") >= length - sign) {
        memcpy(digits, text, length);
        if (put_integer(digits, type))
            return 1;
    }
    return complain("%s: fill value %.*s is not an integer of the data type", d->path,
                    (int)(length < 40 ? length : 40), text);
}

/* A number, a name, or the bits in hexadecimal: 1.5, "NaN", "-Infinity", "0x7fc00000". */
static int read_float_fill(const document *d, const cJSON *item, size_t size, int big_endian, unsigned char *fill)
{
    static const double largest[] = {65519.99, 3.40282356e38, DBL_MAX}; /* what float16, 32 and 64 still round to */
    const char *text = cJSON_GetStringValue(item);
    uint64_t bits;
    if (cJSON_IsNumber(item) && fabs(item->valuedouble) <= largest[size / 4]) {
        bits = bits_of_float(item->valuedouble, size);
    } else if (text && strcmp(text, "NaN") == 0) {
        bits = size == 2 ? 0x7e00 : size == 4 ? 0x7fc00000 : UINT64_C(0x7ff8000000000000);
    } else if (text && (strcmp(text, "Infinity") == 0 || strcmp(text, "-Infinity") == 0)) {
        bits = size == 2 ? 0x7c00 : size == 4 ? 0x7f800000 : UINT64_C(0x7ff0000000000000);
        if (text[0] == '-')
            bits |= UINT64_C(1) << (8 * size - 1);
    } else if (text && strncmp(text, "0x", 2) == 0 && strlen(text) == 2 + 2 * size &&
               strspn(text + 2, "0123456789abcdefABCDEF") == 2 * size) {
        bits = strtoull(text + 2, NULL, 16);
    } else {
        return complain("%s: the fill value is not a float of the data type", d->path);
    }
    put_word(fill, size, big_endian, bits);
    return 1;
}

static int read_raw_fill(const document *d, const cJSON *fill, element_type *type)
{
    const cJSON *item;
    size_t i = 0;
    if (!cJSON_IsArray(fill) || (size_t)cJSON_GetArraySize(fill) != type->size)
        return complain("%s: the fill value must be a list of %lu bytes", d->path, (unsigned long)type->size);
    cJSON_ArrayForEach(item, fill) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= 255) ||
            item->valuedouble != item->valueint)
            return complain("%s: the fill value must be a list of bytes, 0 to 255", d->path);
        type->fill[i++] = (unsigned char)item->valueint;
    }
    return 1;
}

int fill_from_document(const document *d, element_type *type)
{
    const cJSON *fill = document_member(d, "fill_value");
    switch (type->kind) {
    case ELEMENT_BOOL:
        type->fill[0] = cJSON_IsTrue(fill) ? 1 : 0;
        return cJSON_IsBool(fill) || complain("%s: the fill value must be true or false", d->path);
    case ELEMENT_INT:
    case ELEMENT_UINT:
        return read_integer_fill(d, type);
    case ELEMENT_FLOAT:
        return read_float_fill(d, fill, type->size, type->big_endian, type->fill);
    case ELEMENT_COMPLEX:
        if (!cJSON_IsArray(fill) || cJSON_GetArraySize(fill) != 2)
            return complain("%s: the fill value must be [real, imaginary]", d->path);
        return read_float_fill(d, fill->child, type->word, type->big_endian, type->fill) &&
               read_float_fill(d, fill->child->next, type->word, type->big_endian, type->fill + type->word);
    case ELEMENT_RAW:
        return read_raw_fill(d, fill, type);
    }
    return 0;
}
