// Counts allocations: the executable's own malloc family stands before glibc's, for its libraries as well.
//
// glibc keeps its functions under the names __libc_*, and asks that the whole family be replaced together.

#include "CGoogleBenchmark.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *pointer);
}

static std::atomic<bool> isCounting{false};
static std::atomic<uint64_t> allocations{0};

static inline void count() {
    if (isCounting.load(std::memory_order_relaxed)) {
        allocations.fetch_add(1, std::memory_order_relaxed);
    }
}

extern "C" {

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    count();
    return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    count();
    void *result = __libc_memalign(alignment, size);
    if (result == nullptr) {
        return ENOMEM;
    }
    *pointer = result;
    return 0;
}

void free(void *pointer) {
    __libc_free(pointer);
}

void CGoogleBenchmark_beginCountingAllocations(void) {
    allocations.store(0);
    isCounting.store(true);
}

uint64_t CGoogleBenchmark_endCountingAllocations(void) {
    isCounting.store(false);
    return allocations.load();
}

}
