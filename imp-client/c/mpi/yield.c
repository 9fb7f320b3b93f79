/*
 * MPICH waits by asking UCX again and again. A task that waits so keeps the one that it waits for from its core, where tasks
 * outnumber cores. libmpich finds this call before UCX's own, since libimp is linked with the program.
 */
#include "world.h"
#include "wrap.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>

typedef unsigned progress_call(void *worker);

static atomic_bool crowded;

void imp_yield_while_waiting(bool is) {
  atomic_store(&crowded, is);
}

/* As ucp/api/ucp.h has it: how much has been done. UCX is loaded anew with each world, so its own is looked up for each. */
PUBLIC unsigned ucp_worker_progress(void *worker);

PUBLIC unsigned ucp_worker_progress(void *worker) {
  unsigned done = ((progress_call *)imp_table_progress())(worker);
  if (!done && atomic_load_explicit(&crowded, memory_order_relaxed)) sched_yield();
  return done;
}
