/* Communication and computation by phase: the sums that are reported to the scheduler. */
#ifndef IMP_PHASES_H
#define IMP_PHASES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct imp_session;

struct imp_phase_sum {
  int phase;
  long long communication, computation; /* nanoseconds; below 0 when communication is told later than it was */
};

struct imp_phases {
  atomic_llong communication; /* since the last mark */
  double marked, reported;
  bool by_hand; /* the program marks its phases itself */
  bool rounds;  /* it has begun its first round */
  struct imp_phase_sum *sums;
  size_t count;
};

/* Nanoseconds, at least 0. */
long long imp_phase_computation(const struct imp_phase_sum *sum);
/* The time since the last mark belongs to that phase. */
void imp_phases_mark(struct imp_session *session, int phase);
/* A round of a program that marks no phases begins here: its rounds are phase 0. */
void imp_phases_round(struct imp_session *session);
/* An adaptation is over: what was measured says nothing of the new size. */
void imp_phases_reset(struct imp_session *session);

#endif
