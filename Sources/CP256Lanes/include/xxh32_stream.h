#ifndef XXH32_STREAM_H
#define XXH32_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How XXH32 takes in its 16-byte stripes; every kernel gives the same hash.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// Portable: four lanes in four general registers.
    XXH32_KERNEL_SCALAR __attribute__((swift_name("scalar"))) = 1,
    /// Four lanes in one register, each round's multiplication split so that it need not wait for the rotation.
    XXH32_KERNEL_AVX2 __attribute__((swift_name("avx2"))) = 2,
} xxh32_kernel;

/// The 32-bit xxHash (xxHash specification 0.1.1) of bytes that arrive in pieces.
typedef struct {
    uint32_t lanes[4];
    /// The seed, for hashes of fewer than 16 bytes.
    uint32_t seed;
    /// The last `count % 16` bytes.
    uint8_t rest[16];
    uint64_t count;
} xxh32_state;

/// True if this processor can run the kernel.
bool xxh32_kernel_is_supported(xxh32_kernel kernel);

/// The fastest kernel that this processor can run.
xxh32_kernel xxh32_fastest_kernel(void);

/// The state before the first byte.
xxh32_state xxh32_initial_state(uint32_t seed);

/// Takes in more bytes.
///
/// Complexity: linear in the bytes.
void xxh32_update(xxh32_kernel kernel, xxh32_state *state, const uint8_t *bytes,
                       size_t count);

/// The hash of all bytes taken in so far.
uint32_t xxh32_value(const xxh32_state *state);

#ifdef __cplusplus
}
#endif

#endif
