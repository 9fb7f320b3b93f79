/* The calls of imp_task.h. */
#include "imp_task.h"

#include "session.h"
#include "window.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LINGER_SECONDS 2      /* for who may have our goodbye before it sees that we are gone */
#define LINGER_DATA_SECONDS 20 /* for who has data of us to take */

static _Thread_local char *last_error;

int imp_wrong(char *why) {
  free(last_error);
  last_error = why;
  return IMP_ERROR;
}

const char *imp_error(void) {
  return last_error ? last_error : "";
}

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value && *value ? value : otherwise;
}

static void alone(struct imp_session *s) {
  struct imp_group *world = &s->membership.world;
  struct imp_member self = {s->task, (char *)"localhost", s->host, s->fabric.port};
  imp_group_add(world, &self);
  s->membership.welcomed = true;
  s->secret = imp_copy("", 0);
}

static int prepare(struct imp_session *s) {
  const char *path = setting("PLIANT_ADAPT_SOCKET", NULL);
  const char *task = path ? setting("PLIANT_ADAPT_TASK", NULL) : "alone";
  if (s->task) return imp_wrong(imp_format("Expected to be opened once in a process, but it was opened before."));
  if (!task) return imp_wrong(imp_format("Expected the task's word in PLIANT_ADAPT_TASK, but it is not set."));
  const char *host = setting("PLIANT_ADAPT_HOST", "127.0.0.1");
  s->task = imp_copy(task, strlen(task));
  s->host = imp_copy(host, strlen(host));
  s->path = path ? imp_copy(path, strlen(path)) : NULL;
  s->phases.marked = imp_now();
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&s->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  if (!path) {
    alone(s);
    return IMP_OK;
  }
  char *wrong = imp_fabric_listen(s);
  if (!wrong) wrong = imp_loop_start(s);
  return wrong ? imp_wrong(wrong) : IMP_OK;
}

int imp_open(void) {
  struct imp_session *s = &imp_the;
  if (prepare(s)) return IMP_ERROR;
  pthread_mutex_lock(&s->lock);
  while (!s->failure && !s->membership.welcomed) pthread_cond_wait(&s->changed, &s->lock);
  int result = s->failure ? imp_wrong(imp_copy(s->failure, strlen(s->failure))) : IMP_OK;
  pthread_mutex_unlock(&s->lock);
  return result;
}

/* Whether there is somebody who has not taken our goodbye yet. */
static bool awaited(struct imp_session *s, double since) {
  double passed = imp_now() - since;
  if (s->agent.fd >= 0 && s->agent.out.len && passed < LINGER_SECONDS) return true;
  for (struct imp_peer *peer = s->fabric.peers; peer; peer = peer->next) {
    if (peer->fd < 0 || !peer->task) continue;
    if (passed < (imp_fabric_contact(&s->fabric, peer->task)->sent ? LINGER_DATA_SECONDS : LINGER_SECONDS)) return true;
  }
  return false;
}

int imp_close(void) {
  struct imp_session *s = &imp_the;
  pthread_mutex_lock(&s->lock);
  if (!s->task || s->closed) {
    pthread_mutex_unlock(&s->lock);
    return IMP_OK;
  }
  s->closed = true;
  struct imp_buf line = {0};
  imp_line_start(&line, "bye");
  imp_line_end(&line);
  imp_agent_say(s, &line);
  imp_fabric_leave(s);
  for (double since = imp_now(); awaited(s, since);) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 20000000;
    if (until.tv_nsec >= 1000000000) {
      until.tv_sec++;
      until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&s->changed, &s->lock, &until);
  }
  s->agent.over = true;
  imp_agent_hang_up(s);
  imp_fabric_sever(s);
  pthread_mutex_unlock(&s->lock);
  imp_loop_stop(s);
  return IMP_OK;
}

enum imp_status imp_task_status(void) {
  struct imp_session *s = &imp_the;
  pthread_mutex_lock(&s->lock);
  const struct imp_membership *m = &s->membership;
  enum imp_status status = m->status;
  if (m->armed.id && m->window >= m->armed.id && status != IMP_JOINING) status = m->armed.leaving ? IMP_LEAVING : IMP_STAYING;
  pthread_mutex_unlock(&s->lock);
  return status;
}

int imp_job_size(void) {
  pthread_mutex_lock(&imp_the.lock);
  int size = imp_the.membership.world.size;
  pthread_mutex_unlock(&imp_the.lock);
  return size;
}

int imp_job_rank(void) {
  pthread_mutex_lock(&imp_the.lock);
  int rank = imp_the.task ? imp_group_rank(&imp_the.membership.world, imp_the.task) : -1;
  pthread_mutex_unlock(&imp_the.lock);
  return rank;
}

enum imp_outcome imp_outcome_of(long adaptation) {
  pthread_mutex_lock(&imp_the.lock);
  enum imp_outcome outcome = imp_membership_result(&imp_the.membership, adaptation);
  pthread_mutex_unlock(&imp_the.lock);
  return outcome;
}

long imp_pending(void) {
  pthread_mutex_lock(&imp_the.lock);
  long armed = imp_the.membership.armed.id;
  if (armed <= imp_the.membership.window) armed = 0;
  pthread_mutex_unlock(&imp_the.lock);
  return armed;
}

int imp_current_phase(void) {
  pthread_mutex_lock(&imp_the.lock);
  int phase = imp_the.membership.phase;
  pthread_mutex_unlock(&imp_the.lock);
  return phase;
}

void imp_phase(int phase) {
  pthread_mutex_lock(&imp_the.lock);
  imp_the.phases.by_hand = true;
  imp_phases_mark(&imp_the, phase);
  imp_the.membership.phase = phase;
  pthread_mutex_unlock(&imp_the.lock);
}

void imp_report_communication(long long nanoseconds) {
  atomic_fetch_add_explicit(&imp_the.phases.communication, nanoseconds, memory_order_relaxed);
}

bool imp_phase_times(int phase, long long *communication, long long *computation) {
  bool found = false;
  pthread_mutex_lock(&imp_the.lock);
  const struct imp_phases *phases = &imp_the.phases;
  for (size_t i = 0; i < phases->count; i++) {
    if (phases->sums[i].phase != phase) continue;
    *communication = phases->sums[i].communication;
    *computation = imp_phase_computation(&phases->sums[i]);
    found = true;
  }
  pthread_mutex_unlock(&imp_the.lock);
  return found;
}

void imp_on_offer(imp_offer_policy policy, void *data) {
  pthread_mutex_lock(&imp_the.lock);
  imp_the.dialogue.policy = policy;
  imp_the.dialogue.policy_data = data;
  pthread_mutex_unlock(&imp_the.lock);
}

static int ask(const char *kind, int nodes, const char *names) {
  if (nodes < 1) return imp_wrong(imp_format("Expected to %s at least one node, but got %d.", kind, nodes));
  pthread_mutex_lock(&imp_the.lock);
  int result;
  if (!imp_the.membership.welcomed) result = imp_wrong(imp_format("Expected to be opened before it asks to %s, but it is not.", kind));
  else if (imp_the.failure) result = imp_wrong(imp_copy(imp_the.failure, strlen(imp_the.failure)));
  else result = imp_dialogue_ask(&imp_the, kind, nodes, names);
  pthread_mutex_unlock(&imp_the.lock);
  return result;
}

int imp_grow(int nodes) {
  return ask("grow", nodes, NULL);
}

int imp_release(int nodes) {
  return ask("release", nodes, NULL);
}

int imp_release_nodes(const char *const *names, int count) {
  struct imp_buf list = {0};
  for (int i = 0; i < count; i++) imp_buf_format(&list, "%s%s", i ? "," : "", names[i]);
  int result = ask("release", count, count > 0 ? list.data : NULL);
  imp_buf_free(&list);
  return result;
}

enum imp_request_state imp_request(int request, long *adaptation, const char **reason) {
  enum imp_request_state state = IMP_UNKNOWN;
  pthread_mutex_lock(&imp_the.lock);
  if (request >= 1 && (size_t)request <= imp_the.dialogue.wish_count) {
    const struct imp_wish *wish = &imp_the.dialogue.wishes[request - 1];
    state = wish->state;
    if (adaptation) *adaptation = wish->adaptation;
    if (reason) *reason = wish->reason;
  }
  pthread_mutex_unlock(&imp_the.lock);
  return state;
}
