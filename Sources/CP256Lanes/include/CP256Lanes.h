#ifndef CP256LANES_H
#define CP256LANES_H

#include "p256_kernel.h"

#endif
