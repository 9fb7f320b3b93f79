/* What wrappers of MPI's calls use: generate.sh makes them. */
#ifndef IMP_WRAP_H
#define IMP_WRAP_H

#include "sampling.h"
#include "table.h"

#include <mpi.h>

#define PUBLIC __attribute__((visibility("default")))

/* Windows and files that are open. */
void imp_count_windows(int more);
void imp_count_files(int more);
/* Ends the process when some are. */
void imp_count_check(const char *call);

#endif
