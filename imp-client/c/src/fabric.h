/* A task's connections to other tasks: who is known, gone or has left, and the data that wait to be taken. */
#ifndef IMP_FABRIC_H
#define IMP_FABRIC_H

#include "group.h"
#include "peer.h"

#include <stdbool.h>
#include <stddef.h>

struct imp_session;

/* What is known of another task. */
struct imp_contact {
  char *task;
  struct imp_peer *peer; /* what is sent takes this connection, so that it keeps its order */
  char *gone;            /* why, or NULL */
  bool goodbye;          /* it sends no more than `announced` data frames in all */
  unsigned long long announced, delivered, sent;
  size_t waiting; /* bytes of it in the mailbox */
};

struct imp_letter {
  struct imp_letter *next;
  char *task;
  int context, tag;
  struct imp_buf payload;
};

struct imp_fabric {
  int listener, port;
  bool leaving;
  struct imp_peer *peers;
  struct imp_contact *contacts;
  size_t contact_count;
  struct imp_letter *first, **last;
};

/* Listens on a free port of that address; NULL, or what is wrong (to be freed). */
char *imp_fabric_listen(struct imp_session *session);
struct imp_contact *imp_fabric_contact(struct imp_fabric *fabric, const char *task);
/* Sends, dialling when needed; false when that task is gone or has left. */
bool imp_fabric_send(struct imp_session *session, const struct imp_member *to, const struct imp_frame *frame);
/* Waits under the lock for data; false when they will never come: `why` says it. */
bool imp_fabric_receive(struct imp_session *session, const struct imp_member *from, int context, int tag, struct imp_buf *payload, char **why);
/* Forgets what waits in that context. */
void imp_fabric_purge(struct imp_session *session, int context);
/* Tells all that we leave. */
void imp_fabric_leave(struct imp_session *session);
/* Ends all connections at once. */
void imp_fabric_sever(struct imp_session *session);

/* Data that have come; false when too much waits already. */
bool imp_fabric_deliver(struct imp_session *session, const char *task, const struct imp_frame *frame);
/* A task is gone, unless it said goodbye. */
void imp_fabric_gone(struct imp_session *session, const char *task, const char *why);
/* For the progress thread. */
void imp_fabric_accept(struct imp_session *session);

#endif
