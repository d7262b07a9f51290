#ifndef XXH32_STREAM_H
#define XXH32_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How XXH32 takes in its 16-byte stripes; every kernel gives the same hash.
enum LanesXXH32Kernel {
    /// Portable: four lanes in four general registers.
    LANES_XXH32_SCALAR = 0,
    /// Four lanes in one register, each round's multiplication split so that it need not wait for the rotation.
    LANES_XXH32_AVX2 = 1,
};

/// The 32-bit xxHash (xxHash specification 0.1.1) of bytes that arrive in pieces.
struct LanesXXH32State {
    uint32_t lanes[4];
    /// The seed, for hashes of fewer than 16 bytes.
    uint32_t seed;
    /// The last `count % 16` bytes.
    uint8_t rest[16];
    uint64_t count;
};

/// True if this processor can run the kernel.
bool LanesXXH32_offers(enum LanesXXH32Kernel kernel);

/// The fastest kernel that this processor can run.
enum LanesXXH32Kernel LanesXXH32_fastest(void);

/// The state before the first byte.
struct LanesXXH32State LanesXXH32_initial(uint32_t seed);

/// Takes in more bytes.
///
/// Complexity: linear in the bytes.
void LanesXXH32_update(enum LanesXXH32Kernel kernel, struct LanesXXH32State *state, const uint8_t *bytes,
                       size_t count);

/// The hash of all bytes taken in so far.
uint32_t LanesXXH32_value(const struct LanesXXH32State *state);

#ifdef __cplusplus
}
#endif

#endif
