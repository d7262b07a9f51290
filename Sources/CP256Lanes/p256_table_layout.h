#ifndef P256_TABLE_LAYOUT_H
#define P256_TABLE_LAYOUT_H

#include "p256_point.h"
#include "p256_table.h"

struct p256_table {
    p256_kernel kernel;
    unsigned width;
    /// The entry at i 2^(width-1) + j is (2 j + 1) 2^(i width) times the point; 64 bytes each, aligned to them.
    ///
    /// For the scalar kernel coordinates are multiplied by 2^256 modulo p, for the wide one by 2^260.
    p256_point *entries;
};

#endif
