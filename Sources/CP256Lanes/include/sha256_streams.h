#ifndef SHA256_STREAMS_H
#define SHA256_STREAMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// SHA-256 (FIPS 180-4) after a whole number of 64-byte blocks. `count` is the number of bytes taken in; the bytes of
/// a block not yet full stay with the caller, who gives them again at the head of what follows.
struct LanesSHA256State {
    uint32_t words[8];
    uint64_t count;
};

/// One message to hash: `count` bytes behind the `state->count` bytes that were taken in already, or the whole message
/// where `state` is null. `digest` takes 32 bytes.
struct LanesSHA256Message {
    const struct LanesSHA256State *state;
    const uint8_t *bytes;
    size_t count;
    uint8_t *digest;
};

/// The most messages that can be hashed side by side.
enum { LANES_SHA256_MAXIMUM_STREAMS = 4 };

/// The number of messages hashed side by side at the greatest speed. 0 where this processor has no instructions for
/// SHA-256: then the functions below must not be called, and OpenSSL is the faster one.
int LanesSHA256_streams(void);

/// The state before the first byte.
struct LanesSHA256State LanesSHA256_initial(void);

/// Takes in `count / 64` whole blocks and returns the number of bytes taken, at most `count`.
///
/// Complexity: linear in the bytes.
size_t LanesSHA256_absorb(struct LanesSHA256State *state, const uint8_t *bytes, size_t count);

/// Hashes independent messages, `streams` (1 to 4) of them side by side; the digests do not depend on `streams`.
/// A message takes the place of another as soon as that one ends.
///
/// Complexity: linear in the bytes; no allocation.
void LanesSHA256_hash(const struct LanesSHA256Message *messages, size_t message_count, int streams);

#ifdef __cplusplus
}
#endif

#endif
