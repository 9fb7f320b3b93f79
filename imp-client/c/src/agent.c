#include "agent.h"

#include "session.h"
#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define REDIAL_SECONDS 0.05
#define PATIENCE_SECONDS 600

int imp_flush(int fd, struct imp_buf *out) {
  size_t done = 0;
  int result = 0;
  while (done < out->len) {
    ssize_t n = send(fd, out->data + done, out->len - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n >= 0) {
      done += (size_t)n;
    } else if (errno != EINTR) {
      result = errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
      break;
    }
  }
  imp_buf_drop(out, done);
  return result;
}

void imp_agent_say(struct imp_session *session, struct imp_buf *line) {
  if (session->agent.fd >= 0) {
    imp_buf_add(&session->agent.out, line->data, line->len);
    imp_loop_wake(session);
  }
  imp_buf_free(line);
}

static void forget(struct imp_agent *agent, size_t i) {
  free(agent->owed[i].name);
  imp_buf_free(&agent->owed[i].line);
  agent->owed_count--;
  memmove(agent->owed + i, agent->owed + i + 1, (agent->owed_count - i) * sizeof *agent->owed);
}

void imp_agent_settle(struct imp_session *session, const char *name) {
  struct imp_agent *agent = &session->agent;
  for (size_t i = 0; i < agent->owed_count; i++) {
    if (!strcmp(agent->owed[i].name, name)) {
      forget(agent, i);
      return;
    }
  }
}

void imp_agent_owe(struct imp_session *session, const char *name, struct imp_buf *line) {
  struct imp_agent *agent = &session->agent;
  imp_agent_settle(session, name);
  struct imp_buf copy = {0};
  imp_buf_add(&copy, line->data, line->len);
  agent->owed = imp_alloc(agent->owed, (agent->owed_count + 1) * sizeof *agent->owed);
  agent->owed[agent->owed_count++] = (struct imp_debt){imp_copy(name, strlen(name)), copy};
  imp_agent_say(session, line);
}

static int dial(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    int wrong = errno;
    close(fd);
    errno = wrong;
    return -1;
  }
  return fd;
}

static void greet(struct imp_session *session) {
  struct imp_agent *agent = &session->agent;
  char *address = imp_format("%s:%d", session->host, session->fabric.port);
  imp_line_start(&agent->out, "hello");
  imp_line_add_number(&agent->out, "version", 1);
  imp_line_add(&agent->out, "task", session->task);
  imp_line_add(&agent->out, "address", address);
  imp_line_end(&agent->out);
  free(address);
  for (size_t i = 0; i < agent->owed_count; i++) imp_buf_add(&agent->out, agent->owed[i].line.data, agent->owed[i].line.len);
}

double imp_agent_dial(struct imp_session *session) {
  struct imp_agent *agent = &session->agent;
  if (!session->path || agent->over || agent->fd >= 0) return -1;
  double now = imp_now();
  if (now < agent->dial_at) return agent->dial_at - now;
  if (agent->away_since == 0) agent->away_since = now;
  agent->fd = dial(session->path);
  if (agent->fd < 0) {
    if (errno == ENAMETOOLONG || now - agent->away_since > PATIENCE_SECONDS) {
      imp_fail(session, imp_format("Expected the node agent at %s, but cannot connect: %s.", session->path, strerror(errno)));
      return -1;
    }
    agent->dial_at = now + REDIAL_SECONDS;
    return REDIAL_SECONDS;
  }
  agent->away_since = 0;
  greet(session);
  imp_agent_write(session);
  return -1;
}

void imp_agent_hang_up(struct imp_session *session) {
  struct imp_agent *agent = &session->agent;
  if (agent->fd >= 0) close(agent->fd);
  agent->fd = -1;
  agent->dial_at = imp_now() + REDIAL_SECONDS;
  imp_buf_free(&agent->in);
  imp_buf_free(&agent->out);
  pthread_cond_broadcast(&session->changed);
}

void imp_agent_write(struct imp_session *session) {
  struct imp_agent *agent = &session->agent;
  if (agent->fd >= 0 && imp_flush(agent->fd, &agent->out) < 0) imp_agent_hang_up(session);
  if (agent->fd >= 0 && !agent->out.len) pthread_cond_broadcast(&session->changed);
}

static void take_lines(struct imp_session *session) {
  struct imp_agent *agent = &session->agent;
  size_t start = 0;
  char *end;
  while (agent->fd >= 0 && agent->in.len > start && (end = memchr(agent->in.data + start, '\n', agent->in.len - start))) {
    size_t len = (size_t)(end - agent->in.data) - start;
    imp_hear(session, agent->in.data + start, len);
    start += len + 1;
  }
  if (agent->fd < 0) return; /* hung up: the buffer is gone */
  imp_buf_drop(&agent->in, start);
  if (agent->in.len > IMP_MAX_LINE) imp_fail(session, imp_format("Expected a line of at most %d bytes, but it is longer.", IMP_MAX_LINE));
}

void imp_agent_read(struct imp_session *session) {
  struct imp_agent *agent = &session->agent;
  char bytes[65536];
  ssize_t n = recv(agent->fd, bytes, sizeof bytes, MSG_DONTWAIT);
  if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
  if (n <= 0) {
    imp_agent_hang_up(session);
    return;
  }
  imp_buf_add(&agent->in, bytes, (size_t)n);
  take_lines(session);
}
