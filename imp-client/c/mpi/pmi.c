#include "pmi.h"

#include "exchange.h"
#include "session.h"
#include "table.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE_MOST 1024

struct pair {
  char *key, *value;
};

static struct {
  pthread_t thread;
  int fd;
  struct imp_group group;
  int rank, context, barriers;
  char name[64];
  struct pair *pairs; /* what all have put before the last barrier */
  size_t count;
  struct imp_buf fresh; /* put since the last barrier: lines "key value" */
} world;

static void add(char *key, char *value) {
  world.pairs = imp_alloc(world.pairs, (world.count + 1) * sizeof *world.pairs);
  world.pairs[world.count++] = (struct pair){key, value};
}

static const char *find(const char *key) {
  for (size_t i = world.count; i-- > 0;) {
    if (!strcmp(world.pairs[i].key, key)) return world.pairs[i].value;
  }
  return NULL;
}

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...) {
  char line[LINE_MOST];
  va_list values;
  va_start(values, format);
  int len = vsnprintf(line, sizeof line - 1, format, values);
  va_end(values);
  if (len < 0 || (size_t)len >= sizeof line - 1) imp_die("Expected to answer MPICH in %d bytes, but it takes %d.", LINE_MOST, len);
  line[len++] = '\n';
  for (int done = 0; done < len;) {
    ssize_t n = send(world.fd, line + done, (size_t)(len - done), MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) return; /* MPICH has closed its end: the reader sees that */
    if (n > 0) done += (int)n;
  }
}

/* The value of a field of "cmd=put kvsname=K key=a value=b", or NULL; to be freed. */
static char *field(const char *line, const char *key) {
  size_t len = strlen(key);
  for (const char *at = line; at; at = strchr(at, ' ')) {
    at += strspn(at, " ");
    if (!strncmp(at, key, len) && at[len] == '=') return imp_copy(at + len + 1, strcspn(at + len + 1, " "));
  }
  return NULL;
}

static void take_pairs(const struct imp_buf *all) {
  size_t at = 0;
  while (at < all->len) {
    const char *line = all->data + at, *end = memchr(line, '\n', all->len - at);
    if (!end) imp_die("Expected lines of what ranks have put, but got one without an end.");
    const char *space = memchr(line, ' ', (size_t)(end - line));
    if (!space) imp_die("Expected a key and a value of what a rank has put, but got one word.");
    add(imp_copy(line, (size_t)(space - line)), imp_copy(space + 1, (size_t)(end - space - 1)));
    at += (size_t)(end - line) + 1;
  }
}

static void barrier(void) {
  struct imp_buf all = {0};
  char *why = NULL;
  int tag = -1 - world.barriers++;
  if (world.group.size == 1) imp_buf_add(&all, world.fresh.data, world.fresh.len);
  else if (!imp_exchange(&imp_the, &world.group, world.context, tag, &world.fresh, &all, &why)) imp_die("%s", why);
  take_pairs(&all);
  imp_buf_free(&all);
  imp_buf_free(&world.fresh);
  say("cmd=barrier_out");
}

static void put(const char *line) {
  char *key = field(line, "key"), *value = field(line, "value");
  if (key && value) {
    imp_buf_format(&world.fresh, "%s %s\n", key, value);
    say("cmd=put_result rc=0 msg=success");
  } else {
    say("cmd=put_result rc=-1 msg=no_key_or_value");
  }
  free(key);
  free(value);
}

static void get(const char *line) {
  char *key = field(line, "key");
  char *mapping = key && !strcmp(key, "PMI_process_mapping") ? imp_pmi_mapping(&world.group) : NULL;
  const char *value = mapping ? mapping : key ? find(key) : NULL;
  if (value) say("cmd=get_result rc=0 msg=success value=%s", value);
  else say("cmd=get_result rc=-1 msg=key_not_found value=unknown");
  free(mapping);
  free(key);
}

static _Noreturn void end_process(const char *line) {
  char *code = field(line, "exitcode");
  int number = code ? atoi(code) : 1;
  fflush(stdout);
  fprintf(stderr, "libimp: rank %d has called MPI_Abort, exit code %d\n", world.rank, number);
  _exit(number & 0xFF ? number & 0xFF : 1);
}

/* One line of MPICH. */
static void serve(const char *line) {
  char *command = field(line, "cmd");
  const char *word = command ? command : line;
  if (!strcmp(word, "init")) say("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
  else if (!strcmp(word, "get_maxes")) say("cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024");
  else if (!strcmp(word, "get_appnum")) say("cmd=appnum appnum=0");
  else if (!strcmp(word, "get_my_kvsname")) say("cmd=my_kvsname kvsname=%s", world.name);
  else if (!strcmp(word, "get_universe_size")) say("cmd=universe_size size=%d", world.group.size);
  else if (!strcmp(word, "barrier_in")) barrier();
  else if (!strcmp(word, "put")) put(line);
  else if (!strcmp(word, "get")) get(line);
  else if (!strcmp(word, "abort")) end_process(line);
  else if (!strcmp(word, "finalize")) say("cmd=finalize_ack");
  else if (!strcmp(word, "publish_name")) say("cmd=publish_result rc=-1 msg=not_served");
  else if (!strcmp(word, "unpublish_name")) say("cmd=unpublish_result rc=-1 msg=not_served");
  else if (!strcmp(word, "lookup_name")) say("cmd=lookup_result rc=-1 msg=not_served");
  else imp_die("Expected a command of PMI-1 that is served to malleable programs, but MPICH says '%s'.", line);
  free(command);
}

static void *run(void *data) {
  (void)data;
  struct imp_buf in = {0};
  char bytes[4096], *end;
  while (true) {
    ssize_t n = recv(world.fd, bytes, sizeof bytes, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break; /* MPICH has finalized */
    imp_buf_add(&in, bytes, (size_t)n);
    while (in.len && (end = memchr(in.data, '\n', in.len))) {
      size_t len = (size_t)(end - in.data);
      char *line = imp_copy(in.data, len);
      imp_buf_drop(&in, len + 1);
      serve(line);
      free(line);
    }
    if (in.len > 4 * LINE_MOST) imp_die("Expected lines of PMI-1 from MPICH, but got one of more than %zu bytes.", in.len);
  }
  imp_buf_free(&in);
  return NULL;
}

static void set_number(const char *name, int number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  setenv(name, text, 1);
}

void imp_pmi_start(const struct imp_group *group, int rank, int context) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) imp_die("Expected a pair of sockets for PMI, but: %s", strerror(errno));
  world.fd = ends[0];
  world.rank = rank;
  world.context = context;
  world.barriers = 0;
  imp_group_copy(&world.group, group);
  snprintf(world.name, sizeof world.name, "imp_%d", context);
  set_number("PMI_FD", ends[1]);
  set_number("PMI_RANK", rank);
  set_number("PMI_SIZE", group->size);
  unsetenv("PMI_PORT"); /* the step's own server, for programs that do not change their size */
  unsetenv("PMI_ID");
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int wrong = pthread_create(&world.thread, NULL, run, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (wrong) imp_die("Expected to start a thread for PMI, but cannot: %s.", strerror(wrong));
}

void imp_pmi_stop(void) {
  pthread_join(world.thread, NULL); /* MPICH closes its end in MPI_Finalize */
  close(world.fd);
  pthread_mutex_lock(&imp_the.lock);
  imp_fabric_purge(&imp_the, world.context);
  pthread_mutex_unlock(&imp_the.lock);
  for (size_t i = 0; i < world.count; i++) {
    free(world.pairs[i].key);
    free(world.pairs[i].value);
  }
  free(world.pairs);
  world.pairs = NULL;
  world.count = 0;
  imp_buf_free(&world.fresh);
  imp_group_free(&world.group);
}
