// full.c - hands over to the full command.
#define _GNU_SOURCE
#include "full.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096 };

static const char *tree;
static const char *name;
static char **words;
static const char *submission;

void full_remember(const char *home, const char *called, char **command) {
  tree = home;
  name = called;
  words = command;
}

void full_submits(const char *key) { submission = key; }

void full_command(void) {
  char program[LONGEST_PATH];
  char **all = words - 1;
  all[0] = "pliant";
  int length = snprintf(program, sizeof program, "%s/pliant", tree);
  if (length < 0 || (size_t)length >= sizeof program) {
    errno = ENAMETOOLONG;
  } else if (setenv("PLIANT_FULL_CLIENT", name, 1) == 0 && (submission == NULL || setenv("PLIANT_SUBMISSION_KEY", submission, 1) == 0)) {
    execv(program, all);
  }
  fprintf(stderr, "Expected to start %s/pliant, but %s.\n", tree, strerror(errno));
  exit(1);
}
