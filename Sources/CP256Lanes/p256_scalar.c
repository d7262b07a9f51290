// Verification with the arithmetic of 64-bit words.
//
// A signature is good if x(u1 G + u2 Q) = r modulo n with u1 = digest / s and u2 = r / s. The tables give all summands,
// so what is left are additions of affine points. They are summed in pairs, the sums in pairs again, and so on; on each
// level the additions of all signatures are independent, and up to ADDITIONS of them share one inversion (Montgomery's
// trick: 3 multiplications an addition instead). The last addition needs no inversion, because only its x is compared.

#include "p256_batch.h"
#include "p256_digits.h"
#include "p256_lanes.h"

enum {
    /// How many additions share an inversion.
    ADDITIONS = 1024,
    /// How many running products there are: independent ones overlap in the processor.
    CHAINS = 2,
};

/// Where the kernel keeps its numbers; all arrays lie in the scratch memory of the caller.
typedef struct {
    const p256_table *base, *key;
    /// How many summands a signature has in all, and how many of them are multiples of the base point.
    unsigned leaves, base_leaves;
    /// What `p256_digit_places` says of each summand, by signature.
    uint32_t *places;
    /// The sums of a level, by signature: `slots` for each.
    p256_point *sums;
    unsigned slots;
    uint8_t *exceptional;
    /// For each addition that waits for the inversion: the difference of x, and the product of those before it.
    p256_words *difference, *before;
} forest;

static unsigned leaf_count(const p256_table *base, const p256_table *key) {
    return p256_window_count(base->width) + p256_window_count(key->width);
}

size_t p256_scalar_scratch_size(const p256_table *base, const p256_table *key, size_t count) {
    const size_t leaves = leaf_count(base, key), slots = (leaves + 1) / 2;
    const size_t additions = count * (leaves / 2) < ADDITIONS ? count * (leaves / 2) : ADDITIONS;
    return count * (slots * sizeof(p256_point) + leaves * sizeof(uint32_t) + 1) + 2 * additions * sizeof(p256_words);
}

/// What is to be summed on a level: entries of the tables on the first, sums of the level below on the others.
static inline __attribute__((always_inline)) p256_point summand(const forest *f, bool first, size_t lane, unsigned i) {
    if (!first) return f->sums[lane * f->slots + i];
    const uint32_t place = f->places[lane * f->leaves + i];
    p256_point point = (i < f->base_leaves ? f->base : f->key)->entries[place >> 1];
    point.y = p256_words_choice(place & 1, p256_words_difference(p256_prime, point.y), point.y);
    return point;
}

static inline __attribute__((always_inline)) p256_words summand_x(const forest *f, bool first, size_t lane,
                                                                  unsigned i) {
    if (!first) return f->sums[lane * f->slots + i].x;
    return (i < f->base_leaves ? f->base : f->key)->entries[f->places[lane * f->leaves + i] >> 1].x;
}

/// Asks for an entry that is needed soon; a wide table is far away in the memory.
static inline __attribute__((always_inline)) void fetch_ahead(const forest *f, size_t lane, unsigned i) {
    const uint32_t place = f->places[lane * f->leaves + i];
    __builtin_prefetch((i < f->base_leaves ? f->base : f->key)->entries + (place >> 1));
}

/// Puts 1 for differences of 0, marks their signatures, and makes all products anew.
static void set_exceptions_aside(const forest *f, size_t lane, unsigned pair, unsigned pairs, size_t additions,
                                 p256_words product[CHAINS]) {
    for (int c = 0; c < CHAINS; c++) product[c] = p256_field_one;
    for (size_t k = 0; k < additions; k++) {
        if (p256_words_is_zero(f->difference[k])) {
            f->difference[k] = p256_field_one;
            f->exceptional[lane] = 1;
        }
        if (++pair == pairs) pair = 0, lane++;
    }
    for (size_t k = additions; k-- > 0;) {
        f->before[k] = product[k % CHAINS];
        product[k % CHAINS] = p256_field_product(product[k % CHAINS], f->difference[k]);
    }
}

/// Makes the additions k to k + some - 1, one step of all of them after the other: a multiplication does not wait for
/// the one before it.
static inline __attribute__((always_inline)) void add_some(const forest *f, bool first, size_t *lane, unsigned *pair,
                                                           unsigned pairs, size_t k, size_t some,
                                                           p256_words inverse[CHAINS]) {
    p256_point a[CHAINS], b[CHAINS], *to[CHAINS];
    p256_words own[CHAINS], slope[CHAINS], x[CHAINS];
    for (size_t i = 0; i < some; i++) {
        a[i] = summand(f, first, *lane, 2 * *pair);
        b[i] = summand(f, first, *lane, 2 * *pair + 1);
        to[i] = f->sums + *lane * f->slots + *pair;
        if (++*pair == pairs) *pair = 0, ++*lane;
    }
    for (size_t i = 0; i < some; i++) own[i] = p256_field_product(inverse[i], f->before[k + i]);
    for (size_t i = 0; i < some; i++) inverse[i] = p256_field_product(inverse[i], f->difference[k + i]);
    for (size_t i = 0; i < some; i++) slope[i] = p256_field_product(p256_field_difference(b[i].y, a[i].y), own[i]);
    for (size_t i = 0; i < some; i++) {
        x[i] = p256_field_difference(p256_field_square(slope[i]), p256_field_sum(a[i].x, b[i].x));
    }
    for (size_t i = 0; i < some; i++) {
        const p256_words y = p256_field_product(slope[i], p256_field_difference(a[i].x, x[i]));
        *to[i] = (p256_point){x[i], p256_field_difference(y, a[i].y)};
    }
}

/// Sums in pairs what the signatures have on a level, `nodes` for each, into the first places of the next one.
///
/// The sums take the places of their summands. That is safe because the addition i of a signature writes to place i and
/// reads from 2 i and 2 i + 1, and the additions are made in rising order.
static inline __attribute__((always_inline)) void sum_level(const forest *f, bool first, size_t count, unsigned nodes) {
    const unsigned pairs = nodes / 2;
    const size_t all = count * pairs;
    size_t start_lane = 0;
    unsigned start_pair = 0;
    for (size_t start = 0; start < all; start += ADDITIONS) {
        const size_t additions = all - start < ADDITIONS ? all - start : ADDITIONS;
        size_t lane = (start + additions) / pairs;
        unsigned pair = (unsigned)((start + additions) % pairs);
        p256_words product[CHAINS];
        for (int c = 0; c < CHAINS; c++) product[c] = p256_field_one;
        for (size_t k = additions; k-- > 0;) {
            if (pair == 0) pair = pairs, lane--;
            pair--;
            if (first && lane > 0) {
                fetch_ahead(f, lane - 1, 2 * pair);
                fetch_ahead(f, lane - 1, 2 * pair + 1);
            }
            const p256_words difference = p256_field_difference(summand_x(f, first, lane, 2 * pair + 1),
                                                                summand_x(f, first, lane, 2 * pair));
            f->difference[k] = difference;
            f->before[k] = product[k % CHAINS];
            product[k % CHAINS] = p256_field_product(product[k % CHAINS], difference);
        }
        p256_words of_all = p256_field_product(product[0], product[1]);
        if (p256_words_is_zero(of_all)) {
            set_exceptions_aside(f, start_lane, start_pair, pairs, additions, product);
            of_all = p256_field_product(product[0], product[1]);
        }
        const p256_words of_all_inverse = p256_field_inverse(of_all);
        p256_words inverse[CHAINS] = {
            p256_field_product(of_all_inverse, product[1]),
            p256_field_product(of_all_inverse, product[0]),
        };
        for (size_t k = 0; k < additions; k += CHAINS) {
            if (additions - k >= CHAINS) {
                add_some(f, first, &start_lane, &start_pair, pairs, k, CHAINS, inverse);
            } else {
                add_some(f, first, &start_lane, &start_pair, pairs, k, additions - k, inverse);
            }
        }
    }
    if (nodes % 2 != 0) {
        for (size_t lane = 0; lane < count; lane++) {
            f->sums[lane * f->slots + pairs] = summand(f, first, lane, nodes - 1);
        }
    }
}

/// True if the sum of the last two points has the x coordinate r: (y2 - y1)^2 = (r + x1 + x2) (x2 - x1)^2.
static bool last_sum_is(p256_point a, p256_point b, p256_words difference, p256_words r) {
    const p256_words x = p256_field_sum(p256_field_from_plain(r), p256_field_sum(a.x, b.x));
    const p256_words right = p256_field_product(x, p256_field_square(difference));
    return p256_words_are_equal(p256_field_square(p256_field_difference(b.y, a.y)), right);
}

/// Cuts digest / s and r / s into digits.
static void cut_scalars(const forest *f, const p256_lanes *lanes, size_t count, p256_words *before) {
    p256_words product = lanes->s[0];
    for (size_t i = 1; i < count; i++) {
        before[i] = product;
        product = p256_order_product(product, lanes->s[i]);
    }
    // Every multiplication divides by 2^256. With 2^256 / (the product) to start from, the factors that the chain has
    // lost cancel out but for one: own is 2^256 / s, and the last multiplication takes that away.
    p256_words inverse = p256_words_inverse(product, &p256_inversion_modulo_order);
    inverse = p256_order_product(inverse, p256_order_square_of_radix);
    for (size_t i = count; i-- > 0;) {
        const p256_words own = i == 0 ? inverse : p256_order_product(inverse, before[i]);
        if (i > 0) inverse = p256_order_product(inverse, lanes->s[i]);
        uint32_t *const places = f->places + i * f->leaves;
        p256_digit_places(p256_order_product(lanes->digest[i], own), f->base->width, places, 1);
        p256_digit_places(p256_order_product(lanes->r[i], own), f->key->width, places + f->base_leaves, 1);
    }
}

void p256_scalar_verify(const p256_table *base, const p256_table *key, p256_lanes *lanes, size_t count, void *scratch) {
    forest f = {.base = base, .key = key, .leaves = leaf_count(base, key)};
    f.base_leaves = p256_window_count(base->width);
    f.slots = (f.leaves + 1) / 2;
    const size_t all = count * (f.leaves / 2), additions = all < ADDITIONS ? all : ADDITIONS;
    f.sums = scratch;
    f.difference = (p256_words *)(void *)(f.sums + count * f.slots);
    f.before = f.difference + additions;
    f.places = (uint32_t *)(void *)(f.before + additions);
    f.exceptional = (uint8_t *)(f.places + count * f.leaves);

    memset(f.exceptional, 0, count);
    cut_scalars(&f, lanes, count, f.before);
    sum_level(&f, true, count, f.leaves);
    unsigned nodes = f.slots;
    for (; nodes > 2; nodes = (nodes + 1) / 2) sum_level(&f, false, count, nodes);
    for (size_t i = 0; i < count; i++) {
        const p256_point a = f.sums[i * f.slots], b = f.sums[i * f.slots + 1];
        const p256_words difference = p256_field_difference(b.x, a.x);
        if (f.exceptional[i] || p256_words_is_zero(difference)) {
            lanes->verdict[i] = P256_EXCEPTIONAL;
        } else {
            lanes->verdict[i] = last_sum_is(a, b, difference, lanes->r[i]) ? P256_ACCEPTED : P256_REJECTED;
        }
    }
}
