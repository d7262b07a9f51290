#ifndef BASE64URL_KERNELS_H
#define BASE64URL_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How base64 is decoded; every kernel gives the same answers.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// Portable, by a table of bytes.
    BASE64_KERNEL_SCALAR __attribute__((swift_name("scalar"))) = 1,
    /// 32 characters at once.
    BASE64_KERNEL_AVX2 __attribute__((swift_name("avx2"))) = 2,
    /// 64 characters at once, looked up in registers.
    BASE64_KERNEL_AVX512_VBMI __attribute__((swift_name("avx512VBMI"))) = 3,
} base64_kernel;

/// The alphabets of RFC 4648: section 4 and section 5.
typedef enum __attribute__((enum_extensibility(closed))) {
    BASE64_ALPHABET_STANDARD __attribute__((swift_name("standard"))) = 0,
    BASE64_ALPHABET_URL __attribute__((swift_name("url"))) = 1,
} base64_alphabet;

/// True if this processor can run the kernel.
bool base64_kernel_is_supported(base64_kernel kernel);

/// The fastest kernel that this processor can run.
base64_kernel base64_fastest_kernel(void);

/// The number of bytes that `count` characters without padding stand for; `count % 4` is not 1.
static inline size_t base64_decoded_count(size_t count) { return count / 4 * 3 + count % 4 * 3 / 4; }

/// Decodes characters without padding into exactly `base64_decoded_count(count)` bytes.
///
/// False if a character is outside of the alphabet, an unused bit is set, or `count % 4` is 1; then those bytes hold
/// anything. Nothing is read or written outside of the two buffers.
///
/// Complexity: linear in the characters.
bool base64_decode(base64_kernel kernel, base64_alphabet alphabet, const uint8_t *text,
                        size_t count, uint8_t *output);

#ifdef __cplusplus
}
#endif

#endif
