// fences.h - what ranks of several nodes tell each other: each fence is a gather of the nodes that its ranks are on.
#ifndef FENCES_H
#define FENCES_H

#include <pmix_server.h>

#include "layout.h"

// From now on: the ranks of this world, of which this node is one.
void fences_begin(const layout *all, const layout_node *own, const char *world);

// libpmix asks: all ranks of this node that take part are there, with these bytes.
pmix_status_t fences_enter(const pmix_proc_t procs[], size_t count, const pmix_info_t info[], size_t infos, char *bytes,
                           size_t length, pmix_modex_cbfunc_t tell, void *of);

// The supervisor gives the result of the oldest gather of a channel; takes the bytes.
void fences_result(const char *channel, char *bytes, size_t length);

#endif
