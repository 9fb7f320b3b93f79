#include "session.h"

#include "wire.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct imp_session imp_the = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .wake = {-1, -1},
    .agent = {.fd = -1},
    .membership = {.status = IMP_NEW},
    .fabric = {.listener = -1},
};

double imp_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void imp_fail(struct imp_session *session, char *reason) {
  if (session->failure || session->closed) {
    free(reason);
    return;
  }
  session->failure = reason;
  session->agent.over = true;
  imp_agent_hang_up(session);
  imp_fabric_sever(session);
  imp_rendezvous_raise(session);
  pthread_cond_broadcast(&session->changed);
}

void imp_lost(struct imp_session *session, const char *task, const char *reason) {
  if (session->closed) return;
  struct imp_buf line = {0};
  imp_line_start(&line, "lost");
  imp_line_add(&line, "task", task);
  imp_line_add(&line, "reason", reason);
  imp_line_end(&line);
  imp_agent_say(session, &line);
  imp_membership_lose(session, task, reason);
  pthread_cond_broadcast(&session->changed);
}

/* The agent knows of a lost task. */
static char *heard_of_loss(struct imp_session *session, const struct imp_line *line) {
  const char *task = imp_line_get(line, "task"), *reason = imp_line_get(line, "reason");
  if (!task || !reason) return imp_format("Expected task and reason in the line lost, but some are missing.");
  struct imp_contact *contact = imp_fabric_contact(&session->fabric, task);
  if (!contact->gone) contact->gone = imp_copy(reason, strlen(reason));
  if (!session->closed) imp_membership_lose(session, task, reason);
  return NULL;
}

static char *hear_line(struct imp_session *session, const struct imp_line *line) {
  const char *command = imp_line_command(line);
  if (!strcmp(command, "welcome")) return imp_membership_welcome(session, line);
  if (!session->membership.welcomed && strcmp(command, "rejected") && strcmp(command, "stop")) return imp_format("Expected welcome or rejected first, but got %s.", command);
  if (!strcmp(command, "adapt")) return imp_membership_adapt(session, line);
  if (!strcmp(command, "window")) return imp_membership_window(session, line);
  if (!strcmp(command, "outcome")) return imp_membership_outcome(session, line);
  if (!strcmp(command, "offer")) return imp_dialogue_offer(session, line);
  if (!strcmp(command, "granted") || !strcmp(command, "denied")) return imp_dialogue_reply(session, line);
  if (!strcmp(command, "lost")) return heard_of_loss(session, line);
  if (!strcmp(command, "stop") || !strcmp(command, "rejected")) {
    const char *reason = imp_line_get(line, "reason");
    return imp_format("Expected to go on, but the scheduler says: %s", reason ? reason : "(no reason)");
  }
  return imp_format("Expected a line of version 1, but got %s.", command);
}

void imp_hear(struct imp_session *session, const char *bytes, size_t len) {
  struct imp_line line;
  char *wrong = imp_line_read(&line, bytes, len);
  if (!wrong) {
    wrong = hear_line(session, &line);
    imp_line_free(&line);
  }
  if (wrong) imp_fail(session, wrong);
  pthread_cond_broadcast(&session->changed);
}
