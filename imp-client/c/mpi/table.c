#include "table.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

/* Data of libmpich that its header names. libmpich itself finds these here, since they come first in the process. */
PUBLIC int *MPI_UNWEIGHTED, *MPI_WEIGHTS_EMPTY;
PUBLIC int *MPI_F_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE;
PUBLIC void *MPI_T_PVAR_ALL_HANDLES;

static void *library, *progress;
static void (*load_next)(void), (*unload_next)(void);

void imp_die(const char *format, ...) {
  va_list values;
  fflush(stdout);
  fputs("libimp: ", stderr);
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  fflush(stderr);
  _exit(1);
}

static _Noreturn void not_loaded(void) {
  imp_die("Expected MPI_Init_adapt or MPI_Init before any other MPI call, but a call came while there is no MPI.");
}

static void *data(const char *name) {
  void **at = dlsym(library, name);
  if (!at) imp_die("Expected %s in " IMP_MPICH ", but it is not there. libimp was built for another MPICH: build it anew.", name);
  return *at;
}

void imp_table_load(void) {
  if (library) return;
  library = dlopen(IMP_MPICH, RTLD_NOW | RTLD_LOCAL);
  if (!library) imp_die("Expected to load MPICH's " IMP_MPICH ", but cannot: %s", dlerror());
  for (size_t i = 0; i < imp_call_count; i++) {
    imp_calls[i] = dlsym(library, imp_call_names[i]);
    if (!imp_calls[i]) imp_die("Expected %s in " IMP_MPICH ", but it is not there. libimp was built for another MPICH: build it anew.", imp_call_names[i]);
  }
  void *ucx = dlopen("libucp.so.0", RTLD_NOW | RTLD_NOLOAD); /* an MPICH with libfabric has none, and never calls it */
  progress = ucx ? dlsym(ucx, "ucp_worker_progress") : NULL;
  if (ucx) dlclose(ucx);
  MPI_UNWEIGHTED = data("MPI_UNWEIGHTED");
  MPI_WEIGHTS_EMPTY = data("MPI_WEIGHTS_EMPTY");
  MPI_T_PVAR_ALL_HANDLES = data("MPI_T_PVAR_ALL_HANDLES");
  if (load_next) load_next();
}

void imp_table_follow(void (*load)(void), void (*unload)(void)) {
  load_next = load;
  unload_next = unload;
  if (library) load();
}

static void empty(void) {
  for (size_t i = 0; i < imp_call_count; i++) imp_calls[i] = (void *)not_loaded;
}

void imp_table_unload(void) {
  if (!library) return;
  empty();
  if (unload_next) unload_next();
  if (dlclose(library)) imp_die("Expected to unload " IMP_MPICH ", but cannot: %s", dlerror());
  library = NULL;
  if (dlopen(IMP_MPICH, RTLD_NOW | RTLD_NOLOAD)) {
    imp_die("Expected " IMP_MPICH " to be unloaded, but something else in this process uses it, such as a library that was linked with it.");
  }
}

void *imp_table_progress(void) {
  return progress;
}

void *imp_table_call(const char *name) {
  void *call = library ? dlsym(library, name) : NULL;
  if (!call) imp_die("Expected %s in " IMP_MPICH ", but it is not there.", name);
  return call;
}

static int is_loopback(const char *host) {
  return !host || !*host || !strncmp(host, "127.", 4) || !strcmp(host, "localhost") || !strcmp(host, "::1");
}

/* Before main: MPI_Initialized and the like may be called at any time. */
__attribute__((constructor)) static void begin(void) {
  if (dlopen(IMP_MPICH, RTLD_NOW | RTLD_NOLOAD)) {
    imp_die("Expected a program that is linked with -limp alone, but it, or a library of it, is linked with " IMP_MPICH
            ": that one could not be unloaded when the job changes its size. Compile with 'cc $(pkg-config --cflags imp) ... $(pkg-config --libs imp)', not with mpicc.");
  }
  if (getenv("PLIANT_ADAPT_SOCKET")) {
    setenv("UCX_HANDLE_ERRORS", "none", 0);
    /* UCX's TCP hangs in MPI_Finalize; tasks of one host need none */
    if (is_loopback(getenv("PLIANT_ADAPT_HOST"))) setenv("UCX_TLS", "self,sm", 0);
  }
  empty();
  imp_table_load();
}
