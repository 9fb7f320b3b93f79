/* Members of a job by rank: task@node@host:port. */
#ifndef IMP_GROUP_H
#define IMP_GROUP_H

#include <stdbool.h>

struct imp_member {
  char *task, *node, *host;
  int port;
};

struct imp_group {
  struct imp_member *members;
  int size;
};

/* Reads a list with commas in between; false when one of it is no member. */
bool imp_group_read(struct imp_group *group, const char *list);
void imp_group_add(struct imp_group *group, const struct imp_member *member);
void imp_group_copy(struct imp_group *to, const struct imp_group *from);
void imp_group_free(struct imp_group *group);
/* The rank of a task, or -1. */
int imp_group_rank(const struct imp_group *group, const char *task);
/* Whether a word stands in a list with commas in between, which may be NULL. */
bool imp_list_has(const char *list, const char *word);

#endif
