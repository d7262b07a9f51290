#ifndef BASE64URL_KERNELS_H
#define BASE64URL_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How base64 is decoded; every kernel gives the same answers.
enum LanesBase64Kernel {
    /// Portable, by a table of bytes.
    LANES_BASE64_SCALAR = 0,
    /// 32 characters at once.
    LANES_BASE64_AVX2 = 1,
    /// 64 characters at once, looked up in registers.
    LANES_BASE64_AVX512_VBMI = 2,
};

/// The alphabets of RFC 4648: section 4 and section 5.
enum LanesBase64Alphabet {
    LANES_BASE64_STANDARD = 0,
    LANES_BASE64_URL = 1,
};

/// True if this processor can run the kernel.
bool LanesBase64_offers(enum LanesBase64Kernel kernel);

/// The fastest kernel that this processor can run.
enum LanesBase64Kernel LanesBase64_fastest(void);

/// The number of bytes that `count` characters without padding stand for; `count % 4` is not 1.
static inline size_t LanesBase64_decoded_count(size_t count) { return count / 4 * 3 + count % 4 * 3 / 4; }

/// Decodes characters without padding into exactly `LanesBase64_decoded_count(count)` bytes.
///
/// False if a character is outside of the alphabet, an unused bit is set, or `count % 4` is 1; then those bytes hold
/// anything. Nothing is read or written outside of the two buffers.
///
/// Complexity: linear in the characters.
bool LanesBase64_decode(enum LanesBase64Kernel kernel, enum LanesBase64Alphabet alphabet, const uint8_t *text,
                        size_t count, uint8_t *output);

#ifdef __cplusplus
}
#endif

#endif
