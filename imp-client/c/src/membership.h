/* Who computes together: the world, the adaptation that is armed and its window, and how earlier ones ended. */
#ifndef IMP_MEMBERSHIP_H
#define IMP_MEMBERSHIP_H

#include "group.h"
#include "imp_task.h"
#include "wire.h"

#include <stdbool.h>
#include <stddef.h>

#define IMP_PAST 256

struct imp_session;

struct imp_armed {
  long id; /* 0: none */
  enum imp_kind kind;
  struct imp_group all, next; /* the window's group, the world after it */
  int old;                    /* how many of the group were members before */
  bool leaving;               /* this task */
};

struct imp_past {
  long id;
  enum imp_outcome outcome;
};

struct imp_membership {
  bool welcomed;
  enum imp_status status;
  struct imp_group world; /* empty: no member */
  long context;
  struct imp_armed armed;
  long window; /* the latest adaptation with an open window */
  int phase;
  char *broken; /* why a member of the world is gone, until a commit */
  struct imp_past past[IMP_PAST]; /* a ring */
  size_t past_count;
};

/* Lines of the agent; NULL, or what is wrong (to be freed). */
char *imp_membership_welcome(struct imp_session *session, const struct imp_line *line);
char *imp_membership_adapt(struct imp_session *session, const struct imp_line *line);
char *imp_membership_window(struct imp_session *session, const struct imp_line *line);
char *imp_membership_outcome(struct imp_session *session, const struct imp_line *line);
void imp_membership_lose(struct imp_session *session, const char *task, const char *reason);

/* How an adaptation ended; IMP_PENDING while that is not known. */
enum imp_outcome imp_membership_result(const struct imp_membership *membership, long id);
/* The adaptation that a task enters now: 0 while it is to wait. For one that joins in vain, that one. */
long imp_membership_chosen(const struct imp_membership *membership);

#endif
