#ifndef P256_BATCH_H
#define P256_BATCH_H

#include "p256_table.h"

/// What a kernel says about one ES256 signature.
enum {
    /// r or s is 0 or not below the order, or the signature is not one of this digest under this key.
    P256_REJECTED = 0,
    /// The signature is good.
    P256_ACCEPTED = 1,
    /// One of the rare cases that the kernels leave to a complete implementation: nothing is said about the signature.
    ///
    /// These are a digest of 0 modulo the order, r below p - n (about 2^-32 of all), and two points with the same x
    /// coordinate that met in an addition, which a random signature under a random key does not bring about.
    P256_EXCEPTIONAL = 2,
};

/// The scratch memory in bytes that p256_verify_batch needs for up to `capacity` signatures with these tables.
///
/// 1.5 to 6 KB a signature, the less the wider the tables, and up to 0.1 MB in all. It stops growing at 512 signatures,
/// because longer batches are taken 512 at a time.
size_t p256_batch_scratch_size(const p256_table *_Nonnull base, const p256_table *_Nonnull key, size_t capacity);

/// Verifies signatures of one key side by side: an addition costs less the more of them share an inversion.
///
/// - `base`, `key`: the tables of the base point and of the public key; both for the same kernel, each of any width.
/// - `digests`: `count` SHA-256 digests of 32 bytes.
/// - `signatures`: `count` signatures of 64 bytes, r and s, each with the most significant byte first.
/// - `verdicts`: room for `count` verdicts: P256_REJECTED, P256_ACCEPTED or P256_EXCEPTIONAL.
/// - `scratch`: memory of at least p256_batch_scratch_size bytes for this count, of any alignment and content; only one
///   call may use it at a time.
/// - Returns false, with nothing done, if the tables are for different kernels.
///
/// Nothing is allocated. Time depends on the data: for public data only.
bool p256_verify_batch(const p256_table *_Nonnull base, const p256_table *_Nonnull key,
                       const uint8_t *_Nonnull digests, const uint8_t *_Nonnull signatures, size_t count,
                       uint8_t *_Nonnull verdicts, void *_Nonnull scratch);

#endif
