#ifndef P256_ORDER_H
#define P256_ORDER_H

// Numbers modulo n, the order of the group of P-256 (FIPS 186-4, D.1.2.3), as four 64-bit words below n. A Montgomery
// product a b / 2^256 is all that a verification needs of them.

#include "p256_inversion.h"
#include "p256_words.h"

static const p256_words p256_order = {
    {0xf3b9cac2fc632551, 0xbce6faada7179e84, 0xffffffffffffffff, 0xffffffff00000000},
};
/// p - n: an x coordinate below it may stand in a signature for x or for x + n.
static const p256_words p256_prime_less_order = {
    {0x0c46353d039cdaae, 0x4319055358e8617b, 0x0000000000000000, 0x0000000000000000},
};
/// 2^512 mod n.
static const p256_words p256_order_square_of_radix = {
    {0x83244c95be79eea2, 0x4699799c49bd6fa6, 0x2845b2392b6bec59, 0x66e12d94f3d95620},
};
/// -1 / n modulo 2^64.
static const uint64_t p256_order_negated_inverse = 0xccd1c8aaee00bc4f;

/// a b / 2^256 mod n, for a below 2^256 and b below n.
static inline p256_words p256_order_product(p256_words a, p256_words b) {
    uint64_t t[8];
    p256_words_multiply(a, b, t);
    unsigned long long over = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t m = t[i] * p256_order_negated_inverse;
        unsigned __int128 sum = 0;
        for (int j = 0; j < 4; j++) {
            sum = (unsigned __int128)m * p256_order.word[j] + t[i + j] + (uint64_t)(sum >> 64);
            t[i + j] = (uint64_t)sum;
        }
        t[i + 4] = __builtin_addcll(t[i + 4], (uint64_t)(sum >> 64), over, &over);
    }
    unsigned long long borrow = 0;
    p256_words sum, reduced;
    for (int i = 0; i < 4; i++) {
        sum.word[i] = t[i + 4];
        reduced.word[i] = __builtin_subcll(t[i + 4], p256_order.word[i], borrow, &borrow);
    }
    return p256_words_choice(borrow > over, sum, reduced);
}

#endif
