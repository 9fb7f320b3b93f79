#include "wrap.h"

#include "imp_task.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_int windows, files;
static int measures;

static long long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

__attribute__((constructor)) static void begin(void) {
  measures = getenv("PLIANT_ADAPT_SOCKET") != NULL;
}

long long imp_timing_start(void) {
  return measures ? nanoseconds() : 0;
}

void imp_timing_end(long long started) {
  if (started) imp_report_communication(nanoseconds() - started);
}

void imp_count_windows(int more) {
  atomic_fetch_add(&windows, more);
}

void imp_count_files(int more) {
  atomic_fetch_add(&files, more);
}

void imp_count_check(const char *call) {
  int w = atomic_load(&windows), f = atomic_load(&files);
  if (w || f) {
    imp_die("Expected no open MPI windows and files at %s, but there are %d windows and %d files: they do not live through an adaptation. Free and close them before, and open them anew after it.",
            call, w, f);
  }
}
