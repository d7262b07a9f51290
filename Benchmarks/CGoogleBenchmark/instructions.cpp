// Instruction counts by callgrind's client requests, where its headers were there at the build.

#include "CGoogleBenchmark.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool CGoogleBenchmark_canCountInstructions(void) {
    return RUNNING_ON_VALGRIND != 0;
}

void CGoogleBenchmark_countInstructions(const char *name, void (*body)(void *context), void *context) {
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    body(context);
    CALLGRIND_DUMP_STATS_AT(name);
    CALLGRIND_STOP_INSTRUMENTATION;
}
#else
bool CGoogleBenchmark_canCountInstructions(void) {
    return false;
}

void CGoogleBenchmark_countInstructions(const char *, void (*body)(void *context), void *context) {
    body(context);
}
#endif
