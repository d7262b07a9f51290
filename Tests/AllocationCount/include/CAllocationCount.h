#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

#include <stdbool.h>
#include <stdint.h>

/// True where allocations can be counted: with glibc and without a sanitizer of addresses.
bool CAllocationCount_isAvailable(void);

/// Counts the allocations of this thread from now on.
void CAllocationCount_begin(void);

/// Ends counting on this thread and tells how many allocations there were.
uint64_t CAllocationCount_end(void);

/// Counts the allocations of all threads from now on.
void CAllocationCount_beginOnAllThreads(void);

/// Ends counting on all threads and tells how many allocations there were.
uint64_t CAllocationCount_endOnAllThreads(void);

#endif
