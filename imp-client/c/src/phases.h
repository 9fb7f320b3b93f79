/* Communication and computation by phase: the sums that are reported to the scheduler. */
#ifndef IMP_PHASES_H
#define IMP_PHASES_H

#include <stdatomic.h>
#include <stddef.h>

struct imp_session;

struct imp_phase_sum {
  int phase;
  long long communication, computation; /* nanoseconds */
};

struct imp_phases {
  atomic_llong communication; /* since the last mark */
  double marked, reported;
  struct imp_phase_sum *sums;
  size_t count;
};

/* The time since the last mark belongs to that phase. */
void imp_phases_mark(struct imp_session *session, int phase);
/* An adaptation is over: what was measured says nothing of the new size. */
void imp_phases_reset(struct imp_session *session);

#endif
