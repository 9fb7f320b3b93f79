#include "wire.h"

#include <stdlib.h>
#include <string.h>

static bool is_utf8(const unsigned char *text, size_t len) {
  size_t i = 0;
  while (i < len) {
    unsigned char lead = text[i];
    size_t more = lead < 0x80 ? 0 : lead >= 0xC2 && lead < 0xE0 ? 1 : (lead & 0xF0) == 0xE0 ? 2 : lead >= 0xF0 && lead < 0xF5 ? 3 : 4;
    if (more == 4 || len - i <= more) return false;
    for (size_t k = 1; k <= more; k++) {
      if ((text[i + k] & 0xC0) != 0x80) return false;
    }
    unsigned char next = more ? text[i + 1] : 0;
    if ((lead == 0xE0 && next < 0xA0) || (lead == 0xED && next > 0x9F) || (lead == 0xF0 && next < 0x90) || (lead == 0xF4 && next > 0x8F)) return false;
    i += more + 1;
  }
  return true;
}

static bool is_word(const char *text) {
  if (!*text) return false;
  return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == 0;
}

static int digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return -1;
}

/* In place. */
static bool unescape(char *value) {
  char *to = value;
  for (const char *from = value; *from; from++) {
    unsigned char letter = (unsigned char)*from;
    if (letter <= 0x20 || letter == 0x7F) return false;
    if (letter != '%') {
      *to++ = *from;
      continue;
    }
    int high = digit(from[1]), low = high < 0 ? -1 : digit(from[2]);
    if (high < 0 || high > 7 || low < 0) return false;
    *to++ = (char)(high * 16 + low);
    from += 2;
  }
  *to = 0;
  return true;
}

static int by_key(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

/* A key that stands twice, or NULL. */
static const char *twice(const struct imp_line *line) {
  char **keys = imp_alloc(NULL, line->count * sizeof *keys);
  for (size_t i = 0; i < line->count; i++) keys[i] = line->fields[i].key;
  qsort(keys, line->count, sizeof *keys, by_key);
  const char *found = NULL;
  for (size_t i = 1; i < line->count && !found; i++) {
    if (!strcmp(keys[i - 1], keys[i])) found = keys[i];
  }
  free(keys);
  return found;
}

static char *take_field(struct imp_line *line, char *field) {
  char *equals = strchr(field, '=');
  if (equals) *equals = 0;
  if (!equals || !is_word(field)) return imp_format("Expected key=value, but got '%s'.", field);
  if (!unescape(equals + 1)) return imp_format("Expected a value with escapes %%00 to %%7F, but got '%s'.", equals + 1);
  line->fields[line->count++] = (struct imp_field){field, equals + 1};
  return NULL;
}

char *imp_line_read(struct imp_line *line, const char *bytes, size_t len) {
  *line = (struct imp_line){0};
  if (len > IMP_MAX_LINE) return imp_format("Expected a line of at most %d bytes, but it is longer.", IMP_MAX_LINE);
  if (memchr(bytes, 0, len) || !is_utf8((const unsigned char *)bytes, len)) return imp_format("Expected UTF-8, but got other bytes.");
  line->text = imp_copy(bytes, len);
  size_t fields = 1;
  for (const char *at = line->text; *at; at++) fields += *at == ' ';
  line->fields = imp_alloc(NULL, fields * sizeof *line->fields);
  char *wrong = NULL;
  for (char *field = line->text; field && !wrong;) {
    char *space = strchr(field, ' ');
    if (space) *space++ = 0;
    wrong = take_field(line, field);
    field = space;
  }
  if (!wrong && (strcmp(line->fields[0].key, "cmd") || !is_word(line->fields[0].value))) wrong = imp_format("Expected cmd first, but got '%s'.", line->fields[0].key);
  if (!wrong) {
    const char *key = twice(line);
    if (key) wrong = imp_format("Expected each key once, but got '%s' twice.", key);
  }
  if (wrong) imp_line_free(line);
  return wrong;
}

void imp_line_free(struct imp_line *line) {
  free(line->text);
  free(line->fields);
  *line = (struct imp_line){0};
}

const char *imp_line_command(const struct imp_line *line) {
  return line->fields[0].value;
}

const char *imp_line_get(const struct imp_line *line, const char *key) {
  for (size_t i = 1; i < line->count; i++) {
    if (!strcmp(line->fields[i].key, key)) return line->fields[i].value;
  }
  return NULL;
}

bool imp_line_number(const struct imp_line *line, const char *key, long *number) {
  const char *text = imp_line_get(line, key);
  size_t len = text ? strlen(text) : 0;
  if (!len || len > 10 || strspn(text, "0123456789") != len) return false;
  long long value = strtoll(text, NULL, 10);
  *number = (long)value;
  return value <= 2147483647;
}

void imp_line_start(struct imp_buf *out, const char *command) {
  imp_buf_format(out, "cmd=%s", command);
}

void imp_line_add(struct imp_buf *out, const char *key, const char *value) {
  imp_buf_format(out, " %s=", key);
  for (; *value; value++) {
    unsigned char letter = (unsigned char)*value;
    if (letter <= 0x20 || letter == '%' || letter == 0x7F) imp_buf_format(out, "%%%02X", letter);
    else imp_buf_add(out, value, 1);
  }
}

void imp_line_add_number(struct imp_buf *out, const char *key, long long number) {
  imp_buf_format(out, " %s=%lld", key, number);
}

void imp_line_end(struct imp_buf *out) {
  imp_buf_add(out, "\n", 1);
}
