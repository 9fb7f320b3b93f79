#include "phases.h"

#include "session.h"
#include "wire.h"

#define REPORT_SECONDS 0.5

static struct imp_phase_sum *sum_of(struct imp_phases *phases, int phase) {
  for (size_t i = 0; i < phases->count; i++) {
    if (phases->sums[i].phase == phase) return &phases->sums[i];
  }
  phases->sums = imp_alloc(phases->sums, (phases->count + 1) * sizeof *phases->sums);
  phases->sums[phases->count] = (struct imp_phase_sum){.phase = phase};
  return &phases->sums[phases->count++];
}

long long imp_phase_computation(const struct imp_phase_sum *sum) {
  return sum->computation > 0 ? sum->computation : 0;
}

static void report(struct imp_session *session) {
  const struct imp_phases *phases = &session->phases;
  for (size_t i = 0; i < phases->count; i++) {
    struct imp_buf line = {0};
    imp_line_start(&line, "perf");
    imp_line_add_number(&line, "phase", phases->sums[i].phase);
    imp_line_add_number(&line, "communication-ns", phases->sums[i].communication);
    imp_line_add_number(&line, "computation-ns", imp_phase_computation(&phases->sums[i]));
    imp_line_end(&line);
    imp_agent_say(session, &line);
  }
}

void imp_phases_mark(struct imp_session *session, int phase) {
  struct imp_phases *phases = &session->phases;
  double now = imp_now();
  long long communication = atomic_exchange(&phases->communication, 0);
  long long computation = (long long)((now - phases->marked) * 1e9) - communication;
  struct imp_phase_sum *sum = sum_of(phases, phase);
  sum->communication += communication;
  sum->computation += computation;
  phases->marked = now;
  if (now - phases->reported >= REPORT_SECONDS) {
    phases->reported = now;
    report(session);
  }
}

void imp_phases_round(struct imp_session *session) {
  struct imp_phases *phases = &session->phases;
  if (phases->by_hand) return;
  if (phases->rounds) imp_phases_mark(session, 0);
  else imp_phases_reset(session); /* what was before is no round */
  phases->rounds = true;
}

void imp_phases_reset(struct imp_session *session) {
  struct imp_phases *phases = &session->phases;
  phases->count = 0;
  atomic_store(&phases->communication, 0);
  phases->marked = imp_now();
}
