/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See print_values.h. */
#include "print_values.h"

#include "float_bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
