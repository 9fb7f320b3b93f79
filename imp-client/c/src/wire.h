/* Lines of the adapt protocol: cmd=word key=value ... */
#ifndef IMP_WIRE_H
#define IMP_WIRE_H

#include "buf.h"

#include <stdbool.h>
#include <stddef.h>

#define IMP_MAX_LINE 1048576

struct imp_field {
  char *key, *value; /* the value unescaped; one with %00 reads up to there, as all text in C */
};

struct imp_line {
  char *text;
  struct imp_field *fields; /* the first one is cmd */
  size_t count;
};

/* Reads a line without its end. Says NULL, or what is wrong with it (to be freed). */
char *imp_line_read(struct imp_line *line, const char *bytes, size_t len);
void imp_line_free(struct imp_line *line);

const char *imp_line_command(const struct imp_line *line);
/* The value of a key, or NULL. */
const char *imp_line_get(const struct imp_line *line, const char *key);
/* A number from 0 to 2^31 - 1. */
bool imp_line_number(const struct imp_line *line, const char *key, long *number);

void imp_line_start(struct imp_buf *out, const char *command);
void imp_line_add(struct imp_buf *out, const char *key, const char *value);
void imp_line_add_number(struct imp_buf *out, const char *key, long long number);
void imp_line_end(struct imp_buf *out);

#endif
