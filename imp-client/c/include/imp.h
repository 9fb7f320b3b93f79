/*
 * MPI programs that change their size while they run: the four calls of Invasive MPI (Chadha et al. 2020) on a stock MPICH.
 * The world is wired anew: MPI_COMM_WORLD is another one after an adaptation, and all other MPI objects are gone:
 * communicators, types, operations, requests, windows, files, attributes. Memory stays as it is. docs/mpi.md says more.
 *
 *   cc $(pkg-config --cflags imp) heat.c $(pkg-config --libs imp)
 */
#ifndef IMP_H
#define IMP_H

#if defined(__cplusplus) && !defined(MPICH_SKIP_MPICXX)
#define MPICH_SKIP_MPICXX 1 /* the C++ bindings are a library that is linked with libmpich */
#endif
#include <mpi.h>

#include "imp_task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a process is. */
#define MPI_ADAPT_STATUS_NEW 2
#define MPI_ADAPT_STATUS_JOINING 3
#define MPI_ADAPT_STATUS_STAYING 4
#define MPI_ADAPT_STATUS_LEAVING 5

/* Whether an adaptation waits. */
#define MPI_ADAPT_FALSE 0
#define MPI_ADAPT_TRUE 1

/*
 * In place of MPI_Init. A joining process finds a world of its own alone until it begins.
 */
IMP_API int MPI_Init_adapt(int *argc, char ***argv, int *status);
/* The same, in place of MPI_Init_thread; for each world again. */
IMP_API int MPI_Init_thread_adapt(int *argc, char ***argv, int required, int *provided, int *status);

/*
 * Whether to begin now. All processes call it at the same places; it says so at the same call everywhere. `status` is
 * STAYING or LEAVING then. Joining processes may skip it. `info` is MPI_INFO_NULL; it may be NULL.
 */
IMP_API int MPI_Probe_adapt(int *pending, int *status, MPI_Info *info);

/*
 * Begins. Expansion: MPI_COMM_WORLD is the old processes, then the joining ones; `newcomm` is a duplicate of it, and `inter`
 * is between the two. Shrink: MPI_COMM_WORLD is as before; `inter` is between those who stay and those who leave;
 * `newcomm` has those who stay, and is MPI_COMM_NULL at those who leave. The counts are processes.
 */
IMP_API int MPI_Comm_adapt_begin(MPI_Comm *inter, MPI_Comm *newcomm, int *staying, int *leaving, int *joining);

/* The data are moved. After a shrink MPI_COMM_WORLD is those who stay; those who leave end here with exit code 0. */
IMP_API int MPI_Comm_adapt_commit(void);

#ifdef __cplusplus
}
#endif
#endif
