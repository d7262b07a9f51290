#ifndef P256_WORDS_H
#define P256_WORDS_H

// Unsigned 256-bit integers as four 64-bit words, the least significant first.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t word[4];
} p256_words;

/// `yes` if the condition holds, else `no`, without a branch.
static inline p256_words p256_words_choice(bool condition, p256_words yes, p256_words no) {
    const uint64_t mask = 0 - (uint64_t)condition;
    for (int i = 0; i < 4; i++) no.word[i] ^= (no.word[i] ^ yes.word[i]) & mask;
    return no;
}

static inline bool p256_words_is_zero(p256_words a) {
    return (a.word[0] | a.word[1] | a.word[2] | a.word[3]) == 0;
}

static inline bool p256_words_are_equal(p256_words a, p256_words b) {
    return ((a.word[0] ^ b.word[0]) | (a.word[1] ^ b.word[1]) | (a.word[2] ^ b.word[2]) | (a.word[3] ^ b.word[3])) == 0;
}

/// True if a is below b.
static inline bool p256_words_is_below(p256_words a, p256_words b) {
    unsigned long long borrow = 0;
    for (int i = 0; i < 4; i++) (void)__builtin_subcll(a.word[i], b.word[i], borrow, &borrow);
    return borrow != 0;
}

/// a - b modulo 2^256.
static inline p256_words p256_words_difference(p256_words a, p256_words b) {
    unsigned long long borrow = 0;
    for (int i = 0; i < 4; i++) a.word[i] = __builtin_subcll(a.word[i], b.word[i], borrow, &borrow);
    return a;
}

/// The integer that 32 bytes give, the most significant first.
static inline p256_words p256_words_from_bytes(const uint8_t bytes[32]) {
    p256_words words;
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, bytes + 24 - 8 * i, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        words.word[i] = word;
    }
    return words;
}

/// t = a b.
static inline void p256_words_multiply(p256_words a, p256_words b, uint64_t t[8]) {
    unsigned __int128 sum = 0;
    for (int j = 0; j < 4; j++) {
        sum = (unsigned __int128)a.word[j] * b.word[0] + (uint64_t)(sum >> 64);
        t[j] = (uint64_t)sum;
    }
    t[4] = (uint64_t)(sum >> 64);
    for (int i = 1; i < 4; i++) {
        sum = 0;
        for (int j = 0; j < 4; j++) {
            sum = (unsigned __int128)a.word[j] * b.word[i] + t[i + j] + (uint64_t)(sum >> 64);
            t[i + j] = (uint64_t)sum;
        }
        t[i + 4] = (uint64_t)(sum >> 64);
    }
}

/// t = a a.
static inline void p256_words_square(p256_words a, uint64_t t[8]) {
    typedef unsigned __int128 wide;
    const uint64_t *const w = a.word;
    wide sum;
    unsigned long long carry = 0;
    uint64_t cross[8];
    // The products of different words, once; then all of it doubled, and the squares of the words added.
    sum = (wide)w[0] * w[1];
    cross[1] = (uint64_t)sum;
    sum = (wide)w[0] * w[2] + (uint64_t)(sum >> 64);
    cross[2] = (uint64_t)sum;
    sum = (wide)w[0] * w[3] + (uint64_t)(sum >> 64);
    cross[3] = (uint64_t)sum;
    cross[4] = (uint64_t)(sum >> 64);
    sum = (wide)w[1] * w[2] + cross[3];
    cross[3] = (uint64_t)sum;
    sum = (wide)w[1] * w[3] + cross[4] + (uint64_t)(sum >> 64);
    cross[4] = (uint64_t)sum;
    cross[5] = (uint64_t)(sum >> 64);
    sum = (wide)w[2] * w[3] + cross[5];
    cross[5] = (uint64_t)sum;
    cross[6] = (uint64_t)(sum >> 64);
    cross[7] = cross[6] >> 63;
    for (int i = 6; i > 1; i--) cross[i] = cross[i] << 1 | cross[i - 1] >> 63;
    cross[1] <<= 1;
    cross[0] = 0;
    for (int i = 0; i < 4; i++) {
        sum = (wide)w[i] * w[i];
        t[2 * i] = __builtin_addcll(cross[2 * i], (uint64_t)sum, carry, &carry);
        t[2 * i + 1] = __builtin_addcll(cross[2 * i + 1], (uint64_t)(sum >> 64), carry, &carry);
    }
}

#endif
