#ifndef SHA256_STREAMS_H
#define SHA256_STREAMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// SHA-256 (FIPS 180-4) after a whole number of 64-byte blocks. `count` is the number of bytes taken in; the bytes of
/// a block not yet full stay with the caller, who gives them again at the head of what follows.
typedef struct {
    uint32_t words[8];
    uint64_t count;
} sha256_state;

/// One message to hash: `count` bytes behind the `state->count` bytes that were taken in already, or the whole message
/// where `state` is null. `digest` takes 32 bytes.
typedef struct {
    const sha256_state *state;
    const uint8_t *bytes;
    size_t count;
    uint8_t *digest;
} sha256_message;

/// The most messages that can be hashed side by side.
enum { SHA256_MAXIMUM_STREAMS = 4 };

/// The number of messages hashed side by side at the greatest speed. 0 where this processor has no instructions for
/// SHA-256: then the functions below must not be called, and OpenSSL is the faster one.
int sha256_stream_count(void);

/// The state before the first byte.
sha256_state sha256_initial_state(void);

/// Takes in `count / 64` whole blocks and returns the number of bytes taken, at most `count`.
///
/// Complexity: linear in the bytes.
size_t sha256_absorb(sha256_state *state, const uint8_t *bytes, size_t count);

/// Hashes independent messages, `streams` (1 to 4) of them side by side; the digests do not depend on `streams`.
/// A message takes the place of another as soon as that one ends.
///
/// Complexity: linear in the bytes; no allocation.
void sha256_hash(const sha256_message *messages, size_t message_count, int streams);

#ifdef __cplusplus
}
#endif

#endif
