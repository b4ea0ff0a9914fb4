/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See array_file.h. The JSON is read with cJSON, as any C reader would; elements are put together byte by byte, so that
 * nothing here depends on the byte order of the machine. */
#include "array_file.h"

#include "array_json.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *program_name = "array_file";

int complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return 0;
}

/* ---- bytes and numbers ---- */

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

/* The polynomial with its bits in reverse, as both checksums take them. */
static uint32_t crc_of(uint32_t polynomial, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes, *end = byte + size;
    uint32_t table[256], crc, i;
    int bit;
    for (i = 0; i < 256; i++)
        for (table[i] = i, bit = 0; bit < 8; bit++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ polynomial : table[i] >> 1;
    for (crc = 0xffffffffu; byte < end; byte++)
        crc = table[(crc ^ *byte) & 0xff] ^ crc >> 8;
    return crc ^ 0xffffffffu;
}

uint32_t crc32_of(const void *bytes, size_t size)
{
    return crc_of(0xedb88320u, bytes, size);
}

uint32_t crc32c_of(const void *bytes, size_t size)
{
    return crc_of(0x82f63b78u, bytes, size);
}

/* Rounds to float16, to even where two are equally near. |value| < 65520, where infinity begins. */
static uint64_t half_from_double(double value)
{
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    int exponent;
    double fraction = frexp(fabs(value), &exponent); /* [0.5, 1), or 0 */
    if (value == 0 || exponent < -13) /* too small for a leading 1: multiples of 2^-24 */
        return sign | (uint64_t)nearbyint(ldexp(fabs(value), 24));
    /* 1024 of these are the leading 1 and come on top of the exponent; a fraction rounded up to 2048 carries into it. */
    return sign | (((uint64_t)(exponent + 13) << 10) + (uint64_t)nearbyint(fraction * 2048));
}

static double double_from_half(uint64_t half)
{
    int exponent = (int)(half >> 10 & 31);
    double fraction = (double)(half & 1023), value;
    if (exponent == 31)
        value = fraction == 0 ? INFINITY : NAN;
    else
        value = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return half & 0x8000 ? -value : value;
}

static uint64_t bits_of_float(double value, size_t size)
{
    uint64_t bits64;
    uint32_t bits32;
    float single = (float)value;
    if (size == 2)
        return half_from_double(value);
    memcpy(&bits32, &single, sizeof bits32);
    memcpy(&bits64, &value, sizeof bits64);
    return size == 4 ? bits32 : bits64;
}

static double float_of_bits(uint64_t bits, size_t size)
{
    uint32_t bits32 = (uint32_t)bits;
    float single;
    double value;
    if (size == 2)
        return double_from_half(bits);
    memcpy(&single, &bits32, sizeof single);
    memcpy(&value, &bits, sizeof value);
    return size == 4 ? (double)single : value;
}

/* ---- zarr.json ---- */

static const struct { const char *name; element_kind kind; size_t size, word; } known_types[] = {
    {"bool", ELEMENT_BOOL, 1, 1},
    {"int8", ELEMENT_INT, 1, 1},         {"uint8", ELEMENT_UINT, 1, 1},
    {"int16", ELEMENT_INT, 2, 2},        {"uint16", ELEMENT_UINT, 2, 2},
    {"int32", ELEMENT_INT, 4, 4},        {"uint32", ELEMENT_UINT, 4, 4},
    {"int64", ELEMENT_INT, 8, 8},        {"uint64", ELEMENT_UINT, 8, 8},
    {"float16", ELEMENT_FLOAT, 2, 2},    {"float32", ELEMENT_FLOAT, 4, 4},      {"float64", ELEMENT_FLOAT, 8, 8},
    {"complex64", ELEMENT_COMPLEX, 8, 4}, {"complex128", ELEMENT_COMPLEX, 16, 8},
};

const char *json_name(const cJSON *item)
{
    const char *name = cJSON_GetStringValue(cJSON_IsObject(item) ? cJSON_GetObjectItemCaseSensitive(item, "name") : item);
    return name ? name : "(no name)";
}

static int read_data_type(const cJSON *document, element_type *type)
{
    const char *name = json_name(cJSON_GetObjectItemCaseSensitive(document, "data_type"));
    unsigned bits;
    int end = 0;
    size_t i;
    for (i = 0; i < sizeof known_types / sizeof *known_types; i++)
        if (strcmp(name, known_types[i].name) == 0) {
            type->kind = known_types[i].kind;
            type->size = known_types[i].size;
            type->word = known_types[i].word;
            return 1;
        }
    if (name[0] == 'r' && strlen(name) <= 4 && sscanf(name + 1, "%3u%n", &bits, &end) == 1 && !name[1 + end] &&
        bits > 0 && bits % 8 == 0 && bits / 8 <= ELEMENT_MAX) {
        type->kind = ELEMENT_RAW;
        type->size = bits / 8;
        type->word = 1;
        return 1;
    }
    return complain("zarr.json: data type %s is not one this example reads", name);
}

int big_endian_from_codecs(const cJSON *codecs, size_t word, int *big_endian)
{
    const cJSON *codec, *endian;
    const char *order;
    cJSON_ArrayForEach(codec, codecs)
        if (strcmp(json_name(codec), "bytes") != 0)
            return complain("zarr.json: codec %s is not one this example reads here (only bytes)", json_name(codec));
    if (!cJSON_IsArray(codecs) || cJSON_GetArraySize(codecs) != 1)
        return complain("zarr.json: codecs must be the codec bytes and nothing else");

    codec = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(codecs, 0), "configuration");
    endian = cJSON_GetObjectItemCaseSensitive(codec, "endian");
    order = cJSON_GetStringValue(endian);
    if (!endian && word == 1)
        order = "little"; /* one byte has no order */
    if (!order || (strcmp(order, "little") != 0 && strcmp(order, "big") != 0))
        return complain("zarr.json: codec bytes needs an endian, little or big");
    *big_endian = word > 1 && strcmp(order, "big") == 0;
    return 1;
}

/* The text of a member's value, as it stands in the document: cJSON keeps a number only as a double, which cannot hold
 * every 64-bit integer. cJSON has read the document before, so its parts can be taken one by one here. */
static const char *member_text(const char *json, size_t length, const char *member, size_t *text_length)
{
    const char *end = json + length, *at = memchr(json, '{', length), *value;
    cJSON *item;
    int found;
    while (at && ++at < end) { /* past the { or the , */
        item = cJSON_ParseWithLengthOpts(at, (size_t)(end - at), &at, 0);
        found = cJSON_IsString(item) && strcmp(item->valuestring, member) == 0;
        cJSON_Delete(item);
        if (!item || !(at = memchr(at, ':', (size_t)(end - at))))
            return NULL;
        for (at++; at < end && (unsigned char)*at <= ' '; at++) {}
        value = at;
        item = cJSON_ParseWithLengthOpts(value, (size_t)(end - value), &at, 0);
        cJSON_Delete(item);
        if (!item)
            return NULL;
        if (found) {
            *text_length = (size_t)(at - value);
            return value;
        }
        at = memchr(at, ',', (size_t)(end - at));
    }
    return NULL;
}

static int read_integer_fill(const char *text, size_t length, element_type *type)
{
    char digits[24] = "";
    int is_signed = type->kind == ELEMENT_INT;
    unsigned unused = 64 - 8 * (unsigned)type->size;
    size_t sign = length > 0 && text[0] == '-';
    int64_t low;
    uint64_t high;
    if (length > sign && length < sizeof digits && strspn(text + sign, "0123456789") >= length - sign) {
        memcpy(digits, text, length);
        errno = 0;
        low = strtoll(digits, NULL, 10);
        if (is_signed && errno == 0 && low >= INT64_MIN >> unused && low <= INT64_MAX >> unused) {
            put_word(type->fill, type->size, type->big_endian, (uint64_t)low);
            return 1;
        }
        errno = 0;
        high = strtoull(digits, NULL, 10);
        if (!is_signed && errno == 0 && (!sign || high == 0) && high <= UINT64_MAX >> unused) {
            put_word(type->fill, type->size, type->big_endian, high);
            return 1;
        }
    }
    return complain("zarr.json: fill value %.*s is not an integer of the data type", (int)(length < 40 ? length : 40), text);
}

/* A number, a name, or the bits in hexadecimal: 1.5, "NaN", "-Infinity", "0x7fc00000". */
static int read_float_fill(const cJSON *item, size_t size, int big_endian, unsigned char *fill)
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
        return complain("zarr.json: the fill value is not a float of the data type");
    }
    put_word(fill, size, big_endian, bits);
    return 1;
}

static int read_fill(const cJSON *document, const char *json, size_t length, element_type *type)
{
    const cJSON *fill = cJSON_GetObjectItemCaseSensitive(document, "fill_value"), *item;
    const char *text;
    size_t i = 0;
    switch (type->kind) {
    case ELEMENT_BOOL:
        type->fill[0] = cJSON_IsTrue(fill) ? 1 : 0;
        return cJSON_IsBool(fill) || complain("zarr.json: the fill value must be true or false");
    case ELEMENT_INT:
    case ELEMENT_UINT:
        text = member_text(json, length, "fill_value", &i);
        return text ? read_integer_fill(text, i, type) : complain("zarr.json: no fill_value");
    case ELEMENT_FLOAT:
        return read_float_fill(fill, type->size, type->big_endian, type->fill);
    case ELEMENT_COMPLEX:
        if (!cJSON_IsArray(fill) || cJSON_GetArraySize(fill) != 2)
            return complain("zarr.json: the fill value must be [real, imaginary]");
        return read_float_fill(fill->child, type->word, type->big_endian, type->fill) &&
               read_float_fill(fill->child->next, type->word, type->big_endian, type->fill + type->word);
    case ELEMENT_RAW:
        if (!cJSON_IsArray(fill) || (size_t)cJSON_GetArraySize(fill) != type->size)
            return complain("zarr.json: the fill value must be a list of %lu bytes", (unsigned long)type->size);
        cJSON_ArrayForEach(item, fill) {
            if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= 255) ||
                item->valuedouble != item->valueint)
                return complain("zarr.json: the fill value must be a list of bytes, 0 to 255");
            type->fill[i++] = (unsigned char)item->valueint;
        }
        return 1;
    }
    return 0;
}

/* A member that the specification does not name may be ignored only where it says so itself. */
static int only_known_members(const cJSON *document)
{
    static const char *const known[] = {
        "zarr_format", "node_type", "shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs",
        "attributes", "storage_transformers", "dimension_names",
    };
    const size_t count = sizeof known / sizeof *known;
    const cJSON *member, *transformers = cJSON_GetObjectItemCaseSensitive(document, "storage_transformers");
    size_t i;
    if (cJSON_GetArraySize(transformers) != 0)
        return complain("zarr.json: storage transformer %s is not one this example reads", json_name(transformers->child));
    cJSON_ArrayForEach(member, document) {
        for (i = 0; i < count && strcmp(member->string, known[i]) != 0; i++) {}
        if (i == count && !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(member, "must_understand")))
            return complain("zarr.json: member %s is unknown and must be understood", member->string);
    }
    return 1;
}

int element_type_from_document(const cJSON *document, const cJSON *codecs, const char *json, size_t length,
                               element_type *type)
{
    memset(type, 0, sizeof *type);
    return only_known_members(document) && read_data_type(document, type) &&
           big_endian_from_codecs(codecs, type->word, &type->big_endian) && read_fill(document, json, length, type);
}

int element_type_from_json(const char *json, size_t length, element_type *type)
{
    cJSON *document = cJSON_ParseWithLength(json, length);
    int ok;
    if (!document)
        return complain("zarr.json: cJSON cannot read it");
    ok = element_type_from_document(document, cJSON_GetObjectItemCaseSensitive(document, "codecs"), json, length, type);
    cJSON_Delete(document);
    return ok;
}

/* ---- files ---- */

file_state read_file(const char *folder, const char *name, size_t limit, void **bytes, size_t *size)
{
    char *path = malloc(strlen(folder) + strlen(name) + 2), *data = NULL, *more;
    size_t used = 0, room = 0, got;
    file_state state = FILE_FAILED;
    FILE *file = NULL;
    if (!path) {
        complain("%s: out of memory", name);
        return FILE_FAILED;
    }
    sprintf(path, "%s/%s", folder, name);
    errno = 0;
    if (!(file = fopen(path, "rb"))) {
        if (errno == ENOENT || errno == ENOTDIR)
            state = FILE_MISSING;
        else
            complain("%s: %s", path, strerror(errno));
        goto done;
    }
    /* The room follows what the file really holds, never what a document claims. */
    for (;;) {
        if (used == room) {
            room = room ? room * 2 : 65536;
            if (room < used || !(more = realloc(data, room))) {
                complain("%s: out of memory", path);
                goto done;
            }
            data = more;
        }
        got = fread(data + used, 1, room - used, file);
        used += got;
        if (used > limit) {
            complain("%s: holds more than %lu bytes", path, (unsigned long)limit);
            goto done;
        }
        if (ferror(file)) {
            complain("%s: %s", path, strerror(errno));
            goto done;
        }
        if (got == 0)
            break;
    }
    *bytes = data;
    *size = used;
    data = NULL;
    state = FILE_READ;
done:
    if (file)
        fclose(file);
    free(data);
    free(path);
    return state;
}

/* ---- values to look at ---- */

enum { VALUE_TEXT = 2 * ELEMENT_MAX + 3 };

/* The shortest digits that read back as the same number, from six on: fewer would turn 730 into 7.3e+02. */
static int float_text(char *text, double value, size_t size, const char *format_sign)
{
    char format[8];
    int digits, length = 0;
    sprintf(format, "%%%s.*g", format_sign);
    for (digits = 6; digits <= 17; digits++) {
        length = sprintf(text, format, digits, value);
        if (strtod(text, NULL) == value || (size == 4 && strtof(text, NULL) == (float)value))
            break;
    }
    return length;
}

static int value_text(const element_type *type, const unsigned char *element, char *text)
{
    uint64_t bits = type->kind == ELEMENT_RAW ? 0 : get_word(element, type->word, 0);
    size_t i;
    int length = 0;
    switch (type->kind) {
    case ELEMENT_BOOL:
        return sprintf(text, "%s", bits ? "true" : "false");
    case ELEMENT_INT: /* ones above the sign bit, where that is set */
        if (bits >> (8 * type->size - 1))
            return sprintf(text, "-%" PRIu64, -bits & UINT64_MAX >> (64 - 8 * type->size));
        return sprintf(text, "%" PRIu64, bits);
    case ELEMENT_UINT:
        return sprintf(text, "%" PRIu64, bits);
    case ELEMENT_FLOAT:
        return float_text(text, float_of_bits(bits, type->word), type->word, "");
    case ELEMENT_COMPLEX:
        length = float_text(text, float_of_bits(bits, type->word), type->word, "");
        bits = get_word(element + type->word, type->word, 0);
        length += float_text(text + length, float_of_bits(bits, type->word), type->word, "+");
        return length + sprintf(text + length, "j");
    case ELEMENT_RAW:
        for (i = 0; i < type->size; i++)
            length += sprintf(text + length, "%02x", element[i]);
        return length;
    }
    return 0;
}

void print_values(const element_type *type, size_t rank, const uint64_t *shape, const void *elements)
{
    const unsigned char *bytes = elements;
    char text[VALUE_TEXT];
    uint64_t total = 1, row = rank > 0 ? shape[rank - 1] : 1, plane = rank > 1 ? row * shape[rank - 2] : 0, i;
    size_t axis;
    int width = 0, length;
    for (axis = 0; axis < rank; axis++)
        total *= shape[axis];
    for (i = 0; i < total; i++) {
        length = value_text(type, bytes + i * type->size, text);
        width = length > width ? length : width;
    }
    for (i = 0; i < total; i++) {
        if (i > 0 && plane > 0 && i % plane == 0)
            putchar('\n');
        value_text(type, bytes + i * type->size, text);
        printf("%*s%c", width, text, (i + 1) % row == 0 ? '\n' : ' ');
    }
}
