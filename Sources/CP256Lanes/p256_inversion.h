#ifndef P256_INVERSION_H
#define P256_INVERSION_H

#include "p256_words.h"

/// An odd modulus to invert by.
typedef struct {
    /// The modulus in signed limbs of 62 bits, the least significant first.
    int64_t limb[5];
    /// 1 / modulus modulo 2^62.
    uint64_t inverse;
} p256_inversion_modulus;

extern const p256_inversion_modulus p256_inversion_modulo_prime;
extern const p256_inversion_modulus p256_inversion_modulo_order;

/// 1 / a modulo the modulus, for a below it; 0 for 0. Its time depends on a: for public numbers only.
p256_words p256_words_inverse(p256_words a, const p256_inversion_modulus *modulus);

#endif
