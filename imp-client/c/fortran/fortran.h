/* The calls of libmpichfort: as those of libmpich (table.h). */
#ifndef IMP_FORTRAN_H
#define IMP_FORTRAN_H

#include <stddef.h>

#define IMP_MPICHFORT "libmpichfort.so.12"

/* Generated. */
extern const char *const imp_fortran_names[];
extern const size_t imp_fortran_count;
extern void *imp_fortran_calls[];

#endif
