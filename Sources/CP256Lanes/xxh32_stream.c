#include "include/xxh32_stream.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define PRIME_1 0x9E3779B1u
#define PRIME_2 0x85EBCA77u
#define PRIME_3 0xC2B2AE3Du
#define PRIME_4 0x27D4EB2Fu
#define PRIME_5 0x165667B1u

enum { stripe = 16 };

static inline uint32_t rotate(uint32_t value, int count) { return value << count | value >> (32 - count); }

static inline uint32_t load_word(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

static void mix_scalar(uint32_t lanes[4], const uint8_t *bytes, size_t stripes) {
    uint32_t first = lanes[0], second = lanes[1], third = lanes[2], fourth = lanes[3];
    for (; stripes > 0; stripes--, bytes += stripe) {
        first = rotate(first + load_word(bytes) * PRIME_2, 13) * PRIME_1;
        second = rotate(second + load_word(bytes + 4) * PRIME_2, 13) * PRIME_1;
        third = rotate(third + load_word(bytes + 8) * PRIME_2, 13) * PRIME_1;
        fourth = rotate(fourth + load_word(bytes + 12) * PRIME_2, 13) * PRIME_1;
    }
    lanes[0] = first;
    lanes[1] = second;
    lanes[2] = third;
    lanes[3] = fourth;
}

#if defined(__x86_64__)

// Each lane sits in the low half of 64 bits. rotate(x, 13) * p is x * (p << 13) + (x >> 19) * p, whose two products
// are found at the same time, each by a multiplication that is faster than that of whole 32-bit lanes.
__attribute__((target("avx2"))) static void mix_avx2(uint32_t lanes[4], const uint8_t *bytes, size_t stripes) {
    const __m256i word_factor = _mm256_set1_epi64x(PRIME_2);
    const __m256i high_factor = _mm256_set1_epi64x(PRIME_1);
    const __m256i low_factor = _mm256_set1_epi64x((uint32_t)(PRIME_1 << 13));
    __m256i low = _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)lanes));
    __m256i high = _mm256_setzero_si256();
    for (; stripes > 0; stripes--, bytes += stripe) {
        __m256i words = _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)bytes));
        __m256i scaled = _mm256_mul_epu32(words, word_factor);
        __m256i sum = _mm256_add_epi32(_mm256_add_epi32(low, scaled), high);
        low = _mm256_mul_epu32(sum, low_factor);
        high = _mm256_mul_epu32(_mm256_srli_epi32(sum, 19), high_factor);
    }
    __m256i sum = _mm256_add_epi32(low, high);
    const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0);
    __m256i packed = _mm256_permutevar8x32_epi32(sum, low_halves);
    _mm_storeu_si128((__m128i *)lanes, _mm256_castsi256_si128(packed));
}

#endif

static void mix(xxh32_kernel kernel, uint32_t lanes[4], const uint8_t *bytes, size_t stripes) {
#if defined(__x86_64__)
    if (kernel == XXH32_KERNEL_AVX2) {
        mix_avx2(lanes, bytes, stripes);
        return;
    }
#endif
    (void)kernel;
    mix_scalar(lanes, bytes, stripes);
}

bool xxh32_kernel_is_supported(xxh32_kernel kernel) {
    switch (kernel) {
    case XXH32_KERNEL_SCALAR:
        return true;
#if defined(__x86_64__)
    case XXH32_KERNEL_AVX2:
        return __builtin_cpu_supports("avx2");
#endif
    default:
        return false;
    }
}

xxh32_kernel xxh32_fastest_kernel(void) {
    return xxh32_kernel_is_supported(XXH32_KERNEL_AVX2) ? XXH32_KERNEL_AVX2 : XXH32_KERNEL_SCALAR;
}

xxh32_state xxh32_initial_state(uint32_t seed) {
    return (xxh32_state){
        .lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1},
        .seed = seed,
    };
}

void xxh32_update(xxh32_kernel kernel, xxh32_state *state, const uint8_t *bytes,
                       size_t count) {
    if (count == 0) return;
    size_t held = state->count % stripe;
    state->count += count;
    if (held > 0) {
        size_t taken = count < stripe - held ? count : stripe - held;
        memcpy(state->rest + held, bytes, taken);
        if (held + taken < stripe) return;
        mix(kernel, state->lanes, state->rest, 1);
        bytes += taken;
        count -= taken;
    }
    mix(kernel, state->lanes, bytes, count / stripe);
    if (count % stripe > 0) memcpy(state->rest, bytes + count / stripe * stripe, count % stripe);
}

uint32_t xxh32_value(const xxh32_state *state) {
    uint32_t hash = state->seed + PRIME_5;
    if (state->count >= stripe) {
        hash = rotate(state->lanes[0], 1) + rotate(state->lanes[1], 7) + rotate(state->lanes[2], 12) +
               rotate(state->lanes[3], 18);
    }
    hash += (uint32_t)state->count;
    size_t held = state->count % stripe;
    size_t index = 0;
    for (; index + 4 <= held; index += 4) {
        hash = rotate(hash + load_word(state->rest + index) * PRIME_3, 17) * PRIME_4;
    }
    for (; index < held; index++) hash = rotate(hash + state->rest[index] * PRIME_5, 11) * PRIME_1;
    hash = (hash ^ hash >> 15) * PRIME_2;
    hash = (hash ^ hash >> 13) * PRIME_3;
    return hash ^ hash >> 16;
}
