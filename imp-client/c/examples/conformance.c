/*
 * The program that libexec/adapt-conformance asks for: it probes, enters windows and moves no data.
 *   make -C imp-client/c core && libexec/adapt-conformance imp-client/c/target/conformance
 */
#include <imp_task.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct words {
  long turns; /* -1: for ever */
  char *offer, *request;
  bool give_up;
};

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, imp_error());
  return 1;
}

static bool starts(const char *text, const char *start, char **rest) {
  size_t len = strlen(start);
  if (strncmp(text, start, len)) return false;
  *rest = (char *)text + len;
  return true;
}

static bool read_words(struct words *words, char *text) {
  char *at, *rest;
  for (at = strtok(text, " "); at; at = strtok(NULL, " ")) {
    if (starts(at, "turns=", &rest)) words->turns = strtol(rest, NULL, 10);
    else if (starts(at, "offer=", &rest)) words->offer = rest;
    else if (starts(at, "request=", &rest)) words->request = rest;
    else if (!strcmp(at, "window=abort")) words->give_up = true;
    else {
      fprintf(stderr, "Expected turns=, offer=, request= or window=abort, but got '%s'.\n", at);
      return false;
    }
  }
  return true;
}

static void answer(const struct imp_offer *offer, struct imp_answer *answer, void *data) {
  char *text = data, *rest;
  (void)offer;
  if (!strcmp(text, "accept")) {
    answer->verdict = IMP_ACCEPT;
  } else if (starts(text, "part:", &rest)) {
    answer->verdict = IMP_PART;
    answer->nodes = atoi(rest);
  } else if (starts(text, "counter:", &rest)) {
    answer->verdict = IMP_COUNTER;
    answer->nodes = atoi(rest);
  } else if (starts(text, "refuse:", &rest)) {
    answer->verdict = IMP_REFUSE;
    answer->reason = rest;
  }
}

static int ask(char *text) {
  char *rest;
  if (starts(text, "grow:", &rest)) return imp_grow(atoi(rest));
  if (!starts(text, "release:", &rest)) return IMP_ERROR;
  if (rest[strspn(rest, "0123456789")] == 0) return imp_release(atoi(rest));
  const char *names[64];
  int count = 0;
  for (char *at = strtok(rest, "+"); at && count < 64; at = strtok(NULL, "+")) names[count++] = at;
  return imp_release_nodes(names, count);
}

static int pass_window(struct words *words) {
  struct imp_window window;
  enum imp_outcome outcome;
  if (imp_begin(&window)) return IMP_ERROR;
  if (!window.open) return IMP_OK;
  if (!words->give_up || window.kind == IMP_LOSS) return imp_commit(&outcome);
  words->give_up = false;
  return imp_abort("as it was told", &outcome);
}

int main(void) {
  struct words words = {.turns = -1};
  const char *told = getenv("PLIANT_CONFORMANCE");
  char *text = strdup(told ? told : "");
  if (!text || !read_words(&words, text)) return 2;
  if (words.offer) imp_on_offer(answer, words.offer);
  if (imp_open()) return failed("open");
  bool enter = imp_task_status() == IMP_JOINING;
  if (!enter && words.request && ask(words.request) < 1) return failed("request");
  for (long turn = 0; words.turns < 0 || turn < words.turns; turn++) {
    nanosleep(&(struct timespec){0, 2000000}, NULL);
    if (!enter) {
      int told_by_probe = imp_probe(&enter);
      if (told_by_probe == IMP_ERROR) return failed("probe");
      if (told_by_probe == IMP_GONE) enter = true;
    }
    if (enter && pass_window(&words)) return failed("window");
    enter = false;
    if (!imp_job_size()) break; /* it leaves, or could not join */
  }
  free(text);
  return imp_close() ? failed("close") : 0;
}
