// Google Benchmark behind a C interface, so that Swift can register and run benchmarks without its C++ headers.

#include "CGoogleBenchmark.h"

#include <benchmark/benchmark.h>

static benchmark::State *stateOf(CGoogleBenchmarkState *state) {
    return reinterpret_cast<benchmark::State *>(state);
}

int CGoogleBenchmark_initialize(int count, char **arguments) {
    benchmark::Initialize(&count, arguments);
    return count;
}

void CGoogleBenchmark_register(const char *name, int64_t iterations, CGoogleBenchmarkBody body, void *context) {
    benchmark::RegisterBenchmark(name, [body, context](benchmark::State &state) {
        body(reinterpret_cast<CGoogleBenchmarkState *>(&state), context);
    })->Iterations(iterations)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

void CGoogleBenchmark_addContext(const char *key, const char *value) {
    benchmark::AddCustomContext(key, value);
}

size_t CGoogleBenchmark_run(void) {
    const size_t count = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return count;
}

bool CGoogleBenchmark_keepRunning(CGoogleBenchmarkState *state) {
    return stateOf(state)->KeepRunning();
}

void CGoogleBenchmark_setIterationTime(CGoogleBenchmarkState *state, double seconds) {
    stateOf(state)->SetIterationTime(seconds);
}

void CGoogleBenchmark_pauseTiming(CGoogleBenchmarkState *state) {
    stateOf(state)->PauseTiming();
}

void CGoogleBenchmark_resumeTiming(CGoogleBenchmarkState *state) {
    stateOf(state)->ResumeTiming();
}

void CGoogleBenchmark_setCounter(CGoogleBenchmarkState *state, const char *name, double value) {
    stateOf(state)->counters[name] = benchmark::Counter(value);
}

void CGoogleBenchmark_setLabel(CGoogleBenchmarkState *state, const char *label) {
    stateOf(state)->SetLabel(label);
}

void CGoogleBenchmark_skipWithError(CGoogleBenchmarkState *state, const char *message) {
    stateOf(state)->SkipWithError(message);
}
