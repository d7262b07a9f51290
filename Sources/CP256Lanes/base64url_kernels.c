#include "base64url_core.h"

#define NONE 0x80
#define NONE_4 NONE, NONE, NONE, NONE
#define NONE_16 NONE_4, NONE_4, NONE_4, NONE_4
#define NONE_128 NONE_16, NONE_16, NONE_16, NONE_16, NONE_16, NONE_16, NONE_16, NONE_16

/// A table's rows from 0x20 on, with what stands at `+`, `-`, `/` and `_`.
#define VALUES(PLUS, MINUS, SLASH, LOW_LINE)                                                                           \
    {NONE_16, NONE_16,                                                                                                 \
     NONE_4, NONE_4, NONE, NONE, NONE, PLUS, NONE, MINUS, NONE, SLASH,                                                 \
     52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NONE, NONE, NONE_4,                                                       \
     NONE, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,                                                           \
     15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, NONE, NONE, NONE, NONE, LOW_LINE,                                     \
     NONE, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,                                                 \
     41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, NONE, NONE, NONE, NONE, NONE,                                         \
     NONE_128}

const uint8_t base64url_values[2][256] __attribute__((aligned(64))) = {
    [BASE64_ALPHABET_STANDARD] = VALUES(62, NONE, 63, NONE),
    [BASE64_ALPHABET_URL] = VALUES(NONE, 62, NONE, 63),
};

bool base64_kernel_is_supported(base64_kernel kernel) {
    switch (kernel) {
    case BASE64_KERNEL_SCALAR:
        return true;
#if defined(__x86_64__)
    case BASE64_KERNEL_AVX2:
        return __builtin_cpu_supports("avx2");
    case BASE64_KERNEL_AVX512_VBMI:
        return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw");
#endif
    default:
        return false;
    }
}

base64_kernel base64_fastest_kernel(void) {
    if (base64_kernel_is_supported(BASE64_KERNEL_AVX512_VBMI)) return BASE64_KERNEL_AVX512_VBMI;
    if (base64_kernel_is_supported(BASE64_KERNEL_AVX2)) return BASE64_KERNEL_AVX2;
    return BASE64_KERNEL_SCALAR;
}

bool base64_decode(base64_kernel kernel, base64_alphabet alphabet, const uint8_t *text,
                        size_t count, uint8_t *output) {
    if (count % 4 == 1) return false;
    if (count == 0) return true;
    switch (kernel) {
#if defined(__x86_64__)
    case BASE64_KERNEL_AVX2:
        return base64url_decode_avx2(alphabet, text, count, output);
    case BASE64_KERNEL_AVX512_VBMI:
        return base64url_decode_avx512(alphabet, text, count, output);
#endif
    default:
        return base64url_decode_scalar(alphabet, text, count, output);
    }
}

bool base64url_decode_scalar(base64_alphabet alphabet, const uint8_t *text, size_t count, uint8_t *output) {
    const uint8_t *values = base64url_values[alphabet];
    const uint8_t *end = text + count / 4 * 4;
    uint8_t invalid = 0;
    for (; text < end; text += 4, output += 3) {
        uint8_t first = values[text[0]], second = values[text[1]], third = values[text[2]], fourth = values[text[3]];
        invalid |= first | second | third | fourth;
        output[0] = (uint8_t)(first << 2 | (second & 0x3F) >> 4);
        output[1] = (uint8_t)(second << 4 | (third & 0x3F) >> 2);
        output[2] = (uint8_t)(third << 6 | (fourth & 0x3F));
    }
    if (count % 4 >= 2) {
        uint8_t first = values[text[0]], second = values[text[1]];
        uint8_t third = count % 4 == 3 ? values[text[2]] : 0;
        invalid |= first | second | third;
        output[0] = (uint8_t)(first << 2 | (second & 0x3F) >> 4);
        if (count % 4 == 3) {
            output[1] = (uint8_t)(second << 4 | (third & 0x3F) >> 2);
            if (third & 0x03) return false;
        } else if (second & 0x0F) {
            return false;
        }
    }
    return !(invalid & NONE);
}
