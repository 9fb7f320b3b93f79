// text.h - bytes that grow, and texts of JSON.
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char *bytes;  // ends with a zero that is not counted; NULL while nothing was added
  size_t length;
  size_t room;
} text;

// Adds bytes, or all of a string. What memory can't hold ends the program by handing over to the full command.
void text_add(text *to, const char *bytes, size_t length);
void text_add_string(text *to, const char *string);

// Adds bytes as a quoted text of JSON. What is no UTF-8, or stands for such a byte, is handed over to the full command.
void text_add_json(text *to, const char *bytes, size_t length);

// Reads a file of at most `most` bytes. Returns false, with errno, when it can't be read, and when it is longer.
bool text_read_file(text *to, const char *path, size_t most);

#endif
