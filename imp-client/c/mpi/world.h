/* MPI_COMM_WORLD, wired anew for each size of the job. */
#ifndef IMP_WORLD_H
#define IMP_WORLD_H

#include "group.h"

#include <stdbool.h>

/* MPI_Init in the world of that group, at this task's rank in it. */
void imp_world_up(const struct imp_group *group, int context);
/* MPI_Init in the world that the environment gives: of a program that nobody adapts. */
void imp_world_up_rigid(void);
/* MPI_Finalize, by all of the world; the library is unloaded unless this was the last one. */
void imp_world_down(bool last);
/* What MPI_Init is called with; before the first one. What it gave, after it. */
void imp_world_arguments(int *argc, char ***argv, int required);
int imp_world_provided(void);
/* Whether processes give up their core while they wait in MPI: where they outnumber the cores of their host. */
void imp_yield_while_waiting(bool is);

#endif
