// main.c - hosts libpmix's server for one node of one step.
//
//   pliant-pmix serve FD INDEX NAME   on the socket FD speaks with the step's supervisor (wire.h), for the node that has that
//                                     index in the step; ends when the socket does
//   pliant-pmix clean FOLDER...       removes folders of one that was killed
//   pliant-pmix --version             says which libpmix it has
//
// Runs as the user. Signals that the step's tasks get are not meant for it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pmix.h>
#include <pmix_server.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "answers.h"
#include "fences.h"
#include "folders.h"
#include "layout.h"
#include "upcalls.h"
#include "wire.h"

enum { MOST_INDEX = 65535, MOST_VALUES = 8, WORLD = 64 };

static layout all;
static const layout_node *own;
static pmix_nspace_t world;
static const char *session;  // folder of the server's files
static const char *shared;   // folder of the ranks' shared memory
static pmix_info_t values[MOST_VALUES];
static size_t count;

static void check(pmix_status_t status, const char *what) {
  if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
    wire_give_up("Expected libpmix to %s, but got %s.", what, PMIx_Error_string(status));
  }
}

static void add(const char *key, const void *value, pmix_data_type_t type) {
  if (count == MOST_VALUES) {
    wire_give_up("Expected at most %d values, but got one more, %s.", MOST_VALUES, key);
  }
  check(PMIx_Info_load(&values[count++], key, value, type), key);
}

// libpmix has made copies of its own.
static void forget_values(void) {
  while (count > 0) {
    PMIX_INFO_DESTRUCT(&values[--count]);
  }
}

static void make_folders(void) {
  const char *wanted = getenv("TMPDIR");
  session = wanted != NULL && *wanted == '/' ? folders_make(wanted) : NULL;
  if (session == NULL) {
    session = folders_make("/tmp");
  }
  if (session == NULL) {
    wire_give_up("Expected to make a folder in /tmp, but %s.", strerror(errno));
  }
  shared = folders_make("/dev/shm");
  if (shared == NULL) {
    shared = session;  // slower, as Open MPI itself does it
  }
}

static void begin_server(const char *node) {
  make_folders();
  setenv("TMPDIR", session, 1);
  add(PMIX_SERVER_TMPDIR, session, PMIX_STRING);
  add(PMIX_SYSTEM_TMPDIR, session, PMIX_STRING);
  add(PMIX_HOSTNAME, node, PMIX_STRING);
  check(PMIx_server_init(upcalls(), values, count), "start its server");
  forget_values();
}

static void register_world(void) {
  char *text = layout_names(&all);
  char *names;
  check(PMIx_generate_regex(text, &names), "take the names of the nodes");
  free(text);
  text = layout_ranks(&all);
  char *ranks;
  check(PMIx_generate_ppn(text, &ranks), "take the ranks of the nodes");
  free(text);
  add(PMIX_NODE_MAP, names, PMIX_REGEX);
  add(PMIX_PROC_MAP, ranks, PMIX_REGEX);
  add(PMIX_TMPDIR, session, PMIX_STRING);
  add(PMIX_NSDIR, session, PMIX_STRING);
  uint32_t size = (uint32_t)all.ranks;
  add(PMIX_UNIV_SIZE, &size, PMIX_UINT32);
  check(PMIx_server_register_nspace(world, (int)own->count, values, count, NULL, NULL), "take the world");
  forget_values();
  free(names);
  free(ranks);
  for (size_t i = 0; i < own->count; i++) {
    pmix_proc_t proc;
    PMIX_LOAD_PROCID(&proc, world, own->ranks[i]);
    check(PMIx_server_register_client(&proc, geteuid(), getegid(), NULL, NULL, NULL), "take a rank");
  }
}

// One of all variables of the environment; all but the rank are the same for each task.
static void put_variable(FILE *out, const char *name, const char *value) {
  fprintf(out, "%s=%s", name, value);
  fputc(0, out);
}

static void tell_ready(void) {
  pmix_proc_t proc;
  PMIX_LOAD_PROCID(&proc, world, own->ranks[0]);
  char **environment = NULL;
  check(PMIx_server_setup_fork(&proc, &environment), "say what its ranks need");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) {
    wire_give_up("Expected memory, but there is none.");
  }
  for (char **one = environment; one != NULL && *one != NULL; one++) {
    if (strncmp(*one, "PMIX_RANK=", strlen("PMIX_RANK=")) != 0) {
      fputs(*one, out);
      fputc(0, out);
    }
  }
  put_variable(out, "OMPI_MCA_btl_vader_backing_directory", shared);  // Open MPI 4
  put_variable(out, "OMPI_MCA_btl_sm_backing_directory", shared);     // Open MPI 5
  if (fclose(out) != 0) {
    wire_give_up("Expected memory for the environment, but there is none.");
  }
  char line[32];
  snprintf(line, sizeof line, "ready %zu", size);
  wire_send(line, text, size);
  free(text);
}

static void take_layout(size_t index, const char *length_word) {
  size_t length;
  if (all.count > 0 || world[0] == 0 || !wire_number(length_word, WIRE_RESULT, &length)) {
    wire_give_up("Expected one layout, of at most %d bytes and after the space, but got '%.40s'.", WIRE_RESULT,
                 length_word);
  }
  char *bytes = wire_bytes(length);
  layout_read(&all, bytes, length);
  free(bytes);
  own = layout_node_at(&all, index);
  if (own->count == 0) {
    wire_give_up("Expected a rank on this node, %s, but the layout has none.", own->name);
  }
  fences_begin(&all, own, world);
  register_world();
  tell_ready();
}

static void take_space(const char *word) {
  size_t length = strlen(word);
  if (world[0] != 0 || length < 16 || length > WORLD || strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-") != length) {
    wire_give_up("Expected one name of the world, of 16 to %d characters, but got '%.80s'.", WORLD, word);
  }
  memcpy(world, word, length + 1);
}

static void take_result(char *words) {
  char *blank = strchr(words, ' ');
  size_t length;
  if (blank == NULL || !wire_number(blank + 1, WIRE_RESULT, &length)) {
    wire_give_up("Expected 'g <channel> <length>' of at most %d bytes, but got 'g %.80s'.", WIRE_RESULT, words);
  }
  *blank = 0;
  fences_result(words, wire_bytes(length), length);
}

static int serve(size_t index, const char *node) {
  answers_begin();
  begin_server(node);
  char line[WIRE_LINE];
  while (wire_line(line)) {
    if (strncmp(line, "g ", 2) == 0) {
      take_result(line + 2);
    } else if (strncmp(line, "space ", 6) == 0) {
      take_space(line + 6);
    } else if (strncmp(line, "layout ", 7) == 0) {
      take_layout(index, line + 7);
    } else {
      wire_give_up("Expected space, layout or g from the supervisor, but got '%.80s'.", line);
    }
  }
  folders_remove();
  _exit(0);  // libpmix's own end would wait for ranks that are gone
}

static int clean(int many, char **paths) {
  int status = 0;
  for (int i = 0; i < many; i++) {
    if (!folders_remove_other(paths[i])) {
      fprintf(stderr, "pliant-pmix: Expected a folder of its own to remove, but got %s.\n", paths[i]);
      status = 1;
    }
  }
  return status;
}

int main(int arguments, char **argument) {
  size_t fd;
  size_t index;
  if (arguments == 2 && strcmp(argument[1], "--version") == 0) {
    printf("pliant-pmix 1 with %s\n", PMIx_Get_version());
    return 0;
  }
  if (arguments > 2 && strcmp(argument[1], "clean") == 0) {
    return clean(arguments - 2, argument + 2);
  }
  if (arguments != 5 || strcmp(argument[1], "serve") != 0 || !wire_number(argument[2], MOST_INDEX, &fd) ||
      !wire_number(argument[3], MOST_INDEX, &index)) {
    fprintf(stderr, "pliant-pmix: Expected 'serve FD INDEX NAME', 'clean FOLDER...' or '--version'.\n");
    return 2;
  }
  for (int number = 1; number < NSIG; number++) {
    if (number != SIGKILL && number != SIGSTOP && number != SIGSEGV && number != SIGBUS && number != SIGABRT &&
        number != SIGCHLD) {
      signal(number, SIG_IGN);  // those above 31 that the C library keeps for itself refuse
    }
  }
  prctl(PR_SET_NAME, "pliant-pmix");
  if (!wire_open((int)fd) || fcntl((int)fd, F_SETFD, FD_CLOEXEC) != 0) {
    fprintf(stderr, "pliant-pmix: Expected the supervisor's socket as file %zu, but it is none.\n", fd);
    return 2;
  }
  return serve(index, argument[4]);
}
