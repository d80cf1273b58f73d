/* A monotonic clock that can be read without the Python interpreter. */
#ifndef KYVIEN_CLOCK_H
#define KYVIEN_CLOCK_H
#if defined(_WIN32)
#  include <windows.h>
static inline double kyvien_seconds(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}
#else
#  include <time.h>
static inline double kyvien_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif
#endif
