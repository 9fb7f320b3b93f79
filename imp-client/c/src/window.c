/* Probe, begin, commit and abort. */
#include "window.h"

#include "session.h"

#include <stdlib.h>
#include <string.h>

/* What is to be said when the session cannot go on; IMP_OK when it can. */
static int broken(struct imp_session *s, bool members_count) {
  if (s->failure) return imp_wrong(imp_copy(s->failure, strlen(s->failure)));
  if (members_count && s->membership.broken) {
    imp_wrong(imp_copy(s->membership.broken, strlen(s->membership.broken)));
    return IMP_GONE;
  }
  return IMP_OK;
}

int imp_probe(bool *enter) {
  struct imp_session *s = &imp_the;
  *enter = false;
  if (!atomic_load_explicit(&s->rendezvous.raised, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&s->rendezvous.passed, 1, memory_order_relaxed);
    return IMP_OK;
  }
  pthread_mutex_lock(&s->lock);
  *enter = imp_rendezvous_probe(s);
  int result = *enter ? IMP_OK : broken(s, true);
  pthread_mutex_unlock(&s->lock);
  return result;
}

static void say_ready(struct imp_session *s) {
  const struct imp_membership *m = &s->membership;
  if (m->status != IMP_JOINING || m->armed.id || m->past_count) return;
  struct imp_buf line = {0};
  imp_line_start(&line, "ready");
  imp_line_end(&line);
  imp_agent_owe(s, "ready", &line);
}

void imp_ready(void) {
  pthread_mutex_lock(&imp_the.lock);
  say_ready(&imp_the);
  pthread_mutex_unlock(&imp_the.lock);
}

void imp_scene_take(struct imp_scene *scene) {
  pthread_mutex_lock(&imp_the.lock);
  const struct imp_armed *armed = &imp_the.membership.armed;
  *scene = (struct imp_scene){.adaptation = armed->id, .old = armed->old};
  imp_group_copy(&scene->all, &armed->all);
  imp_group_copy(&scene->next, &armed->next);
  pthread_mutex_unlock(&imp_the.lock);
}

void imp_scene_free(struct imp_scene *scene) {
  imp_group_free(&scene->all);
  imp_group_free(&scene->next);
}

static void say_enter(struct imp_session *s, long id) {
  struct imp_buf line = {0};
  imp_line_start(&line, "enter");
  imp_line_add_number(&line, "adaptation", id);
  imp_line_add_number(&line, "phase", s->membership.phase);
  imp_line_end(&line);
  imp_agent_owe(s, "enter", &line);
}

static void describe(const struct imp_session *s, struct imp_window *window) {
  const struct imp_armed *armed = &s->membership.armed;
  *window = (struct imp_window){
      true, armed->kind, IMP_PENDING, armed->all.size, imp_group_rank(&armed->all, s->task), armed->old, armed->next.size};
}

/* The probe of a window without a commit counts as passed. */
static void over(struct imp_session *s, enum imp_outcome outcome) {
  if (outcome != IMP_COMMITTED) atomic_fetch_add(&s->rendezvous.passed, 1);
  imp_phases_reset(s);
}

int imp_begin(struct imp_window *window) {
  struct imp_session *s = &imp_the;
  *window = (struct imp_window){0};
  pthread_mutex_lock(&s->lock);
  say_ready(s);
  long id = s->rendezvous.promised;
  s->rendezvous.promised = 0;
  while (!s->failure && !id) {
    id = imp_membership_chosen(&s->membership);
    if (!id) pthread_cond_wait(&s->changed, &s->lock);
  }
  if (!s->failure && imp_membership_result(&s->membership, id) == IMP_PENDING) say_enter(s, id);
  while (!s->failure && s->membership.window < id && imp_membership_result(&s->membership, id) == IMP_PENDING) pthread_cond_wait(&s->changed, &s->lock);
  imp_agent_settle(s, "enter");
  int result = broken(s, false);
  if (!result) {
    enum imp_outcome early = imp_membership_result(&s->membership, id);
    if (early == IMP_PENDING) {
      describe(s, window);
    } else {
      window->outcome = early;
      over(s, early);
    }
  }
  pthread_mutex_unlock(&s->lock);
  return result;
}

static int leave(const char *word, const char *reason, enum imp_outcome *outcome) {
  struct imp_session *s = &imp_the;
  *outcome = IMP_PENDING;
  pthread_mutex_lock(&s->lock);
  long id = s->membership.window; /* the latest that opened here */
  if (!id || (s->membership.armed.id != id && imp_membership_result(&s->membership, id) == IMP_PENDING)) {
    pthread_mutex_unlock(&s->lock);
    return imp_wrong(imp_format("Expected an open window to %s, but there is none.", word));
  }
  if (imp_membership_result(&s->membership, id) == IMP_PENDING) {
    struct imp_buf line = {0};
    imp_line_start(&line, word);
    imp_line_add_number(&line, "adaptation", id);
    if (reason) imp_line_add(&line, "reason", reason);
    imp_line_end(&line);
    imp_agent_owe(s, "commit", &line);
  }
  while (!s->failure && imp_membership_result(&s->membership, id) == IMP_PENDING) pthread_cond_wait(&s->changed, &s->lock);
  int result = broken(s, false);
  *outcome = imp_membership_result(&s->membership, id);
  over(s, *outcome);
  pthread_mutex_unlock(&s->lock);
  return result;
}

int imp_commit(enum imp_outcome *outcome) {
  return leave("commit", NULL, outcome);
}

int imp_abort(const char *reason, enum imp_outcome *outcome) {
  return leave("abort", reason, outcome);
}
