#if defined(__x86_64__)

// Verification of eight signatures in each register. The scheme is that of p256_scalar.c.

#include "p256_batch.h"
#include "p256_digits.h"
#include "p256_lanes.h"
#include "p256_wide.h"

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512ifma,avx512vl,avx512bw,avx512dq,avx512vbmi2"))), apply_to = function)

enum {
    LANES = 8,
    /// How many additions of eight lanes share an inversion.
    ADDITIONS = 160,
    /// How many running products there are: independent ones overlap in the processor.
    CHAINS = 4,
    /// How many additions are made step by step at the same time.
    AT_ONCE = 2,
    /// By how many additions entries of the tables are asked for before they are needed.
    AHEAD = 4,
};

/// Where the kernel keeps its numbers; all arrays lie in the scratch memory of the caller. A group is eight signatures.
typedef struct {
    const p256_table *base, *key;
    /// How many summands a signature has in all, and how many of them are multiples of the base point.
    unsigned leaves, base_leaves;
    /// What `p256_digit_places` says of each summand, by group, summand and lane.
    uint32_t *places;
    /// The sums of a level, by group: `slots` for each.
    p256_wide_point *sums;
    unsigned slots;
    /// By group: the lanes that met an exceptional addition.
    __mmask8 *exceptional;
    /// For each addition that waits for the inversion: the difference of x, and the product of those before it.
    p256_wide *difference, *before;
} forest;

static unsigned leaf_count(const p256_table *base, const p256_table *key) {
    return p256_window_count(base->width) + p256_window_count(key->width);
}

static size_t group_count(size_t count) { return (count + LANES - 1) / LANES; }

static size_t addition_count(size_t groups, unsigned leaves) {
    const size_t additions = groups * (leaves / 2);
    return additions < ADDITIONS ? additions : ADDITIONS;
}

size_t p256_ifma_scratch_size(const p256_table *base, const p256_table *key, size_t count) {
    const unsigned leaves = leaf_count(base, key), slots = (leaves + 1) / 2;
    const size_t groups = group_count(count);
    return groups * (slots * sizeof(p256_wide_point) + leaves * LANES * sizeof(uint32_t) + sizeof(__mmask8)) +
           2 * addition_count(groups, leaves) * sizeof(p256_wide);
}

WIDE_INLINE const p256_point *entry(const p256_table *table, uint32_t place) { return table->entries + (place >> 1); }

/// The x coordinates of what is to be summed on a level, below 2.1 p: entries of the tables on the first level, sums of
/// the level below on the others.
WIDE_INLINE p256_wide summand_x(const forest *f, bool first, size_t group, unsigned i) {
    if (!first) return f->sums[group * f->slots + i].x;
    const p256_table *const table = i < f->base_leaves ? f->base : f->key;
    const uint32_t *const places = f->places + (group * f->leaves + i) * LANES;
    const p256_words *x[LANES];
    for (int lane = 0; lane < LANES; lane++) x[lane] = &entry(table, places[lane])->x;
    return p256_wide_from_words(x);
}

/// Their y coordinates, below 2.1 p and loose.
WIDE_INLINE p256_wide summand_y(const forest *f, bool first, size_t group, unsigned i) {
    if (!first) return f->sums[group * f->slots + i].y;
    const p256_table *const table = i < f->base_leaves ? f->base : f->key;
    const uint32_t *const places = f->places + (group * f->leaves + i) * LANES;
    const p256_words *from[LANES];
    for (int lane = 0; lane < LANES; lane++) from[lane] = &entry(table, places[lane])->y;
    p256_wide y = p256_wide_from_words(from);
    const __mmask8 negated = _mm256_test_epi32_mask(_mm256_loadu_si256((const __m256i *)(const void *)places),
                                                    _mm256_set1_epi32(1));
    const p256_wide prime = p256_wide_prime();
    for (int k = 0; k < 5; k++) y.limb[k] = _mm512_mask_sub_epi64(y.limb[k], negated, prime.limb[k], y.limb[k]);
    return y;
}

/// Asks for entries that are needed soon; a wide table is far away in the memory.
WIDE_INLINE void fetch_ahead(const forest *f, size_t group, unsigned i) {
    const p256_table *const table = i < f->base_leaves ? f->base : f->key;
    const uint32_t *const places = f->places + (group * f->leaves + i) * LANES;
    for (int lane = 0; lane < LANES; lane++) __builtin_prefetch(entry(table, places[lane]));
}

/// 1 / a in each lane for a below 2 p, with one inversion; false if one of them is a multiple of p.
static bool invert_lanes(p256_wide a, p256_wide *inverse) {
    // Products of two, of four and of all eight lanes.
    const p256_wide two = p256_wide_product(a, P256_WIDE_ROTATED(a, 4));
    const p256_wide four = p256_wide_product(two, P256_WIDE_ROTATED(two, 2));
    const p256_wide eight = p256_wide_product(four, P256_WIDE_ROTATED(four, 1));
    const p256_words product = p256_wide_first_lane(p256_wide_below(eight, p256_wide_prime()));
    if (p256_words_is_zero(product)) return false;
    // A product has the factor 2^260, and its inverse shall have it too: multiply the plain inverse by 2^520.
    static const p256_words factor = {
        {0xfffffd0000000a00, 0xffffedfffffff7ff, 0x000005fffffffcff, 0x0000180000000100},
    };
    const p256_words inverted =
        p256_field_product(p256_words_inverse(product, &p256_inversion_modulo_prime), factor);
    const p256_wide of_eight = p256_wide_from_one(&inverted);
    const p256_wide of_four = p256_wide_product(of_eight, P256_WIDE_ROTATED(four, 1));
    const p256_wide of_two = p256_wide_product(of_four, P256_WIDE_ROTATED(two, 2));
    *inverse = p256_wide_product(of_two, P256_WIDE_ROTATED(a, 4));
    return true;
}

/// The inverses of the running products; false if a lane of one of them is a multiple of p.
static bool invert_chains(const p256_wide product[CHAINS], p256_wide inverse[CHAINS]) {
    const p256_wide low = p256_wide_product(product[0], product[1]), high = p256_wide_product(product[2], product[3]);
    p256_wide all;
    if (!invert_lanes(p256_wide_product(low, high), &all)) return false;
    const p256_wide of_low = p256_wide_product(all, high), of_high = p256_wide_product(all, low);
    inverse[0] = p256_wide_product(of_low, product[1]);
    inverse[1] = p256_wide_product(of_low, product[0]);
    inverse[2] = p256_wide_product(of_high, product[3]);
    inverse[3] = p256_wide_product(of_high, product[2]);
    return true;
}

/// Puts 1 for differences that are multiples of p, marks their lanes, and makes all products anew.
static void set_exceptions_aside(const forest *f, size_t group, unsigned pair, unsigned pairs, size_t additions,
                                 p256_wide product[CHAINS]) {
    const p256_wide one = p256_wide_one();
    for (int c = 0; c < CHAINS; c++) product[c] = one;
    for (size_t k = 0; k < additions; k++) {
        const __mmask8 zero = p256_wide_zero_lanes(f->difference[k]);
        f->exceptional[group] |= zero;
        for (int i = 0; i < 5; i++) {
            f->difference[k].limb[i] = _mm512_mask_mov_epi64(f->difference[k].limb[i], zero, one.limb[i]);
        }
        if (++pair == pairs) pair = 0, group++;
    }
    for (size_t k = additions; k-- > 0;) {
        f->before[k] = product[k % CHAINS];
        product[k % CHAINS] = p256_wide_product(product[k % CHAINS], f->difference[k]);
    }
}

/// Makes the additions k to k + some - 1, one step of all of them after the other: a multiplication does not wait for
/// the one before it. The products with inverses are below 1.2 p.
WIDE_INLINE void add_some(const forest *f, bool first, size_t *group, unsigned *pair, unsigned pairs, size_t k,
                          size_t some, p256_wide inverse[CHAINS]) {
    p256_wide_point a[AT_ONCE], b[AT_ONCE], *to[AT_ONCE];
    p256_wide own[AT_ONCE], slope[AT_ONCE], x[AT_ONCE];
    for (size_t i = 0; i < some; i++) {
        p256_wide *const chain = &inverse[(k + i) % CHAINS];
        own[i] = p256_wide_product(*chain, f->before[k + i]);
        *chain = p256_wide_product(*chain, f->difference[k + i]);
    }
    for (size_t i = 0; i < some; i++) {
        a[i] = (p256_wide_point){summand_x(f, first, *group, 2 * *pair), summand_y(f, first, *group, 2 * *pair)};
        b[i].y = summand_y(f, first, *group, 2 * *pair + 1);
        // The difference gives the other x more cheaply than another look at the table.
        b[i].x = first ? p256_wide_loose_sum(a[i].x, f->difference[k + i])
                       : summand_x(f, first, *group, 2 * *pair + 1);
        to[i] = f->sums + *group * f->slots + *pair;
        if (++*pair == pairs) *pair = 0, ++*group;
    }
    for (size_t i = 0; i < some; i++) slope[i] = p256_wide_product(p256_wide_difference(b[i].y, a[i].y), own[i]);
    for (size_t i = 0; i < some; i++) {
        x[i] = p256_wide_reduced(
            p256_wide_loose_difference(p256_wide_loose_square(slope[i]), p256_wide_loose_sum(a[i].x, b[i].x)));
    }
    for (size_t i = 0; i < some; i++) {
        const p256_wide y = p256_wide_loose_product(slope[i], p256_wide_difference(a[i].x, x[i]));
        *to[i] = (p256_wide_point){x[i], p256_wide_reduced(p256_wide_loose_difference(y, a[i].y))};
    }
}

/// Sums in pairs what the signatures have on a level, `nodes` for each, into the first places of the next one.
///
/// The sums take the places of their summands. That is safe because the addition i of a signature writes to place i and
/// reads from 2 i and 2 i + 1, and the additions are made in rising order.
WIDE_INLINE void sum_level(const forest *f, bool first, size_t groups, unsigned nodes) {
    const unsigned pairs = nodes / 2;
    const size_t all = groups * pairs;
    size_t start_group = 0;
    unsigned start_pair = 0;
    for (size_t start = 0; start < all; start += ADDITIONS) {
        const size_t additions = all - start < ADDITIONS ? all - start : ADDITIONS;
        size_t group = (start + additions) / pairs;
        unsigned pair = (unsigned)((start + additions) % pairs);
        // Products are below 1.5 p: differences are below 5.1 p.
        p256_wide product[CHAINS], inverse[CHAINS];
        for (int c = 0; c < CHAINS; c++) product[c] = p256_wide_one();
        for (size_t k = additions; k-- > 0;) {
            if (pair == 0) pair = pairs, group--;
            pair--;
            if (first && (pair >= AHEAD || group > 0)) {
                const size_t next_group = pair >= AHEAD ? group : group - 1;
                const unsigned next_pair = pair >= AHEAD ? pair - AHEAD : pair + pairs - AHEAD;
                fetch_ahead(f, next_group, 2 * next_pair);
                fetch_ahead(f, next_group, 2 * next_pair + 1);
            }
            const p256_wide difference = p256_wide_difference(summand_x(f, first, group, 2 * pair + 1),
                                                              summand_x(f, first, group, 2 * pair));
            f->difference[k] = difference;
            f->before[k] = product[k % CHAINS];
            product[k % CHAINS] = p256_wide_product(product[k % CHAINS], difference);
        }
        if (!invert_chains(product, inverse)) {
            set_exceptions_aside(f, start_group, start_pair, pairs, additions, product);
            (void)invert_chains(product, inverse);
        }
        size_t k = 0;
        for (; k + AT_ONCE <= additions; k += AT_ONCE) {
            add_some(f, first, &start_group, &start_pair, pairs, k, AT_ONCE, inverse);
        }
        for (; k < additions; k++) add_some(f, first, &start_group, &start_pair, pairs, k, 1, inverse);
    }
    if (nodes % 2 != 0) {
        for (size_t group = 0; group < groups; group++) {
            f->sums[group * f->slots + pairs] = (p256_wide_point){
                summand_x(f, first, group, nodes - 1),
                p256_wide_carried(summand_y(f, first, group, nodes - 1)),
            };
        }
    }
}

static void sum_first_level(const forest *f, size_t groups) { sum_level(f, true, groups, f->leaves); }

static void sum_next_level(const forest *f, size_t groups, unsigned nodes) { sum_level(f, false, groups, nodes); }

/// Eight numbers from a column of the batch.
WIDE_INLINE p256_wide column(const p256_words *words, size_t group) {
    const p256_words *from[LANES];
    for (int lane = 0; lane < LANES; lane++) from[lane] = words + group * LANES + lane;
    return p256_wide_from_words(from);
}

/// What p256_digit_places does, for eight scalars below n.
WIDE_INLINE void digit_places(p256_wide scalar, unsigned width, uint32_t *places) {
    const __mmask8 even = _mm512_testn_epi64_mask(scalar.limb[0], p256_wide_limb(1));
    const p256_wide negated = p256_wide_carried(p256_wide_loose_difference(p256_wide_order(), scalar));
    for (int i = 0; i < 5; i++) scalar.limb[i] = _mm512_mask_mov_epi64(scalar.limb[i], even, negated.limb[i]);
    const unsigned windows = p256_window_count(width), top = windows * width - 1;
    __m512i t[7];
    for (int i = 0; i < 5; i++) {
        const __m512i next = i < 4 ? scalar.limb[i + 1] : _mm512_setzero_si512();
        t[i] = _mm512_and_si512(_mm512_or_si512(_mm512_srli_epi64(scalar.limb[i], 1), _mm512_slli_epi64(next, 51)),
                                p256_wide_limb_mask());
    }
    t[5] = t[6] = _mm512_setzero_si512();
    t[top / 52] = _mm512_or_si512(t[top / 52], p256_wide_limb((uint64_t)1 << top % 52));
    const uint64_t half = (uint64_t)1 << (width - 1);
    for (unsigned i = 0; i < windows; i++) {
        const unsigned limb = i * width / 52, bit = i * width % 52;
        const __m512i bits = _mm512_or_si512(_mm512_srl_epi64(t[limb], _mm_cvtsi32_si128((int)bit)),
                                             _mm512_sll_epi64(t[limb + 1], _mm_cvtsi32_si128((int)(52 - bit))));
        const __m512i window = _mm512_and_si512(bits, p256_wide_limb(2 * half - 1));
        const __mmask8 negative = _mm512_cmplt_epu64_mask(window, p256_wide_limb(half));
        const __m512i flipped =
            _mm512_mask_xor_epi64(window, negative, window, _mm512_set1_epi64(-1));
        const __m512i place = _mm512_add_epi64(_mm512_and_si512(flipped, p256_wide_limb(half - 1)),
                                               p256_wide_limb(i * half));
        const __m512i sign = _mm512_maskz_mov_epi64(negative ^ even, p256_wide_limb(1));
        const __m512i both = _mm512_or_si512(_mm512_slli_epi64(place, 1), sign);
        _mm256_storeu_si256((__m256i *)(void *)(places + i * LANES), _mm512_cvtepi64_epi32(both));
    }
}

/// Cuts digest / s and r / s into digits.
static void cut_scalars(const forest *f, const p256_lanes *lanes, size_t groups) {
    // The place of the sums is still free.
    p256_wide *const before = (p256_wide *)(void *)f->sums;
    p256_wide product = column(lanes->s, 0);
    for (size_t i = 1; i < groups; i++) {
        before[i] = product;
        product = p256_wide_order_product(product, column(lanes->s, i));
    }
    // As in the scalar kernel, with 2^260 for 2^256: only that factor of `own` outlives the chain.
    const p256_wide two = p256_wide_order_product(product, P256_WIDE_ROTATED(product, 4));
    const p256_wide four = p256_wide_order_product(two, P256_WIDE_ROTATED(two, 2));
    const p256_wide eight = p256_wide_order_product(four, P256_WIDE_ROTATED(four, 1));
    const p256_words all = p256_wide_first_lane(p256_wide_below(eight, p256_wide_order()));
    static const p256_words factor = {
        {0x7bea08c9fd4c0a3a, 0xfc2db9b2b149434a, 0x845b2392b6bec595, 0x6e12d9553d9561fc},
    };
    const p256_words inverted = p256_order_product(p256_words_inverse(all, &p256_inversion_modulo_order), factor);
    const p256_wide of_four = p256_wide_order_product(p256_wide_from_one(&inverted), P256_WIDE_ROTATED(four, 1));
    const p256_wide of_two = p256_wide_order_product(of_four, P256_WIDE_ROTATED(two, 2));
    p256_wide inverse = p256_wide_order_product(of_two, P256_WIDE_ROTATED(product, 4));
    for (size_t i = groups; i-- > 0;) {
        const p256_wide own = i == 0 ? inverse : p256_wide_order_product(inverse, before[i]);
        if (i > 0) inverse = p256_wide_order_product(inverse, column(lanes->s, i));
        uint32_t *const places = f->places + i * f->leaves * LANES;
        const p256_wide u1 = p256_wide_order_product(column(lanes->digest, i), own);
        const p256_wide u2 = p256_wide_order_product(column(lanes->r, i), own);
        digit_places(p256_wide_below(u1, p256_wide_order()), f->base->width, places);
        digit_places(p256_wide_below(u2, p256_wide_order()), f->key->width, places + f->base_leaves * LANES);
    }
}

void p256_ifma_verify(const p256_table *base, const p256_table *key, p256_lanes *lanes, size_t count, void *scratch) {
    const size_t groups = group_count(count);
    // The lanes that are left over repeat the last signature.
    for (size_t i = count; i < groups * LANES; i++) {
        lanes->r[i] = lanes->r[count - 1];
        lanes->s[i] = lanes->s[count - 1];
        lanes->digest[i] = lanes->digest[count - 1];
    }
    forest f = {.base = base, .key = key, .leaves = leaf_count(base, key)};
    f.base_leaves = p256_window_count(base->width);
    f.slots = (f.leaves + 1) / 2;
    f.sums = scratch;
    f.difference = (p256_wide *)(void *)(f.sums + groups * f.slots);
    f.before = f.difference + addition_count(groups, f.leaves);
    f.places = (uint32_t *)(void *)(f.before + addition_count(groups, f.leaves));
    f.exceptional = (__mmask8 *)(f.places + groups * f.leaves * LANES);

    memset(f.exceptional, 0, groups * sizeof(__mmask8));
    cut_scalars(&f, lanes, groups);
    sum_first_level(&f, groups);
    for (unsigned nodes = f.slots; nodes > 2; nodes = (nodes + 1) / 2) sum_next_level(&f, groups, nodes);
    const p256_wide square_of_radix = p256_wide_square_of_radix();
    for (size_t i = 0; i < groups; i++) {
        // (y2 - y1)^2 = (r + x1 + x2) (x2 - x1)^2, as in the scalar kernel.
        const p256_wide_point a = f.sums[i * f.slots], b = f.sums[i * f.slots + 1];
        const p256_wide difference = p256_wide_difference(b.x, a.x);
        const p256_wide r = p256_wide_product(column(lanes->r, i), square_of_radix);
        const p256_wide x = p256_wide_carried(p256_wide_loose_sum(r, p256_wide_loose_sum(a.x, b.x)));
        const p256_wide right = p256_wide_loose_product(x, p256_wide_square(difference));
        const p256_wide left = p256_wide_loose_square(p256_wide_difference(b.y, a.y));
        const __mmask8 good = p256_wide_zero_lanes(p256_wide_loose_difference(left, right));
        const __mmask8 exceptional = f.exceptional[i] | p256_wide_zero_lanes(difference);
        for (size_t lane = 0; lane < LANES && i * LANES + lane < count; lane++) {
            uint8_t verdict = good >> lane & 1 ? P256_ACCEPTED : P256_REJECTED;
            if (exceptional >> lane & 1) verdict = P256_EXCEPTIONAL;
            lanes->verdict[i * LANES + lane] = verdict;
        }
    }
}

#pragma clang attribute pop

#endif
