/* MPI in Fortran: mpif.h's calls, and the four that adapt, with an error code at the end. */
#include "fortran.h"

#include "imp.h"
#include "table.h"

#include <dlfcn.h>

#define PUBLIC __attribute__((visibility("default")))

/* Of mpif.h: libmpichfort tells MPI_IN_PLACE and the like by their places, which are those of the program. */
PUBLIC int mpipriv1_[7], mpipriv2_[6], mpifcmb5_, mpifcmb9_;
PUBLIC char mpiprivc_[2];

static void *library;

static _Noreturn void not_loaded(void) {
  imp_die("Expected MPI_INIT_ADAPT or MPI_INIT before any other MPI call, but a call came while there is no MPI.");
}

static void unload(void) {
  for (size_t i = 0; i < imp_fortran_count; i++) imp_fortran_calls[i] = (void *)not_loaded;
  if (library) dlclose(library);
  library = NULL;
}

/* Before libmpich goes, of which it holds on. */
static void load(void) {
  library = dlopen(IMP_MPICHFORT, RTLD_NOW | RTLD_LOCAL);
  if (!library) imp_die("Expected to load MPICH's " IMP_MPICHFORT ", but cannot: %s", dlerror());
  for (size_t i = 0; i < imp_fortran_count; i++) {
    imp_fortran_calls[i] = dlsym(library, imp_fortran_names[i]);
    if (!imp_fortran_calls[i]) imp_die("Expected %s in " IMP_MPICHFORT ", but it is not there. libimpf was built for another MPICH: build it anew.", imp_fortran_names[i]);
  }
}

__attribute__((constructor)) static void begin(void) {
  imp_table_follow(load, unload);
}

PUBLIC void mpi_init_(int *error) {
  *error = MPI_Init(NULL, NULL);
}

PUBLIC void mpi_init_thread_(const int *required, int *provided, int *error) {
  *error = MPI_Init_thread(NULL, NULL, *required, provided);
}

PUBLIC void mpi_finalize_(int *error) {
  *error = MPI_Finalize();
}

PUBLIC void mpi_init_adapt_(int *status, int *error) {
  *error = MPI_Init_adapt(NULL, NULL, status);
}

PUBLIC void mpi_init_thread_adapt_(const int *required, int *provided, int *status, int *error) {
  *error = MPI_Init_thread_adapt(NULL, NULL, *required, provided, status);
}

PUBLIC void mpi_probe_adapt_(int *pending, int *status, int *info, int *error) {
  MPI_Info said;
  *error = MPI_Probe_adapt(pending, status, &said);
  *info = (int)said; /* handles of MPICH are numbers, the same in both languages */
}

PUBLIC void mpi_comm_adapt_begin_(int *inter, int *newcomm, int *staying, int *leaving, int *joining, int *error) {
  MPI_Comm between, next;
  *error = MPI_Comm_adapt_begin(&between, &next, staying, leaving, joining);
  *inter = (int)between;
  *newcomm = (int)next;
}

PUBLIC void mpi_comm_adapt_commit_(int *error) {
  *error = MPI_Comm_adapt_commit();
}

PUBLIC void imp_phase_(const int *phase) {
  imp_phase(*phase);
}

PUBLIC int imp_grow_(const int *nodes) {
  return imp_grow(*nodes);
}

PUBLIC int imp_release_(const int *nodes) {
  return imp_release(*nodes);
}
