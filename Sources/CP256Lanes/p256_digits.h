#ifndef P256_DIGITS_H
#define P256_DIGITS_H

// Scalars as digits that are all odd.
//
// Every odd u below 2^L is a sum of L terms +2^j or -2^j: with t = (u - 1) / 2 + 2^(L-1), the term is positive where
// the bit j of t is set, because u = 2 t + 1 - 2^L and the sum over the bits is 2 t - (2^L - 1). A window of w such
// terms is an odd digit between -(2^w - 1) and 2^w - 1 and never 0: no addition is skipped, and the sums of all
// signatures have the same shape. For an even scalar the negated one, n - u, is odd, and every digit changes its sign.

#include <stdint.h>

#include "p256_order.h"

/// ceil(256 / width).
static inline unsigned p256_window_count(unsigned width) { return (256 + width - 1) / width; }

/// Writes the place of each digit's entry in a table of this width, doubled, plus 1 if the entry is to be negated.
///
/// - `scalar`: below n; 0 gives the digits of n.
/// - `places`: `p256_window_count(width)` of them, `stride` apart.
static inline void p256_digit_places(p256_words scalar, unsigned width, uint32_t *places, unsigned stride) {
    const uint32_t even = (uint32_t)~scalar.word[0] & 1;
    const p256_words u = p256_words_choice(even != 0, p256_words_difference(p256_order, scalar), scalar);
    const unsigned windows = p256_window_count(width);
    const unsigned top = windows * width - 1;
    uint64_t t[5] = {u.word[0] >> 1 | u.word[1] << 63, u.word[1] >> 1 | u.word[2] << 63,
                     u.word[2] >> 1 | u.word[3] << 63, u.word[3] >> 1, 0};
    t[top / 64] |= (uint64_t)1 << top % 64;
    const uint32_t half = (uint32_t)1 << (width - 1);
    for (unsigned i = 0; i < windows; i++) {
        const unsigned bit = i * width;
        uint64_t bits = t[bit / 64] >> bit % 64;
        if (bit % 64 + width > 64) bits |= t[bit / 64 + 1] << (64 - bit % 64);
        const uint32_t window = (uint32_t)bits & (2 * half - 1);
        // The digit is 2 window + 1 - 2^width; its entry is at (|digit| - 1) / 2.
        const uint32_t negative = window < half;
        const uint32_t place = (window ^ (0 - negative)) & (half - 1);
        places[i * stride] = (i * half + place) << 1 | (negative ^ even);
    }
}

#endif
