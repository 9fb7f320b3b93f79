// yield.c - preloaded into tasks of MPI programs where there are more of them than cores: MPICH waits by asking UCX again and
// again, and a task that waits so keeps the one that it waits for from its core. Here a call that found nothing gives it up.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>

typedef unsigned progress_call(void *worker);

// As ucp/api/ucp.h has it: how much has been done. This one is found before UCX's own.
unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker) {
  static progress_call *own;
  if (own == NULL) {
    own = (progress_call *)dlsym(RTLD_NEXT, "ucp_worker_progress");
  }
  unsigned done = own(worker);
  if (done == 0) {
    sched_yield();
  }
  return done;
}
