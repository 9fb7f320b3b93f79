/* At which probe all members stop: at, target, arrived, go. */
#ifndef IMP_RENDEZVOUS_H
#define IMP_RENDEZVOUS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct imp_session;

struct imp_voice { /* what a task has said */
  char *task;
  long long at, arrived;
};

struct imp_ballot { /* what rank 0 knows for an adaptation */
  long id;
  struct imp_voice *voices;
  size_t count;
  long long target;
};

struct imp_rendezvous {
  atomic_bool raised;          /* false as long as probes have nothing to look at */
  atomic_llong passed;         /* probes passed in this world */
  long armed;                  /* the adaptation that a stop is sought for, or 0 */
  long long target, reported, arrived; /* -1: none */
  bool go;
  long promised; /* the adaptation that the last probe sent the program to */
  struct imp_ballot *ballots;
  size_t ballot_count;
};

void imp_rendezvous_arm(struct imp_session *session, long adaptation);
void imp_rendezvous_disarm(struct imp_session *session, long adaptation);
/* Has probes look at the state, or not, as it is. */
void imp_rendezvous_raise(struct imp_session *session);
/* A window was committed: all count their probes anew. */
void imp_rendezvous_restart(struct imp_session *session);
/* A word of that task. False when it is none. */
bool imp_rendezvous_hear(struct imp_session *session, const char *task, const char *text, size_t len);
/* For the progress thread: says so when the program has passed the stop; whether it is to look again soon. */
bool imp_rendezvous_look_ahead(struct imp_session *session);
/* Whether this is the probe where all enter. Waits under the lock; stops waiting when the session fails or a member is lost. */
bool imp_rendezvous_probe(struct imp_session *session);

#endif
