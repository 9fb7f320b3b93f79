/*
 * pliant-start: starts the tasks of plain steps for one supervisor, whose program is so large that a fork of it costs more than all
 * else of a short step. docs/adr/0002-step-supervisor.md says how the two go together.
 *
 * Standard input is its end of a socket that keeps records apart (SOCK_SEQPACKET); it ends with the supervisor. An order is one
 * record of words that end with a zero byte: a control group of version 2 to begin in, or nothing; then what the new process is to
 * do, as task.c has it. The new process is a child of the supervisor, not of this one. What is said:
 *
 *   h          once, before all else: it is here
 *   p PID      from the new process, as the first
 *   w WHY      from the new process: it could not become the task
 *   r          the new process has become the task, or ended
 *   c ERROR    there is no new process; a number as of errno
 *
 * The last of an order is always r or c.
 */
#define _GNU_SOURCE
#include "order.h"
#include "task.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Waits until the new process has another program, or is gone. Its number, or -1. */
static long new_process(const char *group) {
  struct clone_args arguments = {.flags = CLONE_PARENT | CLONE_VFORK};
  int fd = -1;
  if (group[0] != '\0') {
    fd = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -1;
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = (uint64_t)fd;
  }
  long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
  int error = errno;
  if (pid != 0 && fd >= 0) close(fd);
  errno = error;
  return pid;
}

static void obey(char *bytes, size_t length, int line) {
  static struct order order;
  char said[32] = "r";
  const char *group = length <= ORDER_BYTES && order_read(&order, bytes, length) ? order_next(&order) : NULL;
  long pid = -1;
  errno = EINVAL;
  if (group != NULL) pid = new_process(group);
  if (pid == 0) task_become(&order, line);
  if (pid < 0) snprintf(said, sizeof said, "c %d", errno);
  if (write(line, said, strlen(said)) < 0) _exit(0); /* the supervisor is gone */
}

int main(int count, char **words) {
  static char bytes[ORDER_BYTES];
  if (count == 2 && strcmp(words[1], "--version") == 0) {
    puts("pliant-start 1");
    return 0;
  }
  int line = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  if (line < 0 || dup2(STDOUT_FILENO, STDIN_FILENO) < 0) {
    fputs("pliant-start: expected to be started by a supervisor; there is nothing in it for people.\n", stderr);
    return 2;
  }
  if (write(line, "h", 1) < 0) return 0;
  while (1) {
    ssize_t length = recv(line, bytes, sizeof bytes, MSG_TRUNC); /* how long it is, even if it is too long */
    if (length > 0) obey(bytes, (size_t)length, line);
    else if (length == 0 || errno != EINTR) return 0;
  }
}
