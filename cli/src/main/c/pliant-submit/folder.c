// folder.c - the working folder, and the state folder of a cluster.
#define _GNU_SOURCE
#include "folder.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "full.h"

enum { LONGEST_PATH = 4096 };

const char *folder_working(void) {
  static char path[LONGEST_PATH];
  if (getcwd(path, sizeof path) == NULL) {
    full_command(); // one that was deleted has no path
  }
  return path;
}

// Whether a part of the path is empty, . or ..
static bool has_odd_part(const char *path) {
  for (const char *at = path; *at == '/';) {
    size_t length = strcspn(++at, "/");
    if (length == 0 || (at[0] == '.' && (length == 1 || (length == 2 && at[1] == '.')))) {
      return true;
    }
    at += length;
  }
  return false;
}

const char *folder_of_state(const char *given) {
  char *path = NULL;
  const char *set = getenv("PLIANT_HOME"), *user = getenv("HOME");
  int length = -1;
  if (given == NULL && set != NULL && *set != 0) {
    given = set;
  }
  if (given == NULL && user != NULL && *user != 0) {
    length = asprintf(&path, "%s%s/.pliant", *user == '/' ? "" : "./", user);
  } else if (given != NULL && *given != 0) {
    length = *given == '/' ? asprintf(&path, "%s", given) : asprintf(&path, "%s/%s", folder_working(), given);
  }
  if (length < 0 || *path != '/' || has_odd_part(path)) {
    full_command();
  }
  return path;
}
