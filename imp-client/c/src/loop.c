/* The progress thread: waits for all sockets at once. */
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BEAT_SECONDS 1.0
#define LOOK_SECONDS 0.001

struct watch {
  struct pollfd *fds;
  struct imp_peer **peers; /* of the same index */
  size_t count, cap;
};

static void watch(struct watch *w, int fd, short events, struct imp_peer *peer) {
  if (w->count == w->cap) {
    w->cap = w->cap ? 2 * w->cap : 16;
    w->fds = imp_alloc(w->fds, w->cap * sizeof *w->fds);
    w->peers = imp_alloc(w->peers, w->cap * sizeof *w->peers);
  }
  w->fds[w->count] = (struct pollfd){fd, events, 0};
  w->peers[w->count++] = peer;
}

/* Wake pipe, listener and agent first, then the peers. A number below 0 is passed over by poll. */
static void watch_all(struct imp_session *session, struct watch *w) {
  w->count = 0;
  watch(w, session->wake[0], POLLIN, NULL);
  /* who knows no secret yet lets nobody in */
  watch(w, session->secret ? session->fabric.listener : -1, POLLIN, NULL);
  watch(w, session->agent.fd, (short)(POLLIN | (session->agent.out.len ? POLLOUT : 0)), NULL);
  for (struct imp_peer *peer = session->fabric.peers; peer; peer = peer->next) {
    watch(w, peer->fd, (short)(peer->dialling ? POLLOUT : POLLIN | (peer->out.len ? POLLOUT : 0)), peer);
  }
}

static void serve(struct imp_session *session, const struct watch *w) {
  char drained[64];
  if (w->fds[0].revents) {
    while (read(session->wake[0], drained, sizeof drained) > 0) continue;
  }
  if (w->fds[1].revents && session->fabric.listener >= 0) imp_fabric_accept(session);
  if (w->fds[2].revents & POLLOUT && session->agent.fd == w->fds[2].fd) imp_agent_write(session);
  if (w->fds[2].revents & ~POLLOUT && session->agent.fd == w->fds[2].fd) imp_agent_read(session);
  for (size_t i = 3; i < w->count; i++) {
    struct imp_peer *peer = w->peers[i];
    short what = w->fds[i].revents;
    if (!what || peer->fd < 0) continue;
    if (peer->dialling || what & POLLOUT) imp_peer_write(session, peer);
    if (peer->fd >= 0 && !peer->dialling && what & ~POLLOUT) imp_peer_read(session, peer);
  }
}

static void beat(struct imp_session *session, double now) {
  for (struct imp_peer *peer = session->fabric.peers; peer; peer = peer->next) {
    if (peer->fd >= 0) imp_peer_beat(session, peer, now);
  }
}

static void *run(void *data) {
  struct imp_session *session = data;
  struct watch w = {0};
  double beat_at = imp_now() + BEAT_SECONDS;
  pthread_mutex_lock(&session->lock);
  while (session->running) {
    double timeout = beat_at - imp_now(), dial = imp_agent_dial(session);
    if (dial >= 0 && dial < timeout) timeout = dial;
    if (imp_rendezvous_look_ahead(session) && LOOK_SECONDS < timeout) timeout = LOOK_SECONDS;
    imp_peer_sweep(session);
    watch_all(session, &w);
    pthread_mutex_unlock(&session->lock);
    int ready = poll(w.fds, w.count, timeout > 0 ? (int)(timeout * 1000) + 1 : 0);
    int wrong = errno;
    pthread_mutex_lock(&session->lock);
    if (ready > 0) serve(session, &w);
    if (ready < 0 && wrong != EINTR) imp_fail(session, imp_format("Expected to wait for sockets, but cannot: %s.", strerror(wrong)));
    if (imp_now() >= beat_at) {
      beat_at = imp_now() + BEAT_SECONDS;
      beat(session, imp_now());
    }
  }
  pthread_mutex_unlock(&session->lock);
  free(w.fds);
  free(w.peers);
  return NULL;
}

char *imp_loop_start(struct imp_session *session) {
  if (pipe2(session->wake, O_CLOEXEC | O_NONBLOCK)) return imp_format("Expected to make a pipe, but cannot: %s.", strerror(errno));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  session->running = true;
  int wrong = pthread_create(&session->thread, NULL, run, session);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!wrong) return NULL;
  session->running = false;
  return imp_format("Expected to start a thread, but cannot: %s.", strerror(wrong));
}

void imp_loop_wake(struct imp_session *session) {
  if (!session->running || pthread_equal(pthread_self(), session->thread)) return;
  /* a full pipe wakes as well */
  ssize_t n = write(session->wake[1], "", 1);
  (void)n;
}

void imp_loop_stop(struct imp_session *session) {
  pthread_mutex_lock(&session->lock);
  bool running = session->running;
  imp_loop_wake(session);
  session->running = false;
  pthread_mutex_unlock(&session->lock);
  if (running) pthread_join(session->thread, NULL);
  for (int i = 0; i < 2; i++) {
    if (session->wake[i] >= 0) close(session->wake[i]);
    session->wake[i] = -1;
  }
}
