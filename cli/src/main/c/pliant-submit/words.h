// words.h - the words of a submission, as far as they are plain.
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *folder;  // of --dir, or NULL
  const char *wrap;    // of --wrap, or NULL
  bool parsable;
  bool quiet;
  char **options;  // for the controller: --name or --name=value
  size_t count;
  char **rest;  // script and its arguments; a NULL ends them
} words;

// Reads the words behind `submit` by the table of options, a file with a line for each: LONG SHORT ARGUMENT FOR.
// What is not plain is handed over to the full command.
void words_read(words *all, const char *table, char **given);

#endif
