#ifndef CP256LANES_H
#define CP256LANES_H

#include "p256_batch.h"
#include "p256_kernel.h"
#include "p256_table.h"

#endif
