#include "wrap.h"

#include <stdatomic.h>

static atomic_int windows, files;

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
