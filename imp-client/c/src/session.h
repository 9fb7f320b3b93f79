/*
 * What a task knows of its job. One lock guards all of it. A progress thread of its own drives the sockets; the program's
 * thread changes the state under the lock and waits for `changed`.
 */
#ifndef IMP_SESSION_H
#define IMP_SESSION_H

#include "agent.h"
#include "dialogue.h"
#include "fabric.h"
#include "membership.h"
#include "phases.h"
#include "rendezvous.h"

#include <pthread.h>
#include <stdbool.h>

struct imp_session {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  bool running; /* the progress thread is to go on */
  bool closed;  /* the program leaves: losses are no news any more */
  int wake[2];  /* a byte here ends the progress thread's waiting */
  char *task, *host, *path, *secret;
  char *failure;                                            /* what every call fails with from now on, or NULL */
  void (*on_loss)(const char *task, const char *reason); /* a member of the world is gone; called under the lock */
  struct imp_agent agent;
  struct imp_fabric fabric;
  struct imp_membership membership;
  struct imp_rendezvous rendezvous;
  struct imp_dialogue dialogue;
  struct imp_phases phases;
};

/* The one of this process. */
extern struct imp_session imp_the;

/* Seconds of a clock that only goes forward. */
double imp_now(void);

/* Starts the progress thread, with all signals left to the program's threads; NULL, or what is wrong (to be freed). */
char *imp_loop_start(struct imp_session *session);
void imp_loop_stop(struct imp_session *session);
/* Has the progress thread look at the sockets anew. */
void imp_loop_wake(struct imp_session *session);

/* Ends all: each call fails with that reason, which is taken over. The agent is not dialled again. */
void imp_fail(struct imp_session *session, char *reason);
/* A task is gone, as the agent or a connection says. */
void imp_lost(struct imp_session *session, const char *task, const char *reason);
/* A line of the agent. */
void imp_hear(struct imp_session *session, const char *bytes, size_t len);

#endif
