#ifndef P256_WIDE_H
#define P256_WIDE_H

// Eight numbers side by side in five limbs of 52 bits, the least significant first: a limb of all eight is one register
// of AVX-512, and its IFMA instructions multiply 52 bits by 52 bits.
//
// Numbers modulo p stand in Montgomery form with the factor 2^260. They are not below p; each function tells its bounds
// in multiples of p. The limbs of an operand are below 2^52 unless it is called loose: then they are any signed numbers
// below 2^60 in size.

#include <immintrin.h>

#include "p256_field.h"
#include "p256_order.h"

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512ifma,avx512vl,avx512bw,avx512dq,avx512vbmi2"))), apply_to = function)

#define WIDE_INLINE static inline __attribute__((always_inline))

typedef struct {
    __m512i limb[5];
} p256_wide;

typedef struct {
    p256_wide x, y;
} p256_wide_point;

WIDE_INLINE __m512i p256_wide_limb(uint64_t value) { return _mm512_set1_epi64((long long)value); }

WIDE_INLINE __m512i p256_wide_limb_mask(void) { return p256_wide_limb(0xfffffffffffff); }

WIDE_INLINE p256_wide p256_wide_constant(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
    return (p256_wide){{p256_wide_limb(a), p256_wide_limb(b), p256_wide_limb(c), p256_wide_limb(d), p256_wide_limb(e)}};
}

WIDE_INLINE p256_wide p256_wide_prime(void) {
    return p256_wide_constant(0xfffffffffffff, 0xfffffffffff, 0, 0x1000000000, 0xffffffff0000);
}

WIDE_INLINE p256_wide p256_wide_order(void) {
    return p256_wide_constant(0x9cac2fc632551, 0xada7179e84f3b, 0xfffffffbce6fa, 0xfffffffff, 0xffffffff0000);
}

/// 1 in Montgomery form: 2^260 mod p.
WIDE_INLINE p256_wide p256_wide_one(void) {
    return p256_wide_constant(0x10, 0xf000000000000, 0xfffffffffffff, 0xffeffffffffff, 0xfffff);
}

/// 2^520 mod p.
WIDE_INLINE p256_wide p256_wide_square_of_radix(void) {
    return p256_wide_constant(0x300, 0xffffffff00000, 0xffffefffffffb, 0xfdfffffffffff, 0x4ffffff);
}

/// Moves what exceeds 52 bits of a limb, or lacks in it, to the next one. The number lies between 0 and 2^260.
WIDE_INLINE p256_wide p256_wide_carried(p256_wide loose) {
    for (int i = 0; i < 4; i++) {
        loose.limb[i + 1] = _mm512_add_epi64(loose.limb[i + 1], _mm512_srai_epi64(loose.limb[i], 52));
        loose.limb[i] = _mm512_and_si512(loose.limb[i], p256_wide_limb_mask());
    }
    return loose;
}

/// a + b, loose.
WIDE_INLINE p256_wide p256_wide_loose_sum(p256_wide a, p256_wide b) {
    for (int i = 0; i < 5; i++) a.limb[i] = _mm512_add_epi64(a.limb[i], b.limb[i]);
    return a;
}

/// a - b, loose.
WIDE_INLINE p256_wide p256_wide_loose_difference(p256_wide a, p256_wide b) {
    for (int i = 0; i < 5; i++) a.limb[i] = _mm512_sub_epi64(a.limb[i], b.limb[i]);
    return a;
}

/// a - b + 3 p, for loose a above -p and b below 3 p.
WIDE_INLINE p256_wide p256_wide_difference(p256_wide a, p256_wide b) {
    const p256_wide shift = p256_wide_constant(0xffffffffffffd, 0x2fffffffffff, 0, 0x3000000000, 0x2fffffffd0000);
    return p256_wide_carried(p256_wide_loose_sum(p256_wide_loose_difference(a, b), shift));
}

/// A loose number between -2^259 and 2^259, brought between p - 2^230 and 2 p + 2^230.
///
/// The multiple of p to take away is read from the bits above 2^256; carries that the limbs below still hold and the
/// distance of p from 2^256 make the small error.
WIDE_INLINE p256_wide p256_wide_reduced(p256_wide loose) {
    const __m512i top = loose.limb[4];
    const __m512i one_less = _mm512_sub_epi64(_mm512_srai_epi64(top, 48), p256_wide_limb(1));
    // q p = q 2^256 - q 2^224 + q 2^192 + q 2^96 - q.
    const __m512i below = _mm512_and_si512(top, p256_wide_limb(0xffffffffffff));
    loose.limb[0] = _mm512_add_epi64(loose.limb[0], one_less);
    loose.limb[1] = _mm512_sub_epi64(loose.limb[1], _mm512_slli_epi64(one_less, 44));
    loose.limb[3] = _mm512_sub_epi64(loose.limb[3], _mm512_slli_epi64(one_less, 36));
    loose.limb[4] = _mm512_add_epi64(_mm512_add_epi64(below, p256_wide_limb(0x1000000000000)),
                                     _mm512_slli_epi64(one_less, 16));
    return p256_wide_carried(loose);
}

/// t / 2^260 modulo p, loose: below t / 2^260 + p. The limbs of t are below 2^58.
WIDE_INLINE p256_wide p256_wide_shed_low_half(__m512i t[10]) {
    // As with words of 64 bits, the multiple m p that clears the lowest limb has that limb as m, because p is -1 modulo
    // 2^52; m p + m = (2^44 m) 2^52 + (2^36 m) 2^156 + ((2^48 - 2^16) m) 2^208.
    for (int i = 0; i < 5; i++) {
        const __m512i m = _mm512_and_si512(t[i], p256_wide_limb_mask());
        t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srli_epi64(t[i], 52));
        t[i + 1] = _mm512_madd52lo_epu64(t[i + 1], m, p256_wide_limb(0x100000000000));
        t[i + 2] = _mm512_add_epi64(t[i + 2], _mm512_srli_epi64(m, 8));
        t[i + 3] = _mm512_madd52lo_epu64(t[i + 3], m, p256_wide_limb(0x1000000000));
        t[i + 4] = _mm512_add_epi64(t[i + 4], _mm512_srli_epi64(m, 16));
        t[i + 4] = _mm512_madd52lo_epu64(t[i + 4], m, p256_wide_limb(0xffffffff0000));
        t[i + 5] = _mm512_madd52hi_epu64(t[i + 5], m, p256_wide_limb(0xffffffff0000));
    }
    return (p256_wide){{t[5], t[6], t[7], t[8], t[9]}};
}

/// t = a b.
WIDE_INLINE void p256_wide_multiply(p256_wide a, p256_wide b, __m512i t[10]) {
    for (int i = 0; i < 10; i++) t[i] = _mm512_setzero_si512();
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) t[i + j] = _mm512_madd52lo_epu64(t[i + j], a.limb[j], b.limb[i]);
        for (int j = 0; j < 5; j++) t[i + j + 1] = _mm512_madd52hi_epu64(t[i + j + 1], a.limb[j], b.limb[i]);
    }
}

/// a b / 2^260, loose: below a b / (16 p) + p.
WIDE_INLINE p256_wide p256_wide_loose_product(p256_wide a, p256_wide b) {
    __m512i t[10];
    p256_wide_multiply(a, b, t);
    return p256_wide_shed_low_half(t);
}

/// a b / 2^260: below a b / (16 p) + p.
WIDE_INLINE p256_wide p256_wide_product(p256_wide a, p256_wide b) {
    return p256_wide_carried(p256_wide_loose_product(a, b));
}

/// a a / 2^260, loose: below a a / (16 p) + p.
WIDE_INLINE p256_wide p256_wide_loose_square(p256_wide a) {
    __m512i t[10];
    for (int i = 0; i < 10; i++) t[i] = _mm512_setzero_si512();
    // The products of different limbs once, doubled, then the squares of the limbs.
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 5; j++) t[i + j] = _mm512_madd52lo_epu64(t[i + j], a.limb[j], a.limb[i]);
        for (int j = i + 1; j < 5; j++) t[i + j + 1] = _mm512_madd52hi_epu64(t[i + j + 1], a.limb[j], a.limb[i]);
    }
    for (int i = 1; i < 9; i++) t[i] = _mm512_add_epi64(t[i], t[i]);
    for (int i = 0; i < 5; i++) {
        t[2 * i] = _mm512_madd52lo_epu64(t[2 * i], a.limb[i], a.limb[i]);
        t[2 * i + 1] = _mm512_madd52hi_epu64(t[2 * i + 1], a.limb[i], a.limb[i]);
    }
    return p256_wide_shed_low_half(t);
}

/// a a / 2^260: below a a / (16 p) + p.
WIDE_INLINE p256_wide p256_wide_square(p256_wide a) { return p256_wide_carried(p256_wide_loose_square(a)); }

/// The lanes in which a loose number between -2^259 and 2^259 is a multiple of p.
WIDE_INLINE __mmask8 p256_wide_zero_lanes(p256_wide loose) {
    // The bounds of the reduction leave p and 2 p.
    const p256_wide a = p256_wide_reduced(loose);
    const p256_wide once = p256_wide_prime(), twice = p256_wide_loose_sum(once, once);
    const p256_wide twice_carried = p256_wide_carried(twice);
    __mmask8 is_once = 0xff, is_twice = 0xff;
    for (int i = 0; i < 5; i++) {
        is_once &= _mm512_cmpeq_epi64_mask(a.limb[i], once.limb[i]);
        is_twice &= _mm512_cmpeq_epi64_mask(a.limb[i], twice_carried.limb[i]);
    }
    return is_once | is_twice;
}

/// a b / 2^260 modulo n, below a b / (16 n) + n.
WIDE_INLINE p256_wide p256_wide_order_product(p256_wide a, p256_wide b) {
    __m512i t[10];
    p256_wide_multiply(a, b, t);
    const p256_wide n = p256_wide_order();
    for (int i = 0; i < 5; i++) {
        const __m512i m = _mm512_madd52lo_epu64(_mm512_setzero_si512(), t[i], p256_wide_limb(0x1c8aaee00bc4f));
        for (int j = 0; j < 5; j++) t[i + j] = _mm512_madd52lo_epu64(t[i + j], m, n.limb[j]);
        for (int j = 0; j < 5; j++) t[i + j + 1] = _mm512_madd52hi_epu64(t[i + j + 1], m, n.limb[j]);
        t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srli_epi64(t[i], 52));
    }
    return p256_wide_carried((p256_wide){{t[5], t[6], t[7], t[8], t[9]}});
}

/// Brings a number below twice the modulus below the modulus.
WIDE_INLINE p256_wide p256_wide_below(p256_wide a, p256_wide modulus) {
    const p256_wide less = p256_wide_carried(p256_wide_loose_difference(a, modulus));
    const __mmask8 negative = _mm512_cmplt_epi64_mask(less.limb[4], _mm512_setzero_si512());
    for (int i = 0; i < 5; i++) a.limb[i] = _mm512_mask_mov_epi64(less.limb[i], negative, a.limb[i]);
    return a;
}

/// Rearranges the lanes of all limbs.
#define P256_WIDE_ROTATED(a, lanes)                                                                                   \
    ((p256_wide){{_mm512_alignr_epi64((a).limb[0], (a).limb[0], lanes),                                               \
                  _mm512_alignr_epi64((a).limb[1], (a).limb[1], lanes),                                               \
                  _mm512_alignr_epi64((a).limb[2], (a).limb[2], lanes),                                               \
                  _mm512_alignr_epi64((a).limb[3], (a).limb[3], lanes),                                               \
                  _mm512_alignr_epi64((a).limb[4], (a).limb[4], lanes)}})

/// Eight numbers of four words each, one from each address.
WIDE_INLINE p256_wide p256_wide_from_words(const p256_words *const from[8]) {
    __m256i row[8];
    for (int i = 0; i < 8; i++) row[i] = _mm256_loadu_si256((const __m256i *)(const void *)from[i]);
    __m512i pair[4];
    // The rows 0 and 2, 1 and 3, 4 and 6, 5 and 7.
    for (int i = 0; i < 4; i++) {
        const int first = i / 2 * 4 + i % 2;
        pair[i] = _mm512_inserti64x4(_mm512_castsi256_si512(row[first]), row[first + 2], 1);
    }
    const __m512i even_a = _mm512_unpacklo_epi64(pair[0], pair[1]), odd_a = _mm512_unpackhi_epi64(pair[0], pair[1]);
    const __m512i even_b = _mm512_unpacklo_epi64(pair[2], pair[3]), odd_b = _mm512_unpackhi_epi64(pair[2], pair[3]);
    const __m512i w0 = _mm512_shuffle_i64x2(even_a, even_b, 0x88), w1 = _mm512_shuffle_i64x2(odd_a, odd_b, 0x88);
    const __m512i w2 = _mm512_shuffle_i64x2(even_a, even_b, 0xdd), w3 = _mm512_shuffle_i64x2(odd_a, odd_b, 0xdd);
    const __m512i mask = p256_wide_limb_mask();
    return (p256_wide){{
        _mm512_and_si512(w0, mask),
        _mm512_and_si512(_mm512_shrdi_epi64(w0, w1, 52), mask),
        _mm512_and_si512(_mm512_shrdi_epi64(w1, w2, 40), mask),
        _mm512_and_si512(_mm512_shrdi_epi64(w2, w3, 28), mask),
        _mm512_srli_epi64(w3, 16),
    }};
}

/// The number of the first lane, which is below 2^256.
WIDE_INLINE p256_words p256_wide_first_lane(p256_wide a) {
    uint64_t l[5];
    for (int i = 0; i < 5; i++) l[i] = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(a.limb[i]));
    return (p256_words){{l[0] | l[1] << 52, l[1] >> 12 | l[2] << 40, l[2] >> 24 | l[3] << 28, l[3] >> 36 | l[4] << 16}};
}

/// One number below 2^256 in all lanes.
WIDE_INLINE p256_wide p256_wide_from_one(const p256_words *words) {
    const p256_words *const from[8] = {words, words, words, words, words, words, words, words};
    return p256_wide_from_words(from);
}

#pragma clang attribute pop

#endif
