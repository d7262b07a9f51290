#ifndef P256_FIELD_H
#define P256_FIELD_H

// Numbers modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1, the field of P-256 (FIPS 186-4, D.1.2.3), as four 64-bit words,
// the least significant first. All are below p, and all but those named `plain` are in Montgomery form: x stands as
// x * 2^256 mod p.

#include <stdbool.h>
#include <stdint.h>

#include "p256_inversion.h"
#include "p256_words.h"

static const p256_words p256_prime = {
    {0xffffffffffffffff, 0x00000000ffffffff, 0x0000000000000000, 0xffffffff00000001},
};
/// 1 in Montgomery form: 2^256 mod p.
static const p256_words p256_field_one = {
    {0x0000000000000001, 0xffffffff00000000, 0xffffffffffffffff, 0x00000000fffffffe},
};
/// 2^512 mod p: a multiplication by it brings a plain number into Montgomery form.
static const p256_words p256_field_square_of_radix = {
    {0x0000000000000003, 0xfffffffbffffffff, 0xfffffffffffffffe, 0x00000004fffffffd},
};

/// a + b.
static inline p256_words p256_field_sum(p256_words a, p256_words b) {
    unsigned long long carry = 0, borrow = 0;
    p256_words sum, reduced;
    for (int i = 0; i < 4; i++) sum.word[i] = __builtin_addcll(a.word[i], b.word[i], carry, &carry);
    for (int i = 0; i < 4; i++) reduced.word[i] = __builtin_subcll(sum.word[i], p256_prime.word[i], borrow, &borrow);
    return p256_words_choice(borrow > carry, sum, reduced);
}

/// a - b.
static inline p256_words p256_field_difference(p256_words a, p256_words b) {
    unsigned long long borrow = 0, carry = 0;
    p256_words difference;
    for (int i = 0; i < 4; i++) difference.word[i] = __builtin_subcll(a.word[i], b.word[i], borrow, &borrow);
    const uint64_t mask = 0 - (uint64_t)borrow;
    for (int i = 0; i < 4; i++) {
        difference.word[i] = __builtin_addcll(difference.word[i], p256_prime.word[i] & mask, carry, &carry);
    }
    return difference;
}

/// Divides t by 2^64 modulo p.
///
/// p is -1 modulo 2^64, so the multiple m p that clears the low word has that word itself as m. What it adds to the
/// words above, m (2^256 - 2^224 + 2^192) + m 2^96, needs shifts only.
static inline __attribute__((always_inline)) void p256_field_shed_word(uint64_t t[4]) {
    unsigned long long carry = 0, borrow = 0;
    const uint64_t m = t[0], low = m << 32, high = m >> 32;
    const uint64_t third = __builtin_subcll(m, low, 0, &borrow);
    const uint64_t fourth = __builtin_subcll(m, high, borrow, &borrow);
    t[0] = __builtin_addcll(t[1], low, 0, &carry);
    t[1] = __builtin_addcll(t[2], high, carry, &carry);
    t[2] = __builtin_addcll(t[3], third, carry, &carry);
    t[3] = fourth + carry;
}

/// t / 2^256 mod p, for t below 2^256 p.
static inline __attribute__((always_inline)) p256_words p256_field_reduced(const uint64_t t[8]) {
    unsigned long long carry = 0, borrow = 0;
    uint64_t low[4] = {t[0], t[1], t[2], t[3]};
    // The four low words alone first: what comes out is at most p, and the high words are added to it at the end.
    for (int i = 0; i < 4; i++) p256_field_shed_word(low);
    p256_words sum, reduced;
    for (int i = 0; i < 4; i++) sum.word[i] = __builtin_addcll(low[i], t[i + 4], carry, &carry);
    for (int i = 0; i < 4; i++) reduced.word[i] = __builtin_subcll(sum.word[i], p256_prime.word[i], borrow, &borrow);
    return p256_words_choice(borrow > carry, sum, reduced);
}

/// a b.
static inline __attribute__((always_inline)) p256_words p256_field_product(p256_words a, p256_words b) {
    uint64_t t[8];
    p256_words_multiply(a, b, t);
    return p256_field_reduced(t);
}

/// a a.
static inline __attribute__((always_inline)) p256_words p256_field_square(p256_words a) {
    uint64_t t[8];
    p256_words_square(a, t);
    return p256_field_reduced(t);
}

/// A plain number below 2^256 in Montgomery form.
static inline p256_words p256_field_from_plain(p256_words plain) {
    return p256_field_product(plain, p256_field_square_of_radix);
}

/// 1 / a, and 0 for 0.
static inline p256_words p256_field_inverse(p256_words a) {
    // The inverse of a 2^256 is 1 / (a 2^256); two multiplications by 2^512 / 2^256 make 2^256 / a of it.
    const p256_words inverse = p256_words_inverse(a, &p256_inversion_modulo_prime);
    return p256_field_product(p256_field_product(inverse, p256_field_square_of_radix), p256_field_square_of_radix);
}

#endif
