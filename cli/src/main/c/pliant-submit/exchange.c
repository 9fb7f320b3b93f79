// exchange.c - a request to a controller of this host. The kernel tells the controller who asks.
#define _GNU_SOURCE
#include "exchange.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "full.h"

enum { LONGEST_RECORD = 4 << 20, LONGEST_ANSWER = 1 << 20, AT_ONCE = 1 << 16, SECONDS = 15, MOST_CONTROLLERS = 64 };

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

// Finds the values of all "socket" keys in the record of a cluster. Returns how many.
static size_t read_sockets(char *record, struct sockaddr_un sockets[MOST_CONTROLLERS]) {
  static const char key[] = "\"socket\"";
  size_t count = 0;
  for (char *at = strstr(record, key); at != NULL && count < MOST_CONTROLLERS; at = strstr(at, key)) {
    at += strlen(key);
    at += strspn(at, " \t\r\n");
    if (*at != ':') {
      continue;
    }
    at += 1 + strspn(at + 1, " \t\r\n");
    if (*at != '"') {
      continue;
    }
    at++;
    size_t length = strcspn(at, "\"\\");
    if (at[length] != '"' || length == 0 || length >= sizeof sockets->sun_path) {
      continue;
    }
    sockets[count] = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(sockets[count++].sun_path, at, length);
  }
  return count;
}

static int connect_to_any(const char *folder) {
  char *path = NULL;
  text record = {0};
  struct sockaddr_un sockets[MOST_CONTROLLERS];
  if (asprintf(&path, "%s/cluster.json", folder) < 0 || !text_read_file(&record, path, LONGEST_RECORD)) {
    full_command();
  }
  size_t count = read_sockets(record.bytes, sockets);
  for (size_t i = 0; i < count; i++) {
    int controller = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // Of a controller that accepts nobody the kernel would wait for ever.
    struct timeval most = {.tv_sec = SECONDS};
    if (controller < 0 || setsockopt(controller, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most) != 0) {
      break;
    }
    if (connect(controller, (const struct sockaddr *)&sockets[((size_t)getpid() + i) % count], sizeof *sockets) == 0) {
      return controller;
    }
    bool waited = errno == EAGAIN;
    close(controller);
    if (waited) {
      break;
    }
  }
  full_command();
}

static void await(int controller, short events, long deadline) {
  struct pollfd one = {.fd = controller, .events = events};
  int ready;
  do {
    long left = deadline - milliseconds();
    ready = left <= 0 ? 0 : poll(&one, 1, (int)left);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) {
    full_command();
  }
}

static void send_all(int controller, const char *bytes, size_t length, long deadline) {
  while (length > 0) {
    await(controller, POLLOUT, deadline);
    ssize_t count = send(controller, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      full_command();
    }
    if (count > 0) {
      bytes += count;
      length -= (size_t)count;
    }
  }
}

static void read_all(int controller, text *answer, long deadline) {
  static char bytes[AT_ONCE];
  for (;;) {
    await(controller, POLLIN, deadline);
    ssize_t count = recv(controller, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count == 0) {
      return;
    }
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      full_command();
    }
    if (count > 0) {
      text_add(answer, bytes, (size_t)count);
    }
    if (answer->length > LONGEST_ANSWER) {
      full_command();
    }
  }
}

// The content of an answer that says yes, of the length that it names.
static const char *content(text *answer) {
  static const char yes[] = "HTTP/1.1 20", name[] = "\ncontent-length:";
  char *end = answer->bytes == NULL ? NULL : strstr(answer->bytes, "\r\n\r\n");
  if (end == NULL || strncmp(answer->bytes, yes, strlen(yes)) != 0 || strchr("01", answer->bytes[strlen(yes)]) == NULL) {
    full_command();
  }
  *end = 0;
  const char *header = strcasestr(answer->bytes, name);
  const char *bytes = end + strlen("\r\n\r\n");
  size_t length = answer->length - (size_t)(bytes - answer->bytes);
  if (header == NULL || strtoull(header + strlen(name), NULL, 10) != length) {
    full_command();
  }
  return bytes;
}

const char *exchange_post(const char *folder, const char *target, const text *body) {
  static text answer;
  long deadline = milliseconds() + SECONDS * 1000L;
  int controller = connect_to_any(folder);
  char *head = NULL;
  int length = asprintf(&head,
                        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                        target, body->length);
  if (length < 0) {
    full_command();
  }
  text request = {0};
  text_add(&request, head, (size_t)length);
  text_add(&request, body->bytes, body->length);
  send_all(controller, request.bytes, request.length, deadline);
  read_all(controller, &answer, deadline);
  close(controller);
  return content(&answer);
}
