#ifndef CGOOGLEBENCHMARK_H
#define CGOOGLEBENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The state of a benchmark that is being run; it lives until the callback returns.
typedef struct CGoogleBenchmarkState CGoogleBenchmarkState;

/// What a registered benchmark runs. The context is the one it was registered with.
typedef void (*CGoogleBenchmarkBody)(CGoogleBenchmarkState *state, void *context);

/// Takes the library's own options out of the arguments and gives how many are left. Call it once and first.
int CGoogleBenchmark_initialize(int count, char **arguments);

/// Registers a benchmark that measures its time by CGoogleBenchmark_setIterationTime, a fixed number of iterations.
/// The name is copied; body and context must live until everything has run.
void CGoogleBenchmark_register(const char *name, int64_t iterations, CGoogleBenchmarkBody body, void *context);

/// Adds a line to the context of every report.
void CGoogleBenchmark_addContext(const char *key, const char *value);

/// Runs what the options select and reports it; gives how many benchmarks were run.
size_t CGoogleBenchmark_run(void);

/// True as long as another iteration is to be made.
bool CGoogleBenchmark_keepRunning(CGoogleBenchmarkState *state);

/// The seconds of the present iteration.
void CGoogleBenchmark_setIterationTime(CGoogleBenchmarkState *state, double seconds);

/// Stops and resumes the library's own clocks.
void CGoogleBenchmark_pauseTiming(CGoogleBenchmarkState *state);
void CGoogleBenchmark_resumeTiming(CGoogleBenchmarkState *state);

/// Sets a counter that is reported as it is.
void CGoogleBenchmark_setCounter(CGoogleBenchmarkState *state, const char *name, double value);

/// Text behind the benchmark's line.
void CGoogleBenchmark_setLabel(CGoogleBenchmarkState *state, const char *label);

/// Marks the benchmark as failed; the next keepRunning is false.
void CGoogleBenchmark_skipWithError(CGoogleBenchmarkState *state, const char *message);

/// True if the process runs under callgrind and the counting below works.
bool CGoogleBenchmark_canCountInstructions(void);

/// Counts the instructions of body(context), all threads, and has callgrind write them as a profile of that name.
void CGoogleBenchmark_countInstructions(const char *name, void (*body)(void *context), void *context);

#ifdef __cplusplus
}
#endif

#endif
