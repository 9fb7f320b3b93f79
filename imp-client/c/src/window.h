/* Into a window and out of it: for imp_task.h's calls and the MPI layer. */
#ifndef IMP_WINDOW_H
#define IMP_WINDOW_H

#include "group.h"

/* Keeps the reason for imp_error() and takes it over; says IMP_ERROR. */
int imp_wrong(char *why);

/* A joining task waits to be let in: the agent may arm its adaptation. */
void imp_ready(void);
/* The open window's adaptation, its group with the old members first, and the world after it. */
struct imp_scene {
  long adaptation;
  struct imp_group all, next;
  int old;
};
void imp_scene_take(struct imp_scene *scene);
void imp_scene_free(struct imp_scene *scene);

#endif
