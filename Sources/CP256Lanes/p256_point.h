#ifndef P256_POINT_H
#define P256_POINT_H

// Points of P-256 with affine coordinates in Montgomery form; the point at infinity has none.

#include "p256_field.h"

typedef struct {
    p256_words x, y;
} p256_point;

/// The coefficient b of y^2 = x^3 - 3 x + b, in Montgomery form.
static const p256_words p256_curve_b = {
    {0xd89cdf6229c4bddf, 0xacf005cd78843090, 0xe5a220abf7212ed6, 0xdc30061d04874834},
};

static inline bool p256_point_is_on_curve(p256_point point) {
    const p256_words three = p256_field_sum(p256_field_one, p256_field_sum(p256_field_one, p256_field_one));
    const p256_words slope = p256_field_difference(p256_field_square(point.x), three);
    const p256_words right = p256_field_sum(p256_field_product(slope, point.x), p256_curve_b);
    return p256_words_are_equal(p256_field_square(point.y), right);
}

/// a + b with 1 / (b.x - a.x), for points with different x coordinates.
static inline __attribute__((always_inline)) p256_point p256_point_sum(p256_point a, p256_point b, p256_words inverse) {
    const p256_words slope = p256_field_product(p256_field_difference(b.y, a.y), inverse);
    p256_point sum;
    sum.x = p256_field_difference(p256_field_difference(p256_field_square(slope), a.x), b.x);
    sum.y = p256_field_difference(p256_field_product(slope, p256_field_difference(a.x, sum.x)), a.y);
    return sum;
}

/// a + a. The group has no point of order 2, so y is never 0.
static inline p256_point p256_point_double(p256_point a) {
    const p256_words less = p256_field_difference(p256_field_square(a.x), p256_field_one);
    const p256_words three_x_squared_less_three = p256_field_sum(less, p256_field_sum(less, less));
    const p256_words slope =
        p256_field_product(three_x_squared_less_three, p256_field_inverse(p256_field_sum(a.y, a.y)));
    p256_point sum;
    sum.x = p256_field_difference(p256_field_difference(p256_field_square(slope), a.x), a.x);
    sum.y = p256_field_difference(p256_field_product(slope, p256_field_difference(a.x, sum.x)), a.y);
    return sum;
}

#endif
