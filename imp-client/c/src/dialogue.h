/* Offers of the scheduler and wishes of the program. */
#ifndef IMP_DIALOGUE_H
#define IMP_DIALOGUE_H

#include "imp_task.h"
#include "wire.h"

#include <stddef.h>

struct imp_session;

struct imp_wish {
  enum imp_request_state state;
  long adaptation;
  char *reason;
};

struct imp_dialogue {
  imp_offer_policy policy;
  void *policy_data;
  long latest; /* offer */
  struct imp_wish *wishes; /* the first is number 1 */
  size_t wish_count;
};

/* Lines of the agent; NULL, or what is wrong (to be freed). */
char *imp_dialogue_offer(struct imp_session *session, const struct imp_line *line);
char *imp_dialogue_reply(struct imp_session *session, const struct imp_line *line);
/* Asks; the number of the wish. */
int imp_dialogue_ask(struct imp_session *session, const char *kind, int nodes, const char *names);

#endif
