// main.c - pliant submit without a start of Java: the plain case of a batch script for a cluster of this host.
//   pliant-submit HOME CALLED-AS submit ARGUMENT...
// Not plain: --wait, --help, --json, a fault, a refusal, a warning, no controller. The submission key goes on to the full command.
// libexec/quick/submit.pl does the same where there is no C compiler.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "exchange.h"
#include "folder.h"
#include "full.h"
#include "request.h"
#include "text.h"
#include "words.h"

// Options may stand in variables.
static void expect_no_options_in_variables(void) {
  extern char **environ;
  static const char batch[] = "SBATCH_", hosts[] = "SLURM_HOSTFILE=";
  for (char **one = environ; *one != NULL; one++) {
    if (strncmp(*one, batch, strlen(batch)) == 0 || strncmp(*one, hosts, strlen(hosts)) == 0) {
      full_command();
    }
  }
}

// The key of this submission alone, or of the one that a retry repeats.
static const char *submission_key(void) {
  static char fresh[sizeof "retry-" + 32];
  unsigned char bytes[16];
  const char *given = getenv("PLIANT_SUBMISSION_KEY");
  if (given != NULL) {
    return given;
  }
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    full_command();
  }
  char *at = fresh + sprintf(fresh, "retry-");
  for (size_t i = 0; i < sizeof bytes; i++) {
    at += sprintf(at, "%02x", bytes[i]);
  }
  return fresh;
}

// What stands behind a key and its colon in a short object of JSON; else the full command says what there was.
static const char *value_of(const char *json, const char *key) {
  const char *at = strstr(json, key);
  at = at == NULL ? "" : at + strlen(key);
  at += strspn(at, " \t\r\n");
  if (*at++ != ':') {
    full_command();
  }
  return at + strspn(at, " \t\r\n");
}

int main(int count, char **given) {
  if (count < 4) {
    fprintf(stderr, "Expected HOME CALLED-AS submit ARGUMENT..., but got %d words. This program is started by ./pliant.\n", count - 1);
    return 2;
  }
  const char *home = realpath(given[1], NULL);
  full_remember(home != NULL ? home : given[1], given[2], given + 3);
  expect_no_options_in_variables();
  char *table = NULL;
  if (home == NULL || asprintf(&table, "%s/target/dist/submit.options", home) < 0) {
    full_command();
  }
  words all;
  words_read(&all, table, given + 4);
  const char *folder = folder_of_state(all.folder);
  const char *key = submission_key();
  full_submits(key);
  text body = {0};
  request_write(&body, &all, home, folder, key);
  const char *answer = exchange_post(folder, "/v1/jobs", &body);
  const char *job = value_of(answer, "\"job\"");
  size_t digits = strspn(job, "0123456789");
  const char *warnings = value_of(answer, "\"warnings\"");
  if (digits == 0 || *warnings != '[' || warnings[1 + strspn(warnings + 1, " \t\r\n")] != ']') {
    full_command();
  }
  if (all.quiet && !all.parsable) {
    return 0;
  }
  bool said = printf(all.parsable ? "%.*s\n" : "Submitted batch job %.*s\n", (int)digits, job) > 0;
  return said && fclose(stdout) == 0 ? 0 : 1;
}
