#ifndef P256_LANES_H
#define P256_LANES_H

// What the front of a batch hands to a kernel.

#include "p256_table_layout.h"

enum {
    /// How many signatures a kernel takes at once.
    P256_LANES_CAPACITY = 512,
};

/// Signatures with r and s between 1 and n - 1 and a digest that is not 0 modulo n, in columns.
typedef struct {
    p256_words r[P256_LANES_CAPACITY];
    p256_words s[P256_LANES_CAPACITY];
    p256_words digest[P256_LANES_CAPACITY];
    uint8_t verdict[P256_LANES_CAPACITY];
    /// The place of each signature in the batch of the caller.
    uint16_t place[P256_LANES_CAPACITY];
} p256_lanes;

size_t p256_scalar_scratch_size(const p256_table *base, const p256_table *key, size_t count);
/// Fills `verdict` for the first `count` signatures. The scratch memory is aligned to 64 bytes.
void p256_scalar_verify(const p256_table *base, const p256_table *key, p256_lanes *lanes, size_t count, void *scratch);

#if defined(__x86_64__)
size_t p256_ifma_scratch_size(const p256_table *base, const p256_table *key, size_t count);
/// Fills `verdict` for the first `count` signatures. The scratch memory is aligned to 64 bytes.
void p256_ifma_verify(const p256_table *base, const p256_table *key, p256_lanes *lanes, size_t count, void *scratch);
#endif

#endif
