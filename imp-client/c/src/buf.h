/* Bytes that grow. */
#ifndef IMP_BUF_H
#define IMP_BUF_H

#include <stddef.h>

struct imp_buf {
  char *data;
  size_t len, cap;
};

void imp_buf_add(struct imp_buf *buf, const void *bytes, size_t len);
void imp_buf_format(struct imp_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes the first bytes away. */
void imp_buf_drop(struct imp_buf *buf, size_t len);
void imp_buf_free(struct imp_buf *buf);

/* Memory, or the end of the process with a message. */
void *imp_alloc(void *old, size_t size);
char *imp_copy(const char *text, size_t len);
char *imp_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
