/* What wrappers of MPI's calls use: generate.sh makes them. */
#ifndef IMP_WRAP_H
#define IMP_WRAP_H

#include "table.h"

#include <mpi.h>

#define PUBLIC __attribute__((visibility("default")))

/* Nanoseconds, or 0 when nobody measures. */
long long imp_timing_start(void);
void imp_timing_end(long long started);

/* Windows and files that are open. */
void imp_count_windows(int more);
void imp_count_files(int more);
/* Ends the process when some are. */
void imp_count_check(const char *call);

#endif
