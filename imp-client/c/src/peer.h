/* One connection to another task: the greeting, frames, signs of life, the goodbye. */
#ifndef IMP_PEER_H
#define IMP_PEER_H

#include "buf.h"

#include <stdbool.h>
#include <stddef.h>

struct imp_session;
struct imp_member;

enum imp_frame_type { IMP_DATA = 1, IMP_RENDEZVOUS, IMP_ALIVE, IMP_GOODBYE };

#define IMP_FRAME_HEAD 17
#define IMP_MAX_PAYLOAD (64 << 20)

struct imp_frame {
  enum imp_frame_type type;
  int context, rank, tag;
  const char *payload;
  size_t len;
};

struct imp_peer {
  struct imp_peer *next;
  int fd;            /* -1: over, to be swept */
  bool dialling;     /* connect() has not come back */
  bool said_goodbye; /* nothing more goes out */
  char *task;        /* NULL until it has said who it is */
  struct imp_buf in, out;
  double heard;
};

/* A connection that somebody opened to us. */
void imp_peer_accepted(struct imp_session *session, int fd);
/* Opens one; never NULL. When it cannot be opened the task is told gone, later. */
struct imp_peer *imp_peer_dial(struct imp_session *session, const struct imp_member *to);
void imp_peer_send(struct imp_session *session, struct imp_peer *peer, const struct imp_frame *frame);
void imp_peer_goodbye(struct imp_session *session, struct imp_peer *peer);
/* Ends it; the task is gone for that reason, unless it is NULL or the task said goodbye. */
void imp_peer_end(struct imp_session *session, struct imp_peer *peer, const char *why);

/* For the progress thread. */
void imp_peer_read(struct imp_session *session, struct imp_peer *peer);
void imp_peer_write(struct imp_session *session, struct imp_peer *peer);
/* Once a second: a sign of life, and a look at the other's. */
void imp_peer_beat(struct imp_session *session, struct imp_peer *peer, double now);
/* Frees those that are over. */
void imp_peer_sweep(struct imp_session *session);

#endif
