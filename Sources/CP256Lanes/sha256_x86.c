#if defined(__x86_64__)

#include "sha256_core.h"

#include <cpuid.h>
#include <immintrin.h>
#include <stdbool.h>

#define TARGET __attribute__((target("sha,sse4.1,ssse3")))
#define UNROLLED _Pragma("GCC unroll 16")

/// The SHA instructions want the state as ABEF and CDGH.
TARGET static inline __attribute__((always_inline)) void load_state(const uint32_t words[8], __m128i state[2]) {
    __m128i dcba = _mm_loadu_si128((const __m128i *)words);
    __m128i hgfe = _mm_loadu_si128((const __m128i *)(words + 4));
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
    __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
    state[0] = _mm_alignr_epi8(cdab, efgh, 8);
    state[1] = _mm_blend_epi16(efgh, cdab, 0xF0);
}

TARGET static inline __attribute__((always_inline)) void store_state(uint32_t words[8], const __m128i state[2]) {
    __m128i feba = _mm_shuffle_epi32(state[0], 0x1B);
    __m128i dchg = _mm_shuffle_epi32(state[1], 0xB1);
    _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(words + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/// Keeps a value in memory from here on. Three streams have more words than there are registers for these
/// instructions; left to itself, the compiler moves them to and fro instead of reading them where they are used.
#define IN_MEMORY(value) __asm__("" : "+m"(value))

/// One stream waits for each round's result, so several are worked on in turns: `count` is a constant wherever this
/// is inlined. A fourth stream gains nothing here: one instruction of the schedule is microcode, which holds up the
/// issue of all others.
TARGET static inline __attribute__((always_inline)) void
compress(const int count, uint32_t (*states)[8], const uint8_t **bytes, size_t blocks) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    const __m128i *constants = (const __m128i *)sha256_round_constants;
    const uint8_t *next[SHA256_MAXIMUM_STREAMS];
    __m128i state[SHA256_MAXIMUM_STREAMS][2];
    UNROLLED for (int lane = 0; lane < count; lane++) {
        next[lane] = bytes[lane];
        load_state(states[lane], state[lane]);
    }
    for (; blocks > 0; blocks--) {
        // The last 16 words of the schedule, and the last four of them in a register.
        __m128i kept[SHA256_MAXIMUM_STREAMS][4];
        __m128i latest[SHA256_MAXIMUM_STREAMS];
        __m128i before[SHA256_MAXIMUM_STREAMS][2];
        UNROLLED for (int lane = 0; lane < count; lane++) {
            before[lane][0] = state[lane][0];
            before[lane][1] = state[lane][1];
            IN_MEMORY(before[lane][0]);
            IN_MEMORY(before[lane][1]);
        }
        UNROLLED for (int group = 0; group < 16; group++) {
            UNROLLED for (int lane = 0; lane < count; lane++) {
                __m128i word;
                if (group < 4) {
                    word = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)next[lane] + group), big_endian);
                } else {
                    word = _mm_sha256msg1_epu32(kept[lane][group % 4], kept[lane][(group + 1) % 4]);
                    __m128i seventh = _mm_alignr_epi8(latest[lane], kept[lane][(group + 2) % 4], 4);
                    word = _mm_sha256msg2_epu32(_mm_add_epi32(word, seventh), latest[lane]);
                }
                latest[lane] = word;
                kept[lane][group % 4] = word;
                IN_MEMORY(kept[lane][group % 4]);
                __m128i sum = _mm_add_epi32(word, constants[group]);
                state[lane][1] = _mm_sha256rnds2_epu32(state[lane][1], state[lane][0], sum);
                sum = _mm_shuffle_epi32(sum, 0x0E);
                state[lane][0] = _mm_sha256rnds2_epu32(state[lane][0], state[lane][1], sum);
            }
        }
        UNROLLED for (int lane = 0; lane < count; lane++) {
            state[lane][0] = _mm_add_epi32(state[lane][0], before[lane][0]);
            state[lane][1] = _mm_add_epi32(state[lane][1], before[lane][1]);
            next[lane] += 64;
        }
    }
    UNROLLED for (int lane = 0; lane < count; lane++) {
        bytes[lane] = next[lane];
        store_state(states[lane], state[lane]);
    }
}

TARGET static void compress_1(uint32_t (*states)[8], const uint8_t **bytes, size_t blocks) {
    compress(1, states, bytes, blocks);
}

TARGET static void compress_2(uint32_t (*states)[8], const uint8_t **bytes, size_t blocks) {
    compress(2, states, bytes, blocks);
}

TARGET static void compress_3(uint32_t (*states)[8], const uint8_t **bytes, size_t blocks) {
    compress(3, states, bytes, blocks);
}

TARGET static void compress_4(uint32_t (*states)[8], const uint8_t **bytes, size_t blocks) {
    compress(4, states, bytes, blocks);
}

static const struct sha256_core sha_instructions = {3, {compress_1, compress_2, compress_3, compress_4}};
static const struct sha256_core nothing = {0, {0}};

static bool has_sha(void) {
    unsigned int a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}

const struct sha256_core *sha256_core_of_processor(void) {
    // Threads that come first together find the same.
    static const struct sha256_core *found;
    const struct sha256_core *core = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (core) return core;
    core = has_sha() ? &sha_instructions : &nothing;
    __atomic_store_n(&found, core, __ATOMIC_RELAXED);
    return core;
}

#endif
