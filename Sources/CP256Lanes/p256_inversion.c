#include "p256_inversion.h"

// The greatest common divisor by division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular
// inversion", 2019), in their plain form with delta = 1 at the start, 62 steps at a time on the low words alone. At
// most 12 rounds are needed for 256 bits. Numbers are signed, with limbs of 62 bits of which the last carries the sign.

enum { LIMBS = 5, LIMB_BITS = 62 };

static const uint64_t limb_mask = ((uint64_t)1 << LIMB_BITS) - 1;

const p256_inversion_modulus p256_inversion_modulo_prime = {
    {0x3fffffffffffffff, 0x00000003ffffffff, 0x0000000000000000, 0x3fffffc000000040, 0x00000000000000ff},
    0x3fffffffffffffff,
};
const p256_inversion_modulus p256_inversion_modulo_order = {
    {0x33b9cac2fc632551, 0x339beab69c5e7a13, 0x3ffffffffffffffb, 0x3fffffc00000003f, 0x00000000000000ff},
    0x332e375511ff43b1,
};

typedef struct {
    int64_t limb[LIMBS];
} integer;

/// What 62 steps make of f and g: 2^62 (f, g) becomes (ff f + fg g, gf f + gg g).
typedef struct {
    int64_t ff, fg, gf, gg;
} transition;

static transition sixty_two_steps(int64_t *delta, uint64_t f, uint64_t g) {
    // Negative numbers live in unsigned words, where shifts and wrapping are defined.
    uint64_t ff = 1, fg = 0, gf = 0, gg = 1;
    int64_t d = *delta;
    int left = LIMB_BITS;
    for (;;) {
        const int zeros = __builtin_ctzll(g | ~(uint64_t)0 << left);
        g >>= zeros;
        ff <<= zeros;
        fg <<= zeros;
        d += zeros;
        left -= zeros;
        if (left == 0) break;
        if (d > 0) {
            uint64_t kept;
            d = -d;
            kept = f, f = g, g = 0 - kept;
            kept = ff, ff = gf, gf = 0 - kept;
            kept = fg, fg = gg, gg = 0 - kept;
        }
        // The next 1 - d steps can only add f, so a multiple of f that clears as many low bits of g does them at once.
        // f (2 - f f) is 1 / f modulo 64.
        int cleared = 1 - d < 6 ? (int)(1 - d) : 6;
        if (cleared > left) cleared = left;
        const uint64_t multiple = (0 - g * f * (2 - f * f)) & (((uint64_t)1 << cleared) - 1);
        g += multiple * f;
        gf += multiple * ff;
        gg += multiple * fg;
    }
    *delta = d;
    return (transition){(int64_t)ff, (int64_t)fg, (int64_t)gf, (int64_t)gg};
}

/// (a x + b y + c m) / 2^62, which is whole.
static inline integer combined(int64_t a, const integer *x, int64_t b, const integer *y, int64_t c, const int64_t *m) {
    integer result;
    __int128 sum = (__int128)a * x->limb[0] + (__int128)b * y->limb[0] + (__int128)c * m[0];
    for (int i = 1; i < LIMBS; i++) {
        sum >>= LIMB_BITS;
        sum += (__int128)a * x->limb[i] + (__int128)b * y->limb[i] + (__int128)c * m[i];
        result.limb[i - 1] = (int64_t)((uint64_t)sum & limb_mask);
    }
    result.limb[LIMBS - 1] = (int64_t)(sum >> LIMB_BITS);
    return result;
}

/// The factor c between -2^61 and 2^61 that makes a x + b y + c m divisible by 2^62.
static inline int64_t clearing_factor(
    int64_t a, const integer *x, int64_t b, const integer *y, const p256_inversion_modulus *modulus
) {
    const uint64_t low = (uint64_t)a * (uint64_t)x->limb[0] + (uint64_t)b * (uint64_t)y->limb[0];
    const uint64_t factor = (0 - low * modulus->inverse) & limb_mask;
    return (int64_t)factor - (factor >> (LIMB_BITS - 1) ? (int64_t)1 << LIMB_BITS : 0);
}

/// x + c m with lower limbs back between 0 and 2^62.
static integer shifted(integer x, int64_t c, const int64_t *m) {
    __int128 sum = 0;
    for (int i = 0; i < LIMBS - 1; i++) {
        sum += (__int128)c * m[i] + x.limb[i];
        x.limb[i] = (int64_t)((uint64_t)sum & limb_mask);
        sum >>= LIMB_BITS;
    }
    x.limb[LIMBS - 1] += (int64_t)(c * m[LIMBS - 1] + (int64_t)sum);
    return x;
}

p256_words p256_words_inverse(p256_words a, const p256_inversion_modulus *modulus) {
    static const int64_t none[LIMBS] = {0};
    const uint64_t *const w = a.word;
    integer f, g = {{
        (int64_t)(w[0] & limb_mask),
        (int64_t)((w[0] >> 62 | w[1] << 2) & limb_mask),
        (int64_t)((w[1] >> 60 | w[2] << 4) & limb_mask),
        (int64_t)((w[2] >> 58 | w[3] << 6) & limb_mask),
        (int64_t)(w[3] >> 56),
    }};
    memcpy(f.limb, modulus->limb, sizeof f.limb);
    // f is always d a modulo the modulus, and g is e a. Each round adds at most half the modulus to the size of d and
    // e, so they stay below 8 times the modulus.
    integer d = {{0}}, e = {{1}};
    int64_t delta = 1;
    while ((g.limb[0] | g.limb[1] | g.limb[2] | g.limb[3] | g.limb[4]) != 0) {
        const transition t = sixty_two_steps(&delta, (uint64_t)f.limb[0] | (uint64_t)f.limb[1] << LIMB_BITS,
                                             (uint64_t)g.limb[0] | (uint64_t)g.limb[1] << LIMB_BITS);
        const integer last_f = f, last_d = d;
        f = combined(t.ff, &last_f, t.fg, &g, 0, none);
        g = combined(t.gf, &last_f, t.gg, &g, 0, none);
        d = combined(t.ff, &last_d, t.fg, &e, clearing_factor(t.ff, &last_d, t.fg, &e, modulus), modulus->limb);
        e = combined(t.gf, &last_d, t.gg, &e, clearing_factor(t.gf, &last_d, t.gg, &e, modulus), modulus->limb);
    }
    // f is 1 or -1 now, and the modulus itself if a was 0.
    if (f.limb[LIMBS - 1] < 0) {
        for (int i = 0; i < LIMBS; i++) d.limb[i] = -d.limb[i];
        d = shifted(d, 0, none);
    }
    while (d.limb[LIMBS - 1] < 0) d = shifted(d, 1, modulus->limb);
    for (;;) {
        const integer less = shifted(d, -1, modulus->limb);
        if (less.limb[LIMBS - 1] < 0) break;
        d = less;
    }
    const uint64_t r[LIMBS] = {(uint64_t)d.limb[0], (uint64_t)d.limb[1], (uint64_t)d.limb[2], (uint64_t)d.limb[3],
                               (uint64_t)d.limb[4]};
    return (p256_words){{r[0] | r[1] << 62, r[1] >> 2 | r[2] << 60, r[2] >> 4 | r[3] << 58, r[3] >> 6 | r[4] << 56}};
}
