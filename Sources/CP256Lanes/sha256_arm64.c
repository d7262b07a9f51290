#if defined(__aarch64__)

#include "sha256_core.h"

#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

#if defined(__clang__)
#define TARGET __attribute__((target("sha2")))
#else
#define TARGET __attribute__((target("+crypto")))
#endif
#define UNROLLED _Pragma("GCC unroll 16")

/// One stream waits for each round's result, so several are worked on in turns: `count` is a constant wherever this
/// is inlined.
TARGET static inline __attribute__((always_inline)) void
compress(const int count, uint32_t (*states)[8], const uint8_t **bytes, size_t blocks) {
    uint32x4_t state[SHA256_MAXIMUM_STREAMS][2];
    UNROLLED for (int lane = 0; lane < count; lane++) {
        state[lane][0] = vld1q_u32(states[lane]);
        state[lane][1] = vld1q_u32(states[lane] + 4);
    }
    for (; blocks > 0; blocks--) {
        uint32x4_t words[SHA256_MAXIMUM_STREAMS][4];
        uint32x4_t before[SHA256_MAXIMUM_STREAMS][2];
        UNROLLED for (int lane = 0; lane < count; lane++) {
            before[lane][0] = state[lane][0];
            before[lane][1] = state[lane][1];
        }
        UNROLLED for (int group = 0; group < 16; group++) {
            uint32x4_t constants = vld1q_u32(sha256_round_constants + 4 * group);
            UNROLLED for (int lane = 0; lane < count; lane++) {
                uint32x4_t *schedule = words[lane];
                if (group < 4) {
                    uint8x16_t block = vld1q_u8(bytes[lane] + 16 * group);
                    schedule[group] = vreinterpretq_u32_u8(vrev32q_u8(block));
                } else {
                    uint32x4_t first = vsha256su0q_u32(schedule[group % 4], schedule[(group + 1) % 4]);
                    schedule[group % 4] =
                        vsha256su1q_u32(first, schedule[(group + 2) % 4], schedule[(group + 3) % 4]);
                }
                uint32x4_t sum = vaddq_u32(schedule[group % 4], constants);
                uint32x4_t abcd = state[lane][0];
                state[lane][0] = vsha256hq_u32(abcd, state[lane][1], sum);
                state[lane][1] = vsha256h2q_u32(state[lane][1], abcd, sum);
            }
        }
        UNROLLED for (int lane = 0; lane < count; lane++) {
            state[lane][0] = vaddq_u32(state[lane][0], before[lane][0]);
            state[lane][1] = vaddq_u32(state[lane][1], before[lane][1]);
            bytes[lane] += 64;
        }
    }
    UNROLLED for (int lane = 0; lane < count; lane++) {
        vst1q_u32(states[lane], state[lane][0]);
        vst1q_u32(states[lane] + 4, state[lane][1]);
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

static const struct sha256_core sha_instructions = {4, {compress_1, compress_2, compress_3, compress_4}};
static const struct sha256_core nothing = {0, {0}};

const struct sha256_core *sha256_core_of_processor(void) {
#if defined(__linux__)
    const unsigned long sha2 = 1UL << 6;
    return getauxval(AT_HWCAP) & sha2 ? &sha_instructions : &nothing;
#else
    return &nothing;
#endif
}

#endif
