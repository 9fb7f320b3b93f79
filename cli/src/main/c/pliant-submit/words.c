// words.c - the words of a submission, as far as they are plain.
#define _GNU_SOURCE
#include "words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "full.h"
#include "text.h"

enum { LONGEST_TABLE = 1 << 16, MOST_OPTIONS = 512 };

typedef struct {
  char *name;
  char letter;  // 0 when it has none
  bool needs_value;
  bool takes_none;
  bool ours;  // the client's own, not the controller's
} option;

static option known[MOST_OPTIONS];
static size_t knowing;

static void read_table(const char *path) {
  text table = {0};
  if (!text_read_file(&table, path, LONGEST_TABLE)) {
    full_command();
  }
  char *lines = NULL;
  for (char *line = strtok_r(table.bytes, "\n", &lines); line != NULL; line = strtok_r(NULL, "\n", &lines)) {
    char *fields = NULL;
    char *name = strtok_r(line, " ", &fields);
    char *letter = strtok_r(NULL, " ", &fields);
    char *argument = strtok_r(NULL, " ", &fields);
    char *whose = strtok_r(NULL, " ", &fields);
    if (whose == NULL || knowing == MOST_OPTIONS) {
      full_command();
    }
    known[knowing++] = (option){
        .name = name,
        .letter = *letter == '-' ? 0 : *letter,
        .needs_value = strcmp(argument, "REQUIRED") == 0,
        .takes_none = strcmp(argument, "NONE") == 0,
        .ours = strcmp(whose, "CLIENT") == 0,
    };
  }
}

static const option *by_name(const char *name, size_t length) {
  for (size_t i = 0; i < knowing; i++) {
    if (strncmp(known[i].name, name, length) == 0 && known[i].name[length] == 0) {
      return &known[i];
    }
  }
  full_command();
}

static const option *by_letter(char letter) {
  for (size_t i = 0; i < knowing; i++) {
    if (isalpha((unsigned char)letter) && known[i].letter == letter) {
      return &known[i];
    }
  }
  full_command();
}

static void take(words *all, const option *which, const char *value) {
  if (which->ours) {
    if (strcmp(which->name, "wrap") == 0) {
      all->wrap = value;
    } else if (strcmp(which->name, "parsable") == 0) {
      all->parsable = true;
    } else if (strcmp(which->name, "quiet") == 0) {
      all->quiet = true;
    } else {
      full_command();
    }
    return;
  }
  // One of several partitions is chosen first.
  if (strcmp(which->name, "partition") == 0 && value != NULL && strchr(value, ',') != NULL) {
    full_command();
  }
  char *option = NULL;
  if (asprintf(&option, value == NULL ? "--%s" : "--%s=%s", which->name, value) < 0) {
    full_command();
  }
  all->options[all->count++] = option;
}

static char *next(char ***at) {
  if (**at == NULL) {
    full_command();
  }
  return *(*at)++;
}

// --NAME, --NAME=VALUE or --NAME VALUE.
static void long_option(words *all, const char *word, char ***at) {
  size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz-");
  const char *value = word[length] == '=' ? word + length + 1 : NULL;
  if (length == 0 || (word[length] != 0 && value == NULL)) {
    full_command();
  }
  if (length == strlen("dir") && strncmp(word, "dir", length) == 0) {
    all->folder = value != NULL ? value : next(at);
    return;
  }
  const option *which = by_name(word, length);
  if (which->takes_none && value != NULL) {
    full_command();
  }
  take(all, which, value == NULL && which->needs_value ? next(at) : value);
}

// -L, -LVALUE or -L VALUE; letters in a group are not plain.
static void short_option(words *all, const char *word, char ***at) {
  const option *which = by_letter(word[0]);
  const char *glued = word + 1;
  if (*glued != 0 && (!which->needs_value || *glued == '=' || islower((unsigned char)*glued))) {
    full_command();
  }
  take(all, which, *glued != 0 ? glued : which->needs_value ? next(at) : NULL);
}

void words_read(words *all, const char *table, char **given) {
  read_table(table);
  size_t most = 0;
  while (given[most] != NULL) {
    most++;
  }
  *all = (words){.options = calloc(most + 1, sizeof *all->options)};
  if (all->options == NULL) {
    full_command();
  }
  while (*given != NULL && (*given)[0] == '-' && (*given)[1] != 0) {
    const char *word = *given++;
    if (word[1] == '-') {
      long_option(all, word + 2, &given);
    } else {
      short_option(all, word + 1, &given);
    }
  }
  all->rest = given;
}
