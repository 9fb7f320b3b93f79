#include "fabric.h"

#include "session.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAILBOX_MOST (256u << 20)
#define STRANGERS_MOST 1024 /* who have not said who they are: 10 seconds each */

char *imp_fabric_listen(struct imp_session *session) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
  int wrong = getaddrinfo(session->host, "0", &hints, &found);
  if (wrong) return imp_format("Expected an address in PLIANT_ADAPT_HOST, but got '%s': %s.", session->host, gai_strerror(wrong));
  int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  struct sockaddr_storage bound;
  socklen_t len = sizeof bound;
  bool right = fd >= 0 && !bind(fd, found->ai_addr, found->ai_addrlen) && !listen(fd, 256) && !getsockname(fd, (struct sockaddr *)&bound, &len);
  char *why = right ? NULL : imp_format("Expected to take connections at %s, but cannot: %s.", session->host, strerror(errno));
  freeaddrinfo(found);
  if (!right) {
    if (fd >= 0) close(fd);
    return why;
  }
  session->fabric.listener = fd;
  session->fabric.port = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port);
  session->fabric.last = &session->fabric.first;
  return NULL;
}

void imp_fabric_accept(struct imp_session *session) {
  int fd = accept4(session->fabric.listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK), strangers = 0;
  if (fd < 0) return;
  for (const struct imp_peer *peer = session->fabric.peers; peer; peer = peer->next) strangers += !peer->task;
  if (strangers < STRANGERS_MOST) imp_peer_accepted(session, fd);
  else close(fd);
}

struct imp_contact *imp_fabric_contact(struct imp_fabric *fabric, const char *task) {
  for (size_t i = 0; i < fabric->contact_count; i++) {
    if (!strcmp(fabric->contacts[i].task, task)) return &fabric->contacts[i];
  }
  fabric->contacts = imp_alloc(fabric->contacts, (fabric->contact_count + 1) * sizeof *fabric->contacts);
  fabric->contacts[fabric->contact_count] = (struct imp_contact){.task = imp_copy(task, strlen(task))};
  return &fabric->contacts[fabric->contact_count++];
}

bool imp_fabric_send(struct imp_session *session, const struct imp_member *to, const struct imp_frame *frame) {
  struct imp_contact *contact = imp_fabric_contact(&session->fabric, to->task);
  if (contact->gone || contact->goodbye || session->failure) return false;
  struct imp_peer *peer = contact->peer ? contact->peer : imp_peer_dial(session, to);
  contact = imp_fabric_contact(&session->fabric, to->task); /* it may have moved */
  if (contact->gone) return false;
  if (frame->type == IMP_DATA) contact->sent++;
  imp_peer_send(session, peer, frame);
  return true;
}

bool imp_fabric_deliver(struct imp_session *session, const char *task, const struct imp_frame *frame) {
  struct imp_contact *contact = imp_fabric_contact(&session->fabric, task);
  if (contact->waiting + frame->len > MAILBOX_MOST) return false;
  contact->waiting += frame->len + sizeof(struct imp_letter);
  contact->delivered++;
  struct imp_letter *letter = imp_alloc(NULL, sizeof *letter);
  *letter = (struct imp_letter){.task = imp_copy(task, strlen(task)), .context = frame->context, .tag = frame->tag};
  imp_buf_add(&letter->payload, frame->payload, frame->len);
  *session->fabric.last = letter;
  session->fabric.last = &letter->next;
  pthread_cond_broadcast(&session->changed);
  return true;
}

/* Takes the letter out of the list. */
static struct imp_letter *take(struct imp_fabric *fabric, struct imp_letter **at) {
  struct imp_letter *letter = *at;
  *at = letter->next;
  if (!letter->next) fabric->last = at;
  imp_fabric_contact(fabric, letter->task)->waiting -= letter->payload.len + sizeof *letter;
  free(letter->task);
  return letter;
}

static bool take_payload(struct imp_fabric *fabric, const char *task, int context, int tag, struct imp_buf *payload) {
  for (struct imp_letter **at = &fabric->first; *at; at = &(*at)->next) {
    if ((*at)->context == context && (*at)->tag == tag && !strcmp((*at)->task, task)) {
      struct imp_letter *letter = take(fabric, at);
      *payload = letter->payload;
      free(letter);
      return true;
    }
  }
  return false;
}

bool imp_fabric_receive(struct imp_session *session, const struct imp_member *from, int context, int tag, struct imp_buf *payload, char **why) {
  while (!take_payload(&session->fabric, from->task, context, tag, payload)) {
    const struct imp_contact *contact = imp_fabric_contact(&session->fabric, from->task);
    if (session->failure) {
      *why = imp_copy(session->failure, strlen(session->failure));
      return false;
    }
    if (contact->gone || (contact->goodbye && contact->delivered >= contact->announced)) {
      *why = imp_format("Expected data of task %s on node %s, but %s.", from->task, from->node, contact->gone ? contact->gone : "it has left");
      return false;
    }
    pthread_cond_wait(&session->changed, &session->lock);
  }
  return true;
}

void imp_fabric_purge(struct imp_session *session, int context) {
  for (struct imp_letter **at = &session->fabric.first; *at;) {
    if ((*at)->context != context) {
      at = &(*at)->next;
      continue;
    }
    struct imp_letter *letter = take(&session->fabric, at);
    imp_buf_free(&letter->payload);
    free(letter);
  }
}

void imp_fabric_gone(struct imp_session *session, const char *task, const char *why) {
  struct imp_contact *contact = imp_fabric_contact(&session->fabric, task);
  if (contact->goodbye || contact->gone) return;
  contact->gone = imp_copy(why, strlen(why));
  imp_lost(session, task, why);
}

void imp_fabric_leave(struct imp_session *session) {
  session->fabric.leaving = true;
  for (struct imp_peer *peer = session->fabric.peers; peer; peer = peer->next) imp_peer_goodbye(session, peer);
  imp_loop_wake(session);
}

void imp_fabric_sever(struct imp_session *session) {
  if (session->fabric.listener >= 0) close(session->fabric.listener);
  session->fabric.listener = -1;
  for (struct imp_peer *peer = session->fabric.peers; peer; peer = peer->next) imp_peer_end(session, peer, NULL);
}
