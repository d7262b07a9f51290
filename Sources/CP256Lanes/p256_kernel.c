#include "p256_kernel.h"

bool p256_kernel_is_supported(p256_kernel kernel) {
    switch (kernel) {
    case P256_KERNEL_SCALAR:
        return true;
    case P256_KERNEL_IFMA:
#if defined(__x86_64__)
        // The builtin reads what the operating system saves (xgetbv) along with what the processor offers.
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2");
#else
        return false;
#endif
    }
    return false;
}
