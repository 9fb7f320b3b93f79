// folders.c - the folders of one step on one node: for the PMIx server's files, and for memory that its ranks share.
#define _GNU_SOURCE
#include "folders.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wire.h"

static const char PREFIX[] = "pliant-pmix.";
enum { MOST = 2, PATH_BYTES = 512, OPEN_FOLDERS = 16 };
static char made[MOST][PATH_BYTES];
static int count;

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at) {
  (void)status;
  (void)type;
  (void)at;
  if (remove(path) != 0 && errno == EACCES) {  // a folder that the user closed for himself
    chmod(path, S_IRWXU);
  }
  return 0;
}

static void remove_tree(const char *path) {
  nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

// A folder, by no link, that is this user's and no other's.
static bool is_own(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

// The process that made the folder of that name, or 0.
static pid_t maker(const char *name) {
  if (strncmp(name, PREFIX, strlen(PREFIX)) != 0) {
    return 0;
  }
  char *end;
  long pid = strtol(name + strlen(PREFIX), &end, 10);
  return *end == '.' && pid > 1 && pid <= INT_MAX ? (pid_t)pid : 0;
}

// What helpers that were killed with all else have left behind. One whose number lives again is left to the next time.
static void remove_left_behind(const char *parent) {
  DIR *listing = opendir(parent);
  if (listing == NULL) {
    return;  // one may make a folder where one may not look: then the next reboot tidies up
  }
  struct dirent *entry;
  while ((entry = readdir(listing)) != NULL) {
    pid_t pid = maker(entry->d_name);
    char path[PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
    if (pid > 0 && length < PATH_BYTES && kill(pid, 0) != 0 && errno == ESRCH && is_own(path)) {
      remove_tree(path);
    }
  }
  closedir(listing);
}

const char *folders_make(const char *parent) {
  if (count == MOST) {
    errno = ENOSPC;
    return NULL;
  }
  remove_left_behind(parent);
  char *path = made[count];
  int length = snprintf(path, PATH_BYTES, "%s/%s%d.XXXXXX", parent, PREFIX, (int)getpid());
  if (length >= PATH_BYTES) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  if (mkdtemp(path) == NULL) {
    return NULL;
  }
  count++;
  char line[32];
  snprintf(line, sizeof line, "folder %zu", strlen(path));
  wire_send(line, path, strlen(path));
  return path;
}

void folders_remove(void) {
  while (count > 0) {
    remove_tree(made[--count]);
  }
}

bool folders_remove_other(const char *path) {
  const char *name = strrchr(path, '/');
  if (name == NULL || maker(name + 1) == 0 || !is_own(path)) {
    return false;
  }
  remove_tree(path);
  return true;
}
