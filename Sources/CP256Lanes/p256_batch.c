#include "p256_batch.h"

#include "p256_lanes.h"
#include "p256_order.h"

enum { SCRATCH_ALIGNMENT = 64 };

static size_t rounded_up(size_t size) { return (size + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT; }

size_t p256_batch_scratch_size(const p256_table *base, const p256_table *key, size_t capacity) {
    const size_t count = capacity < P256_LANES_CAPACITY ? capacity : P256_LANES_CAPACITY;
    size_t kernel = p256_scalar_scratch_size(base, key, count);
#if defined(__x86_64__)
    if (key->kernel == P256_KERNEL_IFMA) kernel = p256_ifma_scratch_size(base, key, count);
#endif
    return SCRATCH_ALIGNMENT - 1 + rounded_up(sizeof(p256_lanes)) + kernel;
}

/// Takes those signatures that need arithmetic into the lanes, and gives the others their verdicts.
static size_t select_signatures(p256_lanes *lanes, const uint8_t *digests, const uint8_t *signatures, size_t count,
                                uint8_t *verdicts) {
    size_t selected = 0;
    for (size_t i = 0; i < count; i++) {
        const p256_words r = p256_words_from_bytes(signatures + 64 * i);
        const p256_words s = p256_words_from_bytes(signatures + 64 * i + 32);
        const p256_words digest = p256_words_from_bytes(digests + 32 * i);
        if (p256_words_is_zero(r) || p256_words_is_zero(s) || !p256_words_is_below(r, p256_order) ||
            !p256_words_is_below(s, p256_order)) {
            verdicts[i] = P256_REJECTED;
            continue;
        }
        if (p256_words_is_below(r, p256_prime_less_order) || p256_words_is_zero(digest) ||
            p256_words_are_equal(digest, p256_order)) {
            verdicts[i] = P256_EXCEPTIONAL;
            continue;
        }
        lanes->r[selected] = r;
        lanes->s[selected] = s;
        lanes->digest[selected] = digest;
        lanes->place[selected] = (uint16_t)i;
        selected++;
    }
    return selected;
}

bool p256_verify_batch(const p256_table *base, const p256_table *key, const uint8_t *digests,
                       const uint8_t *signatures, size_t count, uint8_t *verdicts, void *scratch) {
    if (base->kernel != key->kernel) return false;
    uint8_t *const aligned = (uint8_t *)scratch + (0 - (uintptr_t)scratch) % SCRATCH_ALIGNMENT;
    p256_lanes *const lanes = (p256_lanes *)(void *)aligned;
    void *const kernel_scratch = aligned + rounded_up(sizeof *lanes);
    for (size_t start = 0; start < count; start += P256_LANES_CAPACITY) {
        const size_t length = count - start < P256_LANES_CAPACITY ? count - start : P256_LANES_CAPACITY;
        const size_t selected =
            select_signatures(lanes, digests + 32 * start, signatures + 64 * start, length, verdicts + start);
        if (selected == 0) continue;
#if defined(__x86_64__)
        if (key->kernel == P256_KERNEL_IFMA) {
            p256_ifma_verify(base, key, lanes, selected, kernel_scratch);
        } else {
            p256_scalar_verify(base, key, lanes, selected, kernel_scratch);
        }
#else
        p256_scalar_verify(base, key, lanes, selected, kernel_scratch);
#endif
        for (size_t i = 0; i < selected; i++) verdicts[start + lanes->place[i]] = lanes->verdict[i];
    }
    return true;
}
