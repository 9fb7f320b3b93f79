// wire.c - frames to and from the step's supervisor, over the socket that was inherited.
#define _GNU_SOURCE
#include "wire.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "folders.h"

static int wire = -1;
static FILE *input;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

bool wire_open(int fd) {
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM) {
    return false;
  }
  wire = fd;
  input = fdopen(fd, "r");
  return input != NULL;
}

// The supervisor always reads; where it is gone nobody is left to hear of it, and reading ends the helper.
static void send_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = send(wire, bytes, length, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) {
      return;
    }
    if (count > 0) {
      bytes += count;
      length -= (size_t)count;
    }
  }
}

void wire_send(const char *line, const void *bytes, size_t length) {
  size_t words = strlen(line);
  char head[WIRE_LINE + 1];
  if (words >= sizeof head) {
    wire_give_up("Expected a line of at most %d bytes to send, but got %zu.", WIRE_LINE, words);
  }
  memcpy(head, line, words);
  head[words] = '\n';
  pthread_mutex_lock(&writing);
  send_all(head, words + 1);
  send_all(bytes, length);
  pthread_mutex_unlock(&writing);
}

bool wire_line(char line[WIRE_LINE]) {
  size_t length = 0;
  for (;;) {
    int byte = getc_unlocked(input);
    if (byte == EOF) {
      return false;
    }
    if (byte == '\n') {
      line[length] = 0;
      return true;
    }
    if (byte == 0 || length + 1 >= WIRE_LINE) {
      wire_give_up("Expected a line of less than %d bytes from the supervisor, but got '%.40s...'.", WIRE_LINE,
                   length == 0 ? "" : (line[length] = 0, line));
    }
    line[length++] = (char)byte;
  }
}

char *wire_bytes(size_t length) {
  char *bytes = wire_memory(length + 1);
  size_t count = fread(bytes, 1, length, input);
  if (count < length) {
    free(bytes);
    wire_give_up("Expected %zu bytes from the supervisor, but got %zu.", length, count);
  }
  bytes[length] = 0;
  return bytes;
}

bool wire_number(const char *word, size_t most, size_t *number) {
  size_t value = 0;
  if (*word == 0) {
    return false;
  }
  for (; *word != 0; word++) {
    if (*word < '0' || *word > '9') {
      return false;
    }
    value = value * 10 + (size_t)(*word - '0');
    if (value > most) {
      return false;
    }
  }
  *number = value;
  return true;
}

void wire_give_up(const char *format, ...) {
  char text[WIRE_TEXT];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  char line[32];
  snprintf(line, sizeof line, "m %zu", strlen(text));
  wire_send(line, text, strlen(text));
  folders_remove();
  _exit(1);
}

void *wire_memory(size_t bytes) {
  void *memory = malloc(bytes == 0 ? 1 : bytes);
  if (memory == NULL) {
    wire_give_up("Expected %zu bytes of memory, but there are none.", bytes);
  }
  return memory;
}
