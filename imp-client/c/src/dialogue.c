#include "dialogue.h"

#include "session.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct asked {
  struct imp_session *session;
  struct imp_offer offer;
  imp_offer_policy policy;
  void *data;
};

static void answer(struct imp_session *session, long adaptation, const struct imp_answer *answer) {
  static const char *const verdicts[] = {"default", "accept", "part", "counter", "refuse"};
  bool known = answer->verdict >= IMP_DEFAULT && answer->verdict <= IMP_REFUSE;
  bool counts = answer->verdict == IMP_PART || answer->verdict == IMP_COUNTER;
  struct imp_buf line = {0};
  imp_line_start(&line, "answer");
  imp_line_add_number(&line, "adaptation", adaptation);
  imp_line_add(&line, "verdict", known ? verdicts[answer->verdict] : "refuse");
  imp_line_add_number(&line, "nodes", counts && answer->nodes > 0 ? answer->nodes : 0);
  imp_line_add(&line, "reason", !known ? "the program's offer policy gave a verdict that is none" : answer->verdict == IMP_REFUSE && answer->reason ? answer->reason : "");
  imp_line_end(&line);
  imp_agent_say(session, &line);
}

/* The program may take its time: signs of life must go out meanwhile. */
static void *ask_program(void *data) {
  struct asked *asked = data;
  struct imp_answer given = {IMP_DEFAULT, 0, NULL};
  asked->policy(&asked->offer, &given, asked->data);
  pthread_mutex_lock(&asked->session->lock);
  answer(asked->session, asked->offer.adaptation, &given);
  pthread_mutex_unlock(&asked->session->lock);
  free(asked);
  return NULL;
}

static int start(struct asked *asked) {
  sigset_t all, before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int wrong = pthread_create(&thread, NULL, ask_program, asked);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!wrong) pthread_detach(thread);
  return wrong;
}

char *imp_dialogue_offer(struct imp_session *session, const struct imp_line *line) {
  struct imp_dialogue *d = &session->dialogue;
  long adaptation, nodes, size, deadline;
  const char *kind = imp_line_get(line, "kind"), *mandatory = imp_line_get(line, "mandatory");
  if (!imp_line_number(line, "adaptation", &adaptation) || !imp_line_number(line, "nodes", &nodes) || !imp_line_number(line, "size", &size) ||
      !imp_line_number(line, "deadline-ms", &deadline) || !kind || !mandatory) {
    return imp_format("Expected adaptation, kind, nodes, size, mandatory and deadline-ms in an offer, but some are missing.");
  }
  bool expand = !strcmp(kind, "expand");
  if (!expand && strcmp(kind, "shrink")) return imp_format("Expected an offer to expand or shrink, but got '%s'.", kind);
  if (adaptation < d->latest) return NULL;
  d->latest = adaptation;
  struct imp_answer given = {IMP_DEFAULT, 0, NULL};
  if (!d->policy) {
    answer(session, adaptation, &given);
    return NULL;
  }
  struct asked *asked = imp_alloc(NULL, sizeof *asked);
  *asked = (struct asked){session, {adaptation, expand ? IMP_EXPAND : IMP_SHRINK, (int)nodes, (int)size, !strcmp(mandatory, "true"), deadline}, d->policy, d->policy_data};
  int wrong = start(asked);
  if (wrong) {
    free(asked);
    return imp_format("Expected to start a thread for the offer policy, but cannot: %s.", strerror(wrong));
  }
  return NULL;
}

static struct imp_wish *wish_of(struct imp_session *session, const char *word) {
  size_t known = strlen(session->task);
  if (strncmp(word, session->task, known) || word[known] != '-') return NULL;
  char *end;
  unsigned long number = strtoul(word + known + 1, &end, 10);
  return *end || number < 1 || number > session->dialogue.wish_count ? NULL : &session->dialogue.wishes[number - 1];
}

char *imp_dialogue_reply(struct imp_session *session, const struct imp_line *line) {
  const char *word = imp_line_get(line, "request"), *reason = imp_line_get(line, "reason");
  bool granted = !strcmp(imp_line_command(line), "granted");
  long adaptation = 0;
  if (!word || (granted ? !imp_line_number(line, "adaptation", &adaptation) : !reason)) {
    return imp_format("Expected request with adaptation or reason in the line %s, but some are missing.", imp_line_command(line));
  }
  char *name = imp_format("request %s", word);
  imp_agent_settle(session, name);
  free(name);
  struct imp_wish *wish = wish_of(session, word);
  if (wish && wish->state == IMP_ASKED) {
    wish->state = granted ? IMP_GRANTED : IMP_DENIED;
    wish->adaptation = adaptation;
    wish->reason = granted ? NULL : imp_copy(reason, strlen(reason));
  }
  return NULL;
}

int imp_dialogue_ask(struct imp_session *session, const char *kind, int nodes, const char *names) {
  struct imp_dialogue *d = &session->dialogue;
  d->wishes = imp_alloc(d->wishes, (d->wish_count + 1) * sizeof *d->wishes);
  d->wishes[d->wish_count++] = (struct imp_wish){.state = IMP_ASKED};
  int number = (int)d->wish_count;
  if (!session->path) {
    d->wishes[number - 1] = (struct imp_wish){IMP_DENIED, 0, imp_format("there is no scheduler")};
    return number;
  }
  char *word = imp_format("%s-%d", session->task, number), *name = imp_format("request %s", word);
  struct imp_buf line = {0};
  imp_line_start(&line, "request");
  imp_line_add(&line, "request", word);
  imp_line_add(&line, "kind", kind);
  imp_line_add_number(&line, "nodes", nodes);
  if (names) imp_line_add(&line, "names", names);
  imp_line_end(&line);
  imp_agent_owe(session, name, &line);
  free(word);
  free(name);
  return number;
}
