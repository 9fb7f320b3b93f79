/* Into a window and out of it: for imp_task.h's calls and the MPI layer. */
#ifndef IMP_WINDOW_H
#define IMP_WINDOW_H

/* Keeps the reason for imp_error() and takes it over; says IMP_ERROR. */
int imp_wrong(char *why);

#endif
