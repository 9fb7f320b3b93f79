#include "world.h"

#include "pmi.h"
#include "session.h"
#include "table.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  int *argc;
  char ***argv;
  int required, provided;
  bool served; /* by our PMI */
} the;

void imp_world_arguments(int *argc, char ***argv, int required) {
  the.argc = argc;
  the.argv = argv;
  the.required = required;
}

int imp_world_provided(void) {
  return the.provided;
}

static void init(void) {
  int result = ((__typeof__(&MPI_Init_thread))imp_table_call("MPI_Init_thread"))(the.argc, the.argv, the.required, &the.provided);
  if (result != MPI_SUCCESS) imp_die("Expected MPI to start, but MPI_Init gives the error %d.", result);
  the.argc = NULL; /* the program may have left the function that they belong to */
  the.argv = NULL;
}

void imp_world_up_rigid(void) {
  imp_table_load();
  init();
}

/* On this host they outnumber its cores. */
static bool crowded(const struct imp_group *group) {
  long here = 0;
  for (int rank = 0; rank < group->size; rank++) here += !strcmp(group->members[rank].host, imp_the.host);
  return here > sysconf(_SC_NPROCESSORS_ONLN);
}

void imp_world_up(const struct imp_group *group, int context) {
  int rank = imp_group_rank(group, imp_the.task);
  if (rank < 0) imp_die("Expected to be in the new world of %d tasks, but %s is not.", group->size, imp_the.task);
  imp_table_load();
  imp_yield_while_waiting(crowded(group));
  imp_pmi_start(group, rank, context);
  the.served = true;
  init();
}

void imp_world_down(bool last) {
  int result = ((__typeof__(&MPI_Finalize))imp_table_call("MPI_Finalize"))();
  if (result != MPI_SUCCESS) imp_die("Expected MPI to end, but MPI_Finalize gives the error %d.", result);
  if (the.served) imp_pmi_stop();
  the.served = false;
  if (!last) imp_table_unload();
}
