#ifndef P256_KERNEL_H
#define P256_KERNEL_H

#include <stdbool.h>

/// A way to calculate on the curve P-256. All of them give the same verdicts.
typedef enum __attribute__((enum_extensibility(closed), swift_name("P256Kernel"))) {
    /// Portable C on 64-bit words: x86-64 and arm64.
    P256_KERNEL_SCALAR __attribute__((swift_name("scalar"))) = 1,
    /// Eight signatures side by side with AVX-512 IFMA, on x86-64.
    P256_KERNEL_IFMA __attribute__((swift_name("ifma"))) = 2,
} p256_kernel;

/// True if this processor can run the kernel and the operating system keeps the registers it needs.
bool p256_kernel_is_supported(p256_kernel kernel);

#endif
