#ifndef BASE64URL_CORE_H
#define BASE64URL_CORE_H

#include "include/base64url_kernels.h"

/// Six-bit values by character; the high bit marks a character outside of the alphabet.
extern const uint8_t base64url_values[2][256];

bool base64url_decode_scalar(base64_alphabet alphabet, const uint8_t *text, size_t count, uint8_t *output);
#if defined(__x86_64__)
bool base64url_decode_avx2(base64_alphabet alphabet, const uint8_t *text, size_t count, uint8_t *output);
bool base64url_decode_avx512(base64_alphabet alphabet, const uint8_t *text, size_t count, uint8_t *output);
#endif

#endif
