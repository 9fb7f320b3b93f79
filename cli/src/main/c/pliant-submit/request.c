// request.c - the body of a submission: the record that cli's SubmitCommand writes as well.
#define _GNU_SOURCE
#include "request.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "full.h"

enum { LONGEST_SCRIPT = 4 << 20, LONGEST_NUMBER = 18, MOST_OWN = 16 };

typedef struct {
  const char *name;
  const char *value;
} variable;

// Adds a key and its value, with a comma before all but the first.
static void field(text *to, const char *key, const char *value) {
  if (to->bytes[to->length - 1] != '{') {
    text_add(to, ",", 1);
  }
  text_add_json(to, key, strlen(key));
  text_add(to, ":", 1);
  text_add_json(to, value, strlen(value));
}

static void list(text *to, char *const *items, size_t count) {
  text_add(to, "[", 1);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) {
      text_add(to, ",", 1);
    }
    text_add_json(to, items[i], strlen(items[i]));
  }
  text_add(to, "]", 1);
}

// Whether an option of the client's, or several partitions, may stand in a line of options. More than that is no harm.
static bool is_plain_line(const char *line, size_t length) {
  static const char *const marks[] = {"#SBATCH", "#PLIANT"};
  static const char *const names[] = {"--pars", "--wait", "--qu", "--he", "--nodef", "--te"};
  bool options = false;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    size_t mark = strlen(marks[i]);
    options = options || (length > mark && memcmp(line, marks[i], mark) == 0 && line[mark] != '_' && !isalnum((unsigned char)line[mark]));
  }
  if (!options) {
    return true;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (memmem(line, length, names[i], strlen(names[i])) != NULL) {
      return false;
    }
  }
  for (size_t i = 1; i + 1 < length; i++) {
    if (line[i] != '-' || !isspace((unsigned char)line[i - 1])) {
      continue;
    }
    size_t letter = i + 1;
    while (letter < length && isalpha((unsigned char)line[letter])) {
      if (strchr("WQhF", line[letter++]) != NULL) {
        return false;
      }
    }
  }
  bool partition = memmem(line, length, "-p", strlen("-p")) != NULL || memmem(line, length, "--part", strlen("--part")) != NULL;
  return !partition || memchr(line, ',', length) == NULL;
}

static void read_script(text *script, const words *all) {
  if (all->wrap != NULL) {
    if (*all->rest != NULL) {
      full_command();
    }
    text_add_string(script, "#!/bin/sh\n# Written by pliant submit --wrap.\n\n");
    text_add_string(script, all->wrap);
    text_add_string(script, "\n");
    return;
  }
  struct stat file;
  if (*all->rest == NULL || stat(*all->rest, &file) != 0 || !S_ISREG(file.st_mode) || file.st_size >= LONGEST_SCRIPT) {
    full_command();
  }
  if (!text_read_file(script, *all->rest, LONGEST_SCRIPT)) {
    full_command();
  }
  for (const char *line = script->bytes, *end = script->bytes + script->length; line < end;) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    size_t length = (size_t)((stop == NULL ? end : stop) - line);
    if (!is_plain_line(line, length)) {
      full_command();
    }
    line += length + 1;
  }
}

// Variables that Slurm's sbatch sets: where from, with which limits. Returns how many.
static size_t own_variables(variable own[MOST_OWN], const char *home, const char *folder) {
  static const struct {
    const char *name;
    int which;
  } limits[] = {
      {"AS", RLIMIT_AS},           {"CORE", RLIMIT_CORE},     {"CPU", RLIMIT_CPU},     {"DATA", RLIMIT_DATA}, {"FSIZE", RLIMIT_FSIZE},
      {"MEMLOCK", RLIMIT_MEMLOCK}, {"NOFILE", RLIMIT_NOFILE}, {"NPROC", RLIMIT_NPROC}, {"RSS", RLIMIT_RSS},   {"STACK", RLIMIT_STACK},
  };
  static char names[sizeof limits / sizeof *limits][32], values[sizeof limits / sizeof *limits][32], umask_text[8];
  static text host, path;
  size_t count = 0;
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)limits[i].which, &limit) != 0) {
      full_command();
    }
    snprintf(names[i], sizeof names[i], "SLURM_RLIMIT_%s", limits[i].name);
    int digits = snprintf(values[i], sizeof values[i], "%ju", (uintmax_t)limit.rlim_cur);
    own[count++] = (variable){names[i], limit.rlim_cur == RLIM_INFINITY || digits > LONGEST_NUMBER ? "unlimited" : values[i]};
  }
  mode_t mask = umask(0);
  umask(mask);
  snprintf(umask_text, sizeof umask_text, "%04o", (unsigned)mask);
  own[count++] = (variable){"SLURM_UMASK", umask_text};
  if (text_read_file(&host, "/proc/sys/kernel/hostname", 256) && host.length > 1) {
    host.bytes[strcspn(host.bytes, " \n")] = 0;
    own[count++] = (variable){"SLURM_SUBMIT_HOST", host.bytes};
  }
  own[count++] = (variable){"PLIANT_HOME", folder};
  const char *was = getenv("PATH");
  was = was != NULL ? was : "/usr/local/bin:/usr/bin:/bin";
  text_add_string(&path, home);
  text_add_string(&path, "/libexec/slurm");
  bool there = strncmp(was, path.bytes, path.length) == 0 && (was[path.length] == ':' || was[path.length] == 0);
  if (!there) {
    text_add(&path, ":", 1);
    text_add_string(&path, was);
  }
  own[count++] = (variable){"PATH", there ? was : path.bytes};
  return count;
}

static int by_name(const void *left, const void *right) { return strcmp(((const variable *)left)->name, ((const variable *)right)->name); }

// In the order of their names, so that the same environment is the same text: controllers keep it once.
static void environment(text *to, const char *home, const char *folder) {
  static const char *const kept[] = {"PLIANT_TOKEN", "PLIANT_SUBMISSION_KEY"};
  extern char **environ;
  size_t count = 0, most = MOST_OWN;
  for (char **one = environ; *one != NULL; one++) {
    most++;
  }
  variable *all = calloc(most, sizeof *all);
  if (all == NULL) {
    full_command();
  }
  count = own_variables(all, home, folder);
  size_t own = count;
  for (char **one = environ; *one != NULL; one++) {
    char *equals = strchr(*one, '=');
    char *name = equals == NULL || equals == *one ? NULL : strndup(*one, (size_t)(equals - *one));
    bool ours = name == NULL;
    for (size_t i = 0; !ours && i < own; i++) {
      ours = strcmp(name, all[i].name) == 0;
    }
    for (size_t i = 0; !ours && i < sizeof kept / sizeof *kept; i++) {
      ours = strcmp(name, kept[i]) == 0;
    }
    if (!ours) {
      all[count++] = (variable){name, equals + 1};
    }
  }
  qsort(all, count, sizeof *all, by_name);
  text_add(to, "{", 1);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && strcmp(all[i].name, all[i - 1].name) == 0) {
      full_command();
    }
    field(to, all[i].name, all[i].value);
  }
  text_add(to, "}", 1);
}

void request_write(text *body, const words *all, const char *home, const char *folder, const char *key) {
  text script = {0};
  read_script(&script, all);
  const char *name = all->wrap != NULL ? "wrap" : *all->rest;
  const char *slash = strrchr(name, '/');
  char **arguments = all->wrap != NULL ? all->rest : all->rest + 1;
  size_t count = 0;
  while (arguments[count] != NULL) {
    count++;
  }
  text_add_string(body, "{\"script\":");
  text_add_json(body, script.bytes, script.length);
  text_add_string(body, ",\"scriptName\":");
  text_add_json(body, slash == NULL ? name : slash + 1, strlen(slash == NULL ? name : slash + 1));
  text_add_string(body, ",\"scriptArguments\":");
  list(body, arguments, count);
  text_add_string(body, ",\"options\":");
  list(body, all->options, all->count);
  text_add_string(body, ",\"command\":[],\"io\":null,\"workingDirectory\":");
  const char *here = folder_working();
  text_add_json(body, here, strlen(here));
  text_add_string(body, ",\"environment\":");
  environment(body, home, folder);
  field(body, "submissionKey", key);
  text_add(body, "}", 1);
}
