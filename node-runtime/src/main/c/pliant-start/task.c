#define _GNU_SOURCE
#include "task.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SAID_BYTES = 2048, CPU_BYTES = 1024, BUSY_SECONDS = 30, BUSY_NAP_NANOS = 2000000 };

/* Never returns: says a reason to the supervisor, who ends the step. */
static _Noreturn void give_up(int line, const char *why, const char *error) {
  char said[SAID_BYTES];
  int length = snprintf(said, sizeof said, "w %s%s%s", why, error, error[0] != '\0' ? "." : "");
  if (length >= (int)sizeof said) length = sizeof said - 1;
  ssize_t ignored = write(line, said, (size_t)length);
  (void)ignored; /* the supervisor is gone, and so is the step */
  _exit(1);
}

static _Noreturn void misunderstood(int line) {
  give_up(line, "NODE_FAULT Expected an order as order.h has it, but got another one", "");
}

static const char *word_of(struct order *order, int line) {
  const char *word = order_next(order);
  if (word == NULL) misunderstood(line);
  return word;
}

/* w PATH TEXT WHY: writes the text to a file of the kernel. Without a WHY it may fail. */
static void write_text(struct order *order, int line) {
  const char *path = word_of(order, line);
  const char *text = word_of(order, line);
  const char *why = word_of(order, line);
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  ssize_t count = fd < 0 ? -1 : write(fd, text, strlen(text));
  if (count < 0 && why[0] != '\0') give_up(line, why, strerror(errno));
  if (fd >= 0) close(fd);
}

static int digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* a MASK WHY: runs on these cpus alone; two hexadecimal digits for each byte of the kernel's mask. */
static void bind_to_cpus(struct order *order, int line) {
  const char *hex = word_of(order, line);
  const char *why = word_of(order, line);
  unsigned char mask[CPU_BYTES] = {0};
  size_t length = strlen(hex) / 2;
  if (length == 0 || length > sizeof mask || strlen(hex) % 2 != 0) misunderstood(line);
  for (size_t i = 0; i < length; i++) {
    int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) misunderstood(line);
    mask[i] = (unsigned char)(high << 4 | low);
  }
  if (syscall(SYS_sched_setaffinity, 0, length, mask) < 0) give_up(line, why, strerror(errno));
}

/* o FD FLAGS PATH WHY: opens a file of the user and has it under that number. Nobody at the other end of a pipe is no reason to wait. */
static void open_stream(struct order *order, int line) {
  long number = order_number(order, 2);
  long flags = order_number(order, 0x7fffffff);
  const char *path = word_of(order, line);
  const char *why = word_of(order, line);
  if (number < 0 || flags < 0) misunderstood(line);
  int fd = open(path, (int)flags | O_NONBLOCK | O_CLOEXEC, 0666);
  if (fd < 0) give_up(line, why, strerror(errno));
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  if (dup2(fd, (int)number) < 0) give_up(line, why, strerror(errno));
  close(fd);
}

/* l NUMBER VALUE: what the user had where he submitted, - for no limit; never above what the node gives him. */
static void inherit_limit(struct order *order, int line) {
  long number = order_number(order, RLIM_NLIMITS - 1);
  const char *value = word_of(order, line);
  struct rlimit limit;
  if (number < 0) misunderstood(line);
  if (getrlimit((int)number, &limit) != 0) return;
  rlim_t asked = value[0] == '-' ? RLIM_INFINITY : strtoull(value, NULL, 10);
  limit.rlim_cur = asked > limit.rlim_max ? limit.rlim_max : asked;
  setrlimit((int)number, &limit);
}

/* Why the node could not run a script, or NULL when that may be the user's own doing. As lacking in tasks.pl. */
static const char *lacking(const char *command, char *text, size_t size) {
  static const char *const SHELLS[] = {"/bin/sh", "/bin/bash", "/usr/bin/env"};
  char head[256] = "";
  int fd = open(command, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    snprintf(text, size, "NODE_FAULT Expected the script %s, but it is gone.", command);
    return text;
  }
  ssize_t count = read(fd, head, sizeof head - 1);
  close(fd);
  if (count < 2 || strncmp(head, "#!", 2) != 0) return NULL;
  const char *shell = head + 2 + strspn(head + 2, " \t");
  size_t length = strcspn(shell, " \t\r\n");
  for (size_t i = 0; i < sizeof SHELLS / sizeof *SHELLS; i++) {
    if (strlen(SHELLS[i]) != length || strncmp(shell, SHELLS[i], length) != 0) continue;
    if (access(SHELLS[i], F_OK) == 0) return NULL;
    snprintf(text, size, "NODE_FAULT Expected %s on this node, but there is none.", SHELLS[i]);
    return text;
  }
  return NULL;
}

/*
 * A child that the agent forked while it wrote the script, to ask a sensor perhaps, has the script open until it executes its own
 * program: that is waited for. Returns with errno saying why it does not work.
 */
static void execute(char **arguments, char **environment) {
  struct timespec begun, now, nap = {0, BUSY_NAP_NANOS};
  clock_gettime(CLOCK_BOOTTIME, &begun);
  while (1) {
    execvpe(arguments[0], arguments, environment);
    if (errno != ETXTBSY) return;
    clock_gettime(CLOCK_BOOTTIME, &now);
    if (now.tv_sec - begun.tv_sec >= BUSY_SECONDS) return;
    nanosleep(&nap, NULL);
    errno = ETXTBSY;
  }
}

/* e COUNT WORDS COUNT NAME=VALUE...: the last of all: becomes the program. */
static _Noreturn void run(struct order *order, int line) {
  static char numbers[2][48];
  static char *arguments[ORDER_WORDS + 1], *environment[ORDER_WORDS + 3];
  long words = order_number(order, ORDER_WORDS);
  if (words < 1) misunderstood(line);
  for (long i = 0; i < words; i++) arguments[i] = (char *)word_of(order, line);
  long variables = order_number(order, ORDER_WORDS);
  if (variables < 0) misunderstood(line);
  for (long i = 0; i < variables; i++) environment[i] = (char *)word_of(order, line);
  snprintf(numbers[0], sizeof numbers[0], "SLURM_TASK_PID=%d", (int)getpid());
  snprintf(numbers[1], sizeof numbers[1], "PLIANT_TASK_PID=%d", (int)getpid());
  environment[variables] = numbers[0];
  environment[variables + 1] = numbers[1];
  execute(arguments, environment);
  int error = errno;
  char text[SAID_BYTES];
  const char *lacks = error == ENOENT ? lacking(arguments[0], text, sizeof text) : NULL;
  if (lacks != NULL) give_up(line, lacks, "");
  dprintf(STDERR_FILENO, "pliant: error: execve(): %s: %s\n", arguments[0], strerror(error));
  _exit(error);
}

/* i UID GID WHY COUNT GROUPS: becomes the user for good. */
static void become_user(struct order *order, int line) {
  static gid_t groups[ORDER_WORDS];
  long uid = order_number(order, UINT32_MAX - 1L);
  long gid = order_number(order, UINT32_MAX - 1L);
  const char *why = word_of(order, line);
  long count = order_number(order, ORDER_WORDS);
  if (uid < 0 || gid < 0 || count < 0) misunderstood(line);
  for (long i = 0; i < count; i++) {
    long group = order_number(order, UINT32_MAX - 1L);
    if (group < 0) misunderstood(line);
    groups[i] = (gid_t)group;
  }
  if (setgroups((size_t)count, groups) < 0 || setgid((gid_t)gid) < 0 || setuid((uid_t)uid) < 0) give_up(line, why, strerror(errno));
  uid_t real, effective, saved;
  if (getresuid(&real, &effective, &saved) < 0 || real != (uid_t)uid || effective != (uid_t)uid || saved != (uid_t)uid)
    give_up(line, why, strerror(EPERM));
}

static void change_folder(struct order *order, int line) {
  const char *folder = word_of(order, line);
  const char *why = word_of(order, line);
  if (chdir(folder) < 0) give_up(line, why, strerror(errno));
}

static void must_be_runnable(struct order *order, int line) {
  const char *path = word_of(order, line);
  const char *why = word_of(order, line);
  if (access(path, X_OK) < 0) give_up(line, why, "");
}

static void set_umask(struct order *order, int line) {
  long mask = order_number(order, 0777);
  if (mask < 0) misunderstood(line);
  umask((mode_t)mask);
}

/* d FD FROM: has the same file under another number. */
static void same_stream(struct order *order, int line) {
  long number = order_number(order, 2);
  long from = order_number(order, 2);
  if (number < 0 || from < 0) misunderstood(line);
  if (dup2((int)from, (int)number) < 0) give_up(line, "NODE_FAULT Expected to duplicate a stream, but ", strerror(errno));
}

_Noreturn void task_become(struct order *order, int line) {
  char said[32];
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0);
  int length = snprintf(said, sizeof said, "p %d", (int)getpid());
  if (write(line, said, (size_t)length) < 0) _exit(1); /* nobody would know of it */
  while (1) {
    switch (word_of(order, line)[0]) {
      case 'w': write_text(order, line); break;
      case 'a': bind_to_cpus(order, line); break;
      case 'u': set_umask(order, line); break;
      case 'i': become_user(order, line); break;
      case 'c': change_folder(order, line); break;
      case 'x': must_be_runnable(order, line); break;
      case 'o': open_stream(order, line); break;
      case 'd': same_stream(order, line); break;
      case 'l': inherit_limit(order, line); break;
      case 'e': run(order, line);
      default: misunderstood(line);
    }
  }
}
