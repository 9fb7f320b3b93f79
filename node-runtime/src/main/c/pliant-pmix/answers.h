// answers.h - answers to libpmix from a thread of our own: its upcalls may not be answered from within.
#ifndef ANSWERS_H
#define ANSWERS_H

#include <pmix_server.h>

// Starts the thread that answers.
void answers_begin(void);

// Says later how an operation went. Without a function to call there is nobody to tell.
void answers_operation(pmix_op_cbfunc_t tell, void *of, pmix_status_t status);

// Says later that nothing is spawned.
void answers_spawn(pmix_spawn_cbfunc_t tell, void *of, pmix_status_t status);

// Says later that nothing is found, or granted.
void answers_info(pmix_info_cbfunc_t tell, void *of, pmix_status_t status);

// Gives later what a fence has collected; takes the bytes, which come from malloc.
void answers_modex(pmix_modex_cbfunc_t tell, void *of, pmix_status_t status, char *bytes, size_t length);

#endif
