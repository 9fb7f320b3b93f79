#include "buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *imp_alloc(void *old, size_t size) {
  void *fresh = realloc(old, size ? size : 1);
  if (!fresh) {
    fprintf(stderr, "libimp: Expected %zu bytes of memory, but there are none left.\n", size);
    abort();
  }
  return fresh;
}

char *imp_copy(const char *text, size_t len) {
  char *copy = imp_alloc(NULL, len + 1);
  memcpy(copy, text, len);
  copy[len] = 0;
  return copy;
}

static void room(struct imp_buf *buf, size_t more) {
  if (buf->cap - buf->len >= more) return;
  size_t cap = buf->cap ? buf->cap : 256;
  while (cap - buf->len < more) cap *= 2;
  buf->data = imp_alloc(buf->data, cap);
  buf->cap = cap;
}

void imp_buf_add(struct imp_buf *buf, const void *bytes, size_t len) {
  room(buf, len);
  if (len) memcpy(buf->data + buf->len, bytes, len);
  buf->len += len;
}

static void add_format(struct imp_buf *buf, const char *format, va_list values) {
  va_list again;
  va_copy(again, values);
  int len = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (len < 0) {
    fprintf(stderr, "libimp: Expected to write a text, but its format is wrong: %s\n", format);
    abort();
  }
  room(buf, (size_t)len + 1);
  vsnprintf(buf->data + buf->len, (size_t)len + 1, format, values);
  buf->len += (size_t)len;
}

void imp_buf_format(struct imp_buf *buf, const char *format, ...) {
  va_list values;
  va_start(values, format);
  add_format(buf, format, values);
  va_end(values);
}

char *imp_format(const char *format, ...) {
  struct imp_buf buf = {0};
  va_list values;
  va_start(values, format);
  add_format(&buf, format, values);
  va_end(values);
  return buf.data; /* ended by vsnprintf */
}

void imp_buf_drop(struct imp_buf *buf, size_t len) {
  buf->len -= len;
  memmove(buf->data, buf->data + len, buf->len);
}

void imp_buf_free(struct imp_buf *buf) {
  free(buf->data);
  *buf = (struct imp_buf){0};
}
