/* The connection to the node agent. When it is lost it is dialled again, and what is owed is said again. */
#ifndef IMP_AGENT_H
#define IMP_AGENT_H

#include "buf.h"

#include <stdbool.h>
#include <stddef.h>

struct imp_session;

struct imp_debt {
  char *name;
  struct imp_buf line;
};

struct imp_agent {
  int fd; /* -1 while it is away */
  bool over;
  struct imp_buf in, out;
  struct imp_debt *owed; /* oldest first */
  size_t owed_count;
  double away_since, dial_at;
};

/* Says a line, unless the agent is away; the line is taken over. */
void imp_agent_say(struct imp_session *session, struct imp_buf *line);
/* Says a line now and to each new agent until it is settled; a later one of that name takes its place. */
void imp_agent_owe(struct imp_session *session, const char *name, struct imp_buf *line);
void imp_agent_settle(struct imp_session *session, const char *name);

/* For the progress thread: dials when it is time; seconds until then, or -1 when it need not. */
double imp_agent_dial(struct imp_session *session);
void imp_agent_read(struct imp_session *session);
void imp_agent_write(struct imp_session *session);
void imp_agent_hang_up(struct imp_session *session);

/* Writes what the socket takes; -1 when the connection is broken. */
int imp_flush(int fd, struct imp_buf *out);

#endif
