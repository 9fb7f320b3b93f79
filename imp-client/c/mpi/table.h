/* The calls of libmpich: loaded for each world anew, and reached through a table. */
#ifndef IMP_TABLE_H
#define IMP_TABLE_H

#include <stddef.h>

#define IMP_MPICH "libmpich.so.12"
#define IMP_TABLE_API __attribute__((visibility("default"))) /* for libimpf, of the same build */

/* Generated: the names of the calls, and where they are now. */
extern const char *const imp_call_names[];
extern const size_t imp_call_count;
extern void *imp_calls[];

/* Loads libmpich, unless it is there; ends the process when it cannot be loaded. */
void imp_table_load(void);
void imp_table_unload(void);
/* What is loaded once libmpich is, and unloaded before it: of one further library. At once, too, where that is loaded. */
IMP_TABLE_API void imp_table_follow(void (*load)(void), void (*unload)(void));
/* A call of the loaded library, for those that libimp defines itself. */
void *imp_table_call(const char *name);

/* UCX's ucp_worker_progress, of the UCX that libmpich has loaded. */
void *imp_table_progress(void);

/* Ends the process with a message: after this there is no way on. */
IMP_TABLE_API _Noreturn void imp_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
