#ifndef SHA256_CORE_H
#define SHA256_CORE_H

#include "include/sha256_streams.h"

/// What a processor offers: `compress[n - 1]` takes `blocks` blocks of each of n messages into their states and moves
/// the pointers behind them. Null functions where there is nothing.
struct sha256_core {
    int streams;
    void (*compress[SHA256_MAXIMUM_STREAMS])(uint32_t (*states)[8], const uint8_t **bytes, size_t blocks);
};

extern const uint32_t sha256_round_constants[64];

/// The core for this processor; `streams` is 0 without one.
const struct sha256_core *sha256_core_of_processor(void);

#endif
