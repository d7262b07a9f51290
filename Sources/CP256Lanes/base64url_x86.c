#if defined(__x86_64__)

#include "base64url_core.h"

#include <immintrin.h>
#include <string.h>

#define TARGET_AVX2 __attribute__((target("avx2")))
#define TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi")))
#define INLINE static inline __attribute__((always_inline))

// A character's high half tells what is to be added to get its value, but for the last of an alphabet's characters.
// Whether it is in the alphabet: each high half has a bit (4 and 6 share theirs, 0x20 is in none), and each low half
// knows the bits of the high halves with which it is not.

struct alphabet_shape {
    int8_t refused_by_low[16];
    int8_t bit_of_high[16];
    int8_t shift_of_high[16];
    int8_t last_character;
    int8_t last_shift;
};

enum {
    high_2 = 0x01,
    high_3 = 0x02,
    high_4_or_6 = 0x04,
    high_5 = 0x08,
    high_7 = 0x10,
    never = 0x20,
    low_0 = never | high_4_or_6,
    low_A = never | high_3,
    low_B_to_F = never | high_3 | high_5 | high_7,
};

static const struct alphabet_shape shapes[2] __attribute__((aligned(16))) = {
    [BASE64_ALPHABET_STANDARD] =
        {
            {low_0 | high_2, never | high_2, never | high_2, never | high_2, never | high_2, never | high_2,
             never | high_2, never | high_2, never | high_2, never | high_2, low_A | high_2, low_B_to_F,
             low_B_to_F | high_2, low_B_to_F | high_2, low_B_to_F | high_2, low_B_to_F},
            {never, never, high_2, high_3, high_4_or_6, high_5, high_4_or_6, high_7, never, never, never, never, never,
             never, never, never},
            {0, 0, 62 - '+', 52 - '0', -'A', -'A', 26 - 'a', 26 - 'a', 0, 0, 0, 0, 0, 0, 0, 0},
            '/',
            (63 - '/') - (62 - '+'),
        },
    [BASE64_ALPHABET_URL] =
        {
            {low_0 | high_2, never | high_2, never | high_2, never | high_2, never | high_2, never | high_2,
             never | high_2, never | high_2, never | high_2, never | high_2, low_A | high_2, low_B_to_F | high_2,
             low_B_to_F | high_2, low_B_to_F, low_B_to_F | high_2, (low_B_to_F | high_2) & ~high_5},
            {never, never, high_2, high_3, high_4_or_6, high_5, high_4_or_6, high_7, never, never, never, never, never,
             never, never, never},
            {0, 0, 62 - '-', 52 - '0', -'A', -'A', 26 - 'a', 26 - 'a', 0, 0, 0, 0, 0, 0, 0, 0},
            '_',
            63 - '_' + 'A',
        },
};

struct alphabet_256 {
    __m256i refused_by_low, bit_of_high, shift_of_high, last_character, last_shift;
};

TARGET_AVX2 INLINE struct alphabet_256 load_alphabet(base64_alphabet alphabet) {
    const struct alphabet_shape *shape = &shapes[alphabet];
    return (struct alphabet_256){
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)shape->refused_by_low)),
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)shape->bit_of_high)),
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)shape->shift_of_high)),
        _mm256_set1_epi8(shape->last_character),
        _mm256_set1_epi8(shape->last_shift),
    };
}

/// 32 characters to 24 bytes, in the low ones of the result; `invalid` gets a bit for each stray character.
TARGET_AVX2 INLINE __m256i decode_32(__m256i text, const struct alphabet_256 *alphabet, __m256i *invalid) {
    const __m256i half = _mm256_set1_epi8(0x0F);
    __m256i low = _mm256_and_si256(text, half);
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(text, 4), half);
    __m256i refused = _mm256_and_si256(_mm256_shuffle_epi8(alphabet->refused_by_low, low),
                                       _mm256_shuffle_epi8(alphabet->bit_of_high, high));
    *invalid = _mm256_or_si256(*invalid, refused);
    __m256i is_last = _mm256_cmpeq_epi8(text, alphabet->last_character);
    __m256i shift = _mm256_add_epi8(_mm256_shuffle_epi8(alphabet->shift_of_high, high),
                                    _mm256_and_si256(is_last, alphabet->last_shift));
    __m256i values = _mm256_add_epi8(text, shift);
    __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
    __m256i triples = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
    const __m256i in_order = _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1, 2, 1, 0, 6, 5, 4,
                                              10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    __m256i bytes = _mm256_shuffle_epi8(triples, in_order);
    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

TARGET_AVX2 bool base64url_decode_avx2(base64_alphabet alphabet, const uint8_t *text, size_t count,
                                       uint8_t *output) {
    const struct alphabet_256 shape = load_alphabet(alphabet);
    __m256i invalid = _mm256_setzero_si256();
    // 43 characters stand for 32 bytes, so a whole register can be written.
    while (count >= 43) {
        __m256i bytes = decode_32(_mm256_loadu_si256((const __m256i *)text), &shape, &invalid);
        _mm256_storeu_si256((__m256i *)output, bytes);
        text += 32;
        output += 24;
        count -= 32;
    }
    while (count > 0) {
        uint8_t rest[32];
        size_t taken = count < 32 ? count : 32;
        size_t length = base64_decoded_count(taken);
        // 'A' stands for zero: what it makes of the unused bits must be zero too.
        memset(rest, 'A', sizeof rest);
        memcpy(rest, text, taken);
        __m256i bytes = decode_32(_mm256_loadu_si256((const __m256i *)rest), &shape, &invalid);
        _mm256_storeu_si256((__m256i *)rest, bytes);
        memcpy(output, rest, length);
        if (taken % 4 != 0 && rest[length] != 0) return false;
        text += taken;
        output += length;
        count -= taken;
    }
    return _mm256_testz_si256(invalid, invalid);
}

/// 64 characters to 48 bytes, in the low ones of the result; `invalid` gets a high bit for each stray character.
TARGET_AVX512 INLINE __m512i decode_64(__m512i text, __m512i low_values, __m512i high_values, __m512i *invalid) {
    __m512i values = _mm512_permutex2var_epi8(low_values, text, high_values);
    // The table's stray values and the text's bytes outside of ASCII have the high bit.
    *invalid = _mm512_ternarylogic_epi32(*invalid, values, text, 0xFE);
    __m512i pairs = _mm512_maddubs_epi16(values, _mm512_set1_epi32(0x01400140));
    __m512i triples = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00011000));
    const __m512i in_order =
        _mm512_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 61, 62, 56, 57, 58, 52, 53, 54, 48, 49, 50,
                        44, 45, 46, 40, 41, 42, 36, 37, 38, 32, 33, 34, 28, 29, 30, 24, 25, 26, 20, 21, 22, 16, 17, 18,
                        12, 13, 14, 8, 9, 10, 4, 5, 6, 0, 1, 2);
    return _mm512_permutexvar_epi8(in_order, triples);
}

TARGET_AVX512 bool base64url_decode_avx512(base64_alphabet alphabet, const uint8_t *text, size_t count,
                                           uint8_t *output) {
    const __m512i low_values = _mm512_load_si512(base64url_values[alphabet]);
    const __m512i high_values = _mm512_load_si512(base64url_values[alphabet] + 64);
    __m512i invalid = _mm512_setzero_si512();
    // 86 characters stand for 64 bytes, so a whole register can be written.
    while (count >= 86 + 64) {
        __m512i first = decode_64(_mm512_loadu_si512(text), low_values, high_values, &invalid);
        __m512i second = decode_64(_mm512_loadu_si512(text + 64), low_values, high_values, &invalid);
        _mm512_storeu_si512(output, first);
        _mm512_storeu_si512(output + 48, second);
        text += 128;
        output += 96;
        count -= 128;
    }
    while (count > 0) {
        size_t taken = count < 64 ? count : 64;
        size_t length = base64_decoded_count(taken);
        __mmask64 present = ~0ULL >> (64 - taken);
        // 'A' stands for zero: what it makes of the unused bits must be zero too.
        __m512i rest = _mm512_mask_loadu_epi8(_mm512_set1_epi8('A'), present, text);
        __m512i bytes = decode_64(rest, low_values, high_values, &invalid);
        __mmask64 written = (1ULL << length) - 1;
        _mm512_mask_storeu_epi8(output, written, bytes);
        __mmask64 unused = ((1ULL << 48) - 1) & ~written;
        if (_mm512_mask_test_epi8_mask(unused, bytes, bytes)) return false;
        text += taken;
        output += length;
        count -= taken;
    }
    return _mm512_movepi8_mask(invalid) == 0;
}

#endif
