/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See float_bits.h. */
#include "float_bits.h"

#include <math.h>
#include <string.h>

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

uint64_t bits_of_float(double value, size_t size)
{
    uint64_t bits64;
    uint32_t bits32;
    float single;
    if (size == 2)
        return half_from_double(value);
    if (size == 4) {
        single = (float)value;
        memcpy(&bits32, &single, sizeof bits32);
        return bits32;
    }
    memcpy(&bits64, &value, sizeof bits64);
    return bits64;
}

double float_of_bits(uint64_t bits, size_t size)
{
    uint32_t bits32 = (uint32_t)bits;
    float single;
    double value;
    if (size == 2)
        return double_from_half(bits);
    if (size == 4) {
        memcpy(&single, &bits32, sizeof single);
        return single;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}
