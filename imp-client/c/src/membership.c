#include "membership.h"

#include "session.h"

#include <stdlib.h>
#include <string.h>

static char *missing(const struct imp_line *line, const char *what) {
  return imp_format("Expected %s in the line %s, but there is none.", what, imp_line_command(line));
}

char *imp_membership_welcome(struct imp_session *session, const struct imp_line *line) {
  struct imp_membership *m = &session->membership;
  const char *version = imp_line_get(line, "version"), *status = imp_line_get(line, "status"), *secret = imp_line_get(line, "secret");
  if (!version || strcmp(version, "1")) return imp_format("Expected an agent of version 1, but it speaks '%s'.", version ? version : "");
  if (m->welcomed) return NULL; /* a new agent */
  if (!status || !secret) return missing(line, "status and secret");
  bool joins = !strcmp(status, "joining");
  if (!joins && strcmp(status, "initial")) return imp_format("Expected initial or joining, but got '%s'.", status);
  if (!joins) {
    const char *list = imp_line_get(line, "members");
    if (!imp_group_read(&m->world, list)) return imp_format("Expected members as task@node@host:port, but got '%s'.", list);
    if (imp_group_rank(&m->world, session->task) < 0) return imp_format("Expected %s among the members, but got '%s'.", session->task, list ? list : "");
  }
  session->secret = imp_copy(secret, strlen(secret));
  m->status = joins ? IMP_JOINING : IMP_NEW;
  m->welcomed = true;
  return NULL;
}

static void disarm(struct imp_membership *m) {
  imp_group_free(&m->armed.all);
  imp_group_free(&m->armed.next);
  m->armed = (struct imp_armed){0};
}

static bool read_kind(const char *word, enum imp_kind *kind) {
  static const char *const words[] = {"", "expand", "shrink", "loss"};
  for (int i = IMP_EXPAND; i <= IMP_LOSS; i++) {
    if (word && !strcmp(word, words[i])) {
      *kind = (enum imp_kind)i;
      return true;
    }
  }
  return false;
}

/* Old members that live, then those who come; and these without those who leave. */
static void compose(struct imp_armed *fresh, const struct imp_group *old, const struct imp_group *joining, const char *leaving, const char *lost) {
  for (int i = 0; i < old->size; i++) {
    if (!imp_list_has(lost, old->members[i].task)) imp_group_add(&fresh->all, &old->members[i]);
  }
  fresh->old = fresh->all.size;
  for (int i = 0; i < joining->size; i++) imp_group_add(&fresh->all, &joining->members[i]);
  for (int i = 0; i < fresh->all.size; i++) {
    if (!imp_list_has(leaving, fresh->all.members[i].task)) imp_group_add(&fresh->next, &fresh->all.members[i]);
  }
}

char *imp_membership_adapt(struct imp_session *session, const struct imp_line *line) {
  struct imp_membership *m = &session->membership;
  struct imp_armed fresh = {0};
  const char *word = imp_line_get(line, "kind");
  if (!imp_line_number(line, "adaptation", &fresh.id) || fresh.id < 1) return missing(line, "the number of an adaptation");
  if (!read_kind(word, &fresh.kind)) return imp_format("Expected expand, shrink or loss, but got '%s'.", word ? word : "");
  struct imp_group old = {0}, joining = {0};
  bool read = imp_group_read(&old, imp_line_get(line, "old")) && imp_group_read(&joining, imp_line_get(line, "joining"));
  const char *leaving = imp_line_get(line, "leaving");
  if (read) compose(&fresh, &old, &joining, leaving, imp_line_get(line, "lost"));
  imp_group_free(&old);
  imp_group_free(&joining);
  if (!read) return imp_format("Expected members as task@node@host:port, but got others in the line adapt.");
  bool known = imp_membership_result(m, fresh.id) != IMP_PENDING || m->armed.id == fresh.id;
  if (known || imp_group_rank(&fresh.all, session->task) < 0) {
    imp_group_free(&fresh.all);
    imp_group_free(&fresh.next);
    return NULL;
  }
  fresh.leaving = imp_list_has(leaving, session->task);
  disarm(m);
  m->armed = fresh;
  imp_agent_settle(session, "ready");
  if (m->world.size && fresh.kind != IMP_LOSS) imp_rendezvous_arm(session, fresh.id);
  return NULL;
}

char *imp_membership_window(struct imp_session *session, const struct imp_line *line) {
  struct imp_membership *m = &session->membership;
  long id, phase;
  if (!imp_line_number(line, "adaptation", &id) || !imp_line_number(line, "phase", &phase)) return missing(line, "adaptation and phase");
  if (id > m->window) {
    m->window = id;
    m->phase = (int)phase;
  }
  return NULL;
}

static void replace_world(struct imp_session *session) {
  struct imp_membership *m = &session->membership;
  imp_group_free(&m->world);
  if (m->armed.leaving) {
    m->status = IMP_LEAVING;
  } else {
    m->status = IMP_STAYING;
    imp_group_copy(&m->world, &m->armed.next);
  }
  m->context = 2 * m->armed.id;
  free(m->broken);
  m->broken = NULL;
  imp_rendezvous_restart(session);
}

char *imp_membership_outcome(struct imp_session *session, const struct imp_line *line) {
  static const char *const words[] = {"", "committed", "aborted", "withdrawn", "expired"};
  struct imp_membership *m = &session->membership;
  const char *word = imp_line_get(line, "result");
  enum imp_outcome outcome = IMP_PENDING;
  long id;
  if (!imp_line_number(line, "adaptation", &id)) return missing(line, "the number of an adaptation");
  for (int i = IMP_COMMITTED; i <= IMP_EXPIRED; i++) {
    if (word && !strcmp(word, words[i])) outcome = (enum imp_outcome)i;
  }
  if (outcome == IMP_PENDING) return imp_format("Expected committed, aborted, withdrawn or expired, but got '%s'.", word ? word : "");
  if (imp_membership_result(m, id) != IMP_PENDING) return NULL;
  m->past[m->past_count++ % IMP_PAST] = (struct imp_past){id, outcome};
  imp_agent_settle(session, "enter");
  imp_agent_settle(session, "commit");
  imp_rendezvous_disarm(session, id);
  if (m->armed.id == id) {
    if (outcome == IMP_COMMITTED) replace_world(session);
    disarm(m);
  }
  return NULL;
}

void imp_membership_lose(struct imp_session *session, const char *task, const char *reason) {
  struct imp_membership *m = &session->membership;
  int rank = imp_group_rank(&m->world, task);
  bool window = m->armed.id && m->window >= m->armed.id && imp_group_rank(&m->armed.all, task) >= 0;
  if (rank < 0 && !window) return;
  if (rank >= 0 && !m->broken) {
    m->broken = imp_format("Expected all members of the job to live, but task %s on node %s is gone: %s.", task, m->world.members[rank].node, reason);
    imp_rendezvous_raise(session);
  }
  if (session->on_loss) session->on_loss(task, reason);
}

enum imp_outcome imp_membership_result(const struct imp_membership *m, long id) {
  for (size_t i = 0; i < m->past_count && i < IMP_PAST; i++) {
    if (m->past[i].id == id) return m->past[i].outcome;
  }
  return IMP_PENDING;
}

long imp_membership_chosen(const struct imp_membership *m) {
  if (m->armed.id && (!m->broken || m->armed.kind == IMP_LOSS)) return m->armed.id;
  return m->status == IMP_JOINING && m->past_count ? m->past[0].id : 0;
}
