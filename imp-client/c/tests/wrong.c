/*
 * Programs that break a rule of adaptations, for tests of what they are told.
 *   wrong windows     an MPI window is open at begin
 *   wrong files       an MPI file is open at begin
 *   wrong abort       calls MPI_Abort with 7 once it has another size
 *   wrong begin       begins when no probe said so
 */
#include <imp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void adapt(void) {
  MPI_Comm inter, next;
  int staying, leaving, joining;
  MPI_Comm_adapt_begin(&inter, &next, &staying, &leaving, &joining);
  MPI_Comm_adapt_commit();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int status, pending;
  MPI_Init_adapt(&argc, &argv, &status);
  if (!strcmp(what, "begin")) adapt();
  if (status == MPI_ADAPT_STATUS_JOINING) adapt();
  if (!strcmp(what, "windows")) {
    MPI_Win window;
    void *memory;
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_free(&window);
  } else if (!strcmp(what, "files")) {
    MPI_File file;
    char path[64];
    snprintf(path, sizeof path, "wrong.%d", (int)getpid());
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  }
  for (int turn = 0; turn < 20000; turn++) {
    MPI_Probe_adapt(&pending, &status, NULL);
    if (pending == MPI_ADAPT_TRUE) {
      adapt();
      if (!strcmp(what, "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
    }
    nanosleep(&(struct timespec){0, 5000000}, NULL);
  }
  MPI_Finalize();
  return 0;
}
