#ifndef P256_TABLE_H
#define P256_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "p256_kernel.h"

/// Multiples of one point of P-256, prepared for one kernel: what makes verifications under a known key fast.
///
/// A table of width w cuts a scalar into ceil(256 / w) windows and holds 2^(w-1) odd multiples for each of them, 64
/// bytes a multiple. A wider table means fewer additions a signature: 2 x ceil(256 / w) - 1 of them, half for the base
/// point and half for the key. A table never changes after it was made, so any number of threads may read it at once.
typedef struct p256_table p256_table;

/// The narrowest and the widest table.
enum { P256_TABLE_WIDTH_MIN = 4, P256_TABLE_WIDTH_MAX = 16 };

/// Why there is no table.
typedef enum __attribute__((enum_extensibility(closed), swift_name("P256TableStatus"))) {
    P256_TABLE_OK __attribute__((swift_name("made"))) = 0,
    /// A coordinate is not below p, or the coordinates do not satisfy the equation of the curve.
    P256_TABLE_NOT_ON_CURVE __attribute__((swift_name("notOnCurve"))) = 1,
    /// The width is outside the limits, or this machine cannot run the kernel.
    P256_TABLE_UNSUPPORTED __attribute__((swift_name("unsupported"))) = 2,
    P256_TABLE_OUT_OF_MEMORY __attribute__((swift_name("outOfMemory"))) = 3,
} p256_table_status;

/// The memory of a table of this width, in bytes; 0 for a width outside the limits.
///
/// 0.15 MB at width 7, 0.26 at 8, 0.48 at 9, 0.85 at 10, 1.6 at 11, and in steps of 2 MiB, for large pages, 4.2 at 12,
/// 6.3 at 13, 10.5 at 14 and 33.6 at 16.
size_t p256_table_size(unsigned width);

/// Makes the table of a public key. Free it with p256_table_destroy.
///
/// - `point`: 64 bytes, the coordinates x and y, each with the most significant byte first.
/// - Returns null and says why in `status` if there is none.
///
/// Building costs about 0.1 us for each of the 2^(width-1) x ceil(256 / width) entries, and 0.7 ms for all that has to
/// be done one after the other: 1 ms at width 7, 2.5 at 10, 10 at 13.
p256_table *_Nullable p256_table_create(p256_kernel kernel, unsigned width, const uint8_t *_Nonnull point,
                                        p256_table_status *_Nonnull status);

/// Makes the table of the curve's base point, which every verification needs beside that of the key.
p256_table *_Nullable p256_table_create_base(p256_kernel kernel, unsigned width, p256_table_status *_Nonnull status);

/// Frees a table that no thread reads any more.
void p256_table_destroy(p256_table *_Nullable table);

/// The width of a table, in bits.
unsigned p256_table_width(const p256_table *_Nonnull table);

/// The kernel for which a table was made.
p256_kernel p256_table_kernel(const p256_table *_Nonnull table);

#endif
