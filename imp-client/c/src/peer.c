#include "peer.h"

#include "session.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define GREETING_MOST 1024
#define GREETING_SECONDS 10
#define SILENCE_SECONDS 20
#define OUT_MOST (256u << 20)

static struct imp_peer *attach(struct imp_session *session, int fd, const char *task) {
  struct imp_peer *peer = imp_alloc(NULL, sizeof *peer);
  *peer = (struct imp_peer){.next = session->fabric.peers, .fd = fd, .heard = imp_now()};
  if (task) peer->task = imp_copy(task, strlen(task));
  session->fabric.peers = peer;
  int on = 1;
  if (fd >= 0) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  imp_loop_wake(session);
  return peer;
}

void imp_peer_accepted(struct imp_session *session, int fd) {
  attach(session, fd, NULL);
}

/* A socket on its way to that address, or -1. */
static int connect_to(const char *host, int port) {
  char service[8];
  snprintf(service, sizeof service, "%d", port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found = NULL;
  if (getaddrinfo(host, service, &hints, &found)) {
    errno = EHOSTUNREACH;
    return -1;
  }
  int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) < 0 && errno != EINPROGRESS) {
    int wrong = errno;
    close(fd);
    errno = wrong;
    fd = -1;
  }
  freeaddrinfo(found);
  return fd;
}

struct imp_peer *imp_peer_dial(struct imp_session *session, const struct imp_member *to) {
  int fd = connect_to(to->host, to->port);
  int wrong = errno;
  struct imp_peer *peer = attach(session, fd, to->task);
  peer->dialling = true;
  struct imp_contact *contact = imp_fabric_contact(&session->fabric, to->task);
  if (!contact->peer) contact->peer = peer;
  if (fd < 0) {
    char *why = imp_format("it cannot be dialled at %s:%d (%s)", to->host, to->port, strerror(wrong));
    imp_peer_end(session, peer, why);
    free(why);
    return peer;
  }
  imp_buf_format(&peer->out, "pliant-comm 1 %s %s\n", session->secret, session->task);
  return peer;
}

static void put_int(char *to, int value) {
  uint32_t wire = htonl((uint32_t)value);
  memcpy(to, &wire, 4);
}

static int get_int(const char *from) {
  uint32_t wire;
  memcpy(&wire, from, 4);
  return (int)ntohl(wire);
}

void imp_peer_send(struct imp_session *session, struct imp_peer *peer, const struct imp_frame *frame) {
  if (peer->fd < 0 || peer->said_goodbye) return;
  char head[IMP_FRAME_HEAD];
  head[0] = (char)frame->type;
  put_int(head + 1, frame->context);
  put_int(head + 5, frame->rank);
  put_int(head + 9, frame->tag);
  put_int(head + 13, (int)frame->len);
  imp_buf_add(&peer->out, head, sizeof head);
  imp_buf_add(&peer->out, frame->payload, frame->len);
  if (peer->out.len > OUT_MOST) imp_peer_end(session, peer, "it takes nothing of what is sent to it");
  imp_loop_wake(session);
}

void imp_peer_goodbye(struct imp_session *session, struct imp_peer *peer) {
  if (peer->fd < 0 || peer->said_goodbye || !peer->task) return;
  unsigned long long sent = imp_fabric_contact(&session->fabric, peer->task)->sent;
  char count[8];
  put_int(count, (int)(sent >> 32));
  put_int(count + 4, (int)(sent & 0xFFFFFFFFu));
  struct imp_frame frame = {IMP_GOODBYE, 0, 0, 0, count, sizeof count};
  imp_peer_send(session, peer, &frame);
  peer->said_goodbye = true;
}

void imp_peer_end(struct imp_session *session, struct imp_peer *peer, const char *why) {
  if (peer->fd < 0 && !peer->dialling) return;
  if (peer->fd >= 0) close(peer->fd);
  peer->fd = -1;
  peer->dialling = false;
  if (peer->task) {
    struct imp_contact *contact = imp_fabric_contact(&session->fabric, peer->task);
    if (contact->peer == peer) contact->peer = NULL;
    /* one to whom we said goodbye need not answer it */
    if (why && !peer->said_goodbye) imp_fabric_gone(session, peer->task, why);
  }
  pthread_cond_broadcast(&session->changed);
}

void imp_peer_sweep(struct imp_session *session) {
  for (struct imp_peer **at = &session->fabric.peers; *at;) {
    struct imp_peer *peer = *at;
    if (peer->fd >= 0) {
      at = &peer->next;
      continue;
    }
    *at = peer->next;
    free(peer->task);
    imp_buf_free(&peer->in);
    imp_buf_free(&peer->out);
    free(peer);
  }
}

/* Says false when it is none of our job. */
static bool greeted(struct imp_session *session, struct imp_peer *peer, const char *line, size_t len) {
  char *text = imp_copy(line, len), *rest = NULL;
  char *start = imp_format("pliant-comm 1 %s ", session->secret);
  size_t known = strlen(start);
  unsigned char different = len <= known;
  /* to the end, so that the time tells nothing of how much was right */
  for (size_t i = 0; i < known; i++) different |= (unsigned char)(i < len ? text[i] ^ start[i] : 1);
  if (!different && text[known + strcspn(text + known, " \r")] == 0) rest = text + known;
  bool right = rest && strlen(text) == len;
  if (right) {
    peer->task = imp_copy(rest, strlen(rest));
    struct imp_contact *contact = imp_fabric_contact(&session->fabric, rest);
    if (!contact->peer) contact->peer = peer;
    if (session->fabric.leaving) imp_peer_goodbye(session, peer);
  }
  free(start);
  free(text);
  return right;
}

/* False when the connection is over. */
static bool take_greeting(struct imp_session *session, struct imp_peer *peer) {
  char *end = memchr(peer->in.data, '\n', peer->in.len);
  size_t len = end ? (size_t)(end - peer->in.data) : peer->in.len;
  if (len > GREETING_MOST || (end && !greeted(session, peer, peer->in.data, len))) {
    imp_peer_end(session, peer, NULL);
    return false;
  }
  if (!end) return false;
  imp_buf_drop(&peer->in, len + 1);
  return true;
}

static unsigned long long announced(const char *payload) {
  return (unsigned long long)(uint32_t)get_int(payload) << 32 | (uint32_t)get_int(payload + 4);
}

/* NULL, or how the other end broke the rules. */
static const char *take_frame(struct imp_session *session, struct imp_peer *peer, const struct imp_frame *frame) {
  switch (frame->type) {
    case IMP_DATA:
      return imp_fabric_deliver(session, peer->task, frame) ? NULL : "it sends more than is taken";
    case IMP_RENDEZVOUS:
      return imp_rendezvous_hear(session, peer->task, frame->payload, frame->len) ? NULL : "it says a rendezvous word that is none";
    case IMP_ALIVE:
      return NULL;
    case IMP_GOODBYE: {
      if (frame->len != 8) return "it says a goodbye that is none";
      struct imp_contact *contact = imp_fabric_contact(&session->fabric, peer->task);
      contact->goodbye = true;
      contact->announced = announced(frame->payload);
      imp_peer_end(session, peer, NULL);
      return NULL;
    }
    default:
      return "it sends a frame of an unknown type";
  }
}

static void take_frames(struct imp_session *session, struct imp_peer *peer) {
  size_t at = 0;
  const char *wrong = NULL;
  while (!wrong && peer->fd >= 0 && peer->in.len - at >= IMP_FRAME_HEAD) {
    const char *head = peer->in.data + at;
    int len = get_int(head + 13);
    if (len < 0 || len > IMP_MAX_PAYLOAD) {
      wrong = "it sends a frame that is too long";
      break;
    }
    if (peer->in.len - at < IMP_FRAME_HEAD + (size_t)len) break;
    struct imp_frame frame = {(enum imp_frame_type)head[0], get_int(head + 1), get_int(head + 5), get_int(head + 9), head + IMP_FRAME_HEAD, (size_t)len};
    at += IMP_FRAME_HEAD + (size_t)len;
    wrong = take_frame(session, peer, &frame);
  }
  imp_buf_drop(&peer->in, at);
  if (wrong) imp_peer_end(session, peer, wrong);
}

void imp_peer_read(struct imp_session *session, struct imp_peer *peer) {
  char bytes[65536];
  ssize_t n = recv(peer->fd, bytes, sizeof bytes, MSG_DONTWAIT);
  if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
  if (n <= 0) {
    imp_peer_end(session, peer, n ? "its connection broke" : "its connection has ended");
    return;
  }
  peer->heard = imp_now();
  imp_buf_add(&peer->in, bytes, (size_t)n);
  if (!peer->task && !take_greeting(session, peer)) return;
  take_frames(session, peer);
}

static void dialled(struct imp_session *session, struct imp_peer *peer) {
  int wrong = 0;
  socklen_t len = sizeof wrong;
  if (getsockopt(peer->fd, SOL_SOCKET, SO_ERROR, &wrong, &len) < 0) wrong = errno;
  if (wrong) {
    char *why = imp_format("it cannot be dialled (%s)", strerror(wrong));
    imp_peer_end(session, peer, why);
    free(why);
    return;
  }
  peer->dialling = false;
  peer->heard = imp_now();
}

void imp_peer_write(struct imp_session *session, struct imp_peer *peer) {
  if (peer->dialling) dialled(session, peer);
  if (peer->fd < 0) return;
  if (imp_flush(peer->fd, &peer->out) < 0) {
    imp_peer_end(session, peer, "its connection broke");
  } else if (!peer->out.len && peer->said_goodbye) {
    shutdown(peer->fd, SHUT_WR); /* the other end reads all, then closes */
  }
}

void imp_peer_beat(struct imp_session *session, struct imp_peer *peer, double now) {
  double patience = peer->dialling || !peer->task ? GREETING_SECONDS : SILENCE_SECONDS;
  if (now - peer->heard > patience) {
    imp_peer_end(session, peer, peer->dialling ? "it does not take connections" : "it is silent");
  } else if (peer->task && !peer->dialling && !peer->out.len) { /* what waits to go out is a sign, too */
    struct imp_frame frame = {IMP_ALIVE, 0, 0, 0, NULL, 0};
    imp_peer_send(session, peer, &frame);
  }
}
