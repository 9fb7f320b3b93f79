/* An allgather of bytes among the tasks of a group, through its rank 0. */
#ifndef IMP_EXCHANGE_H
#define IMP_EXCHANGE_H

#include "buf.h"
#include "group.h"

#include <stdbool.h>

struct imp_session;

/*
 * Appends what all contribute to `all`. Every task of the group calls it, with the same context and a tag below 0 that is
 * new in it. False when one of them is gone: `why` says it, to be freed. Takes the lock.
 */
bool imp_exchange(struct imp_session *session, const struct imp_group *group, int context, int tag, const struct imp_buf *mine, struct imp_buf *all, char **why);

#endif
