/*
 * PMI-1, served to the MPICH in this process by a thread of libimp over a pair of sockets. What ranks put is exchanged at each
 * barrier over libimp's own connections between tasks, so there is no other server.
 */
#ifndef IMP_PMI_H
#define IMP_PMI_H

#include "group.h"

/* Serves the world of that group; sets PMI_FD, PMI_RANK and PMI_SIZE for the MPI_Init that comes. The group is copied. */
void imp_pmi_start(const struct imp_group *group, int rank, int context);
/* Once MPI_Finalize is back. */
void imp_pmi_stop(void);

/* PMI_process_mapping: which ranks share a node; NULL when it is too long for the wire. To be freed. */
char *imp_pmi_mapping(const struct imp_group *group);

#endif
