#ifndef CP256LANES_H
#define CP256LANES_H

#include "base64url_kernels.h"
#include "p256_batch.h"
#include "p256_kernel.h"
#include "p256_table.h"
#include "sha256_streams.h"
#include "xxh32_stream.h"

#endif
