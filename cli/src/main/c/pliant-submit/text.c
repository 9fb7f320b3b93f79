// text.c - bytes that grow, and texts of JSON.
#define _GNU_SOURCE
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "full.h"

enum { READ_AT_ONCE = 1 << 16 };

static void make_room(text *to, size_t more) {
  if (to->bytes != NULL && more < to->room - to->length) {
    return;
  }
  size_t room = (to->length + more + 1) * 2;
  char *bytes = room > SIZE_MAX / 4 ? NULL : realloc(to->bytes, room);
  if (bytes == NULL) {
    full_command();
  }
  to->bytes = bytes;
  to->room = room;
}

void text_add(text *to, const char *bytes, size_t length) {
  make_room(to, length);
  memcpy(to->bytes + to->length, bytes, length);
  to->length += length;
  to->bytes[to->length] = 0;
}

void text_add_string(text *to, const char *string) { text_add(to, string, strlen(string)); }

// Length of the character of UTF-8 (RFC 3629, section 4) that begins there, or 0.
static size_t character(const unsigned char *at, size_t left) {
  unsigned char first = at[0];
  if (first < 0x80) {
    return 1;
  }
  size_t length = first >= 0xC2 && first <= 0xDF ? 2 : (first & 0xF0) == 0xE0 ? 3 : first >= 0xF0 && first <= 0xF4 ? 4 : 0;
  if (length == 0 || length > left) {
    return 0;
  }
  for (size_t i = 1; i < length; i++) {
    if ((at[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  bool too_long = (first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90);
  bool no_character = (first == 0xED && at[1] > 0x9F) || (first == 0xF4 && at[1] > 0x8F);
  bool stands_for_a_byte = first == 0xEE && at[1] >= 0xBE;
  return too_long || no_character || stands_for_a_byte ? 0 : length;
}

void text_add_json(text *to, const char *bytes, size_t length) {
  const unsigned char *at = (const unsigned char *)bytes;
  text_add(to, "\"", 1);
  for (size_t i = 0, plain = 0; i < length; plain = i) {
    size_t step = 1;
    while (i < length && at[i] >= 0x20 && at[i] != '"' && at[i] != '\\' && (step = character(at + i, length - i)) > 0) {
      i += step;
    }
    if (step == 0) {
      full_command();
    }
    text_add(to, bytes + plain, i - plain);
    if (i < length) {
      char escape[8];
      int size = at[i] < 0x20 ? snprintf(escape, sizeof escape, "\\u%04x", at[i]) : snprintf(escape, sizeof escape, "\\%c", at[i]);
      text_add(to, escape, (size_t)size);
      i++;
    }
  }
  text_add(to, "\"", 1);
}

bool text_read_file(text *to, const char *path, size_t most) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  ssize_t count;
  do {
    make_room(to, READ_AT_ONCE);
    count = read(file, to->bytes + to->length, READ_AT_ONCE);
    to->length += count > 0 ? (size_t)count : 0;
  } while ((count > 0 && to->length <= most) || (count < 0 && errno == EINTR));
  close(file);
  to->bytes[to->length] = 0;
  return count == 0;
}
