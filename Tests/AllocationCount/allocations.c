// The executable's own malloc family stands before glibc's, for all of its libraries. glibc keeps its functions
// under the names __libc_*, and asks that the whole family be replaced together.

#include "CAllocationCount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static _Thread_local bool is_counting = false;
static _Thread_local uint64_t allocations = 0;
static atomic_bool is_counting_all = false;
static _Atomic uint64_t all_allocations = 0;

#if defined(__GLIBC__) && !defined(SANITIZED)

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *pointer);

static inline void count(void) {
    if (is_counting) allocations++;
    if (atomic_load_explicit(&is_counting_all, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&all_allocations, 1, memory_order_relaxed);
    }
}

bool CAllocationCount_isAvailable(void) { return true; }

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
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    count();
    void *result = __libc_memalign(alignment, size);
    if (result == NULL) return ENOMEM;
    *pointer = result;
    return 0;
}

void free(void *pointer) { __libc_free(pointer); }

#else

bool CAllocationCount_isAvailable(void) { return false; }

#endif

void CAllocationCount_begin(void) {
    allocations = 0;
    is_counting = true;
}

uint64_t CAllocationCount_end(void) {
    is_counting = false;
    return allocations;
}

void CAllocationCount_beginOnAllThreads(void) {
    atomic_store(&all_allocations, 0);
    atomic_store(&is_counting_all, true);
}

uint64_t CAllocationCount_endOnAllThreads(void) {
    atomic_store(&is_counting_all, false);
    return atomic_load(&all_allocations);
}
