// yield.c - preloaded into tasks of MPI programs where there are more of them than cores: MPICH waits by asking UCX again and
// again, and a task that waits so keeps the one that it waits for from its core. Here a call that found nothing gives it up.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned progress_call(void *worker);

// As ucp/api/ucp.h has it: how much has been done. This one is found before UCX's own.
unsigned ucp_worker_progress(void *worker);

// UCX's own. A program that opened its MPI library itself has UCX where RTLD_NEXT does not look.
static progress_call *find(void) {
  void *own = dlsym(RTLD_NEXT, "ucp_worker_progress");
  if (own == NULL) {
    void *ucx = dlopen("libucp.so.0", RTLD_NOW | RTLD_NOLOAD);
    own = ucx == NULL ? NULL : dlsym(ucx, "ucp_worker_progress");
  }
  if (own == NULL) {
    fputs("pliant-yield: Expected UCX's ucp_worker_progress in this process, but it is not there. Start the step with srun --mpi=none, or unset LD_PRELOAD.\n", stderr);
    abort();
  }
  return (progress_call *)own;
}

unsigned ucp_worker_progress(void *worker) {
  static progress_call *own;
  if (own == NULL) {
    own = find();
  }
  unsigned done = own(worker);
  if (done == 0) {
    sched_yield();
  }
  return done;
}
