// upcalls.c - what libpmix asks of its host.
#define _GNU_SOURCE
#include "upcalls.h"

#include <stdio.h>
#include <string.h>

#include "answers.h"
#include "fences.h"
#include "wire.h"

static void send_text(const char *head, const char *text) {
  size_t length = strnlen(text, WIRE_TEXT);
  char line[96];
  snprintf(line, sizeof line, "%s %zu", head, length);
  wire_send(line, text, length);
}

static void send_rank(char what, const pmix_proc_t *proc) {
  char line[32];
  snprintf(line, sizeof line, "%c %u", what, (unsigned)proc->rank);
  wire_send(line, NULL, 0);
}

static pmix_status_t connected(const pmix_proc_t *proc, void *object, pmix_info_t info[], size_t count,
                               pmix_op_cbfunc_t tell, void *of) {
  (void)object, (void)info, (void)count, (void)tell, (void)of;
  send_rank('c', proc);
  return PMIX_OPERATION_SUCCEEDED;
}

// The supervisor has it before the rank can end.
static pmix_status_t finalized(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t tell, void *of) {
  (void)object, (void)tell, (void)of;
  send_rank('f', proc);
  return PMIX_OPERATION_SUCCEEDED;
}

// MPI_Abort: the whole step ends, whomever the rank names.
static pmix_status_t aborted(const pmix_proc_t *proc, void *object, int status, const char text[], pmix_proc_t procs[],
                             size_t count, pmix_op_cbfunc_t tell, void *of) {
  (void)object, (void)procs, (void)count, (void)tell, (void)of;
  char head[64];
  snprintf(head, sizeof head, "q %u %d 0", (unsigned)proc->rank, status & 0xff);
  send_text(head, text == NULL ? "" : text);
  return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t accept_events(pmix_status_t *codes, size_t codes_count, const pmix_info_t info[], size_t count,
                                   pmix_op_cbfunc_t tell, void *of) {
  (void)codes, (void)codes_count, (void)info, (void)count, (void)tell, (void)of;
  return PMIX_OPERATION_SUCCEEDED;  // libpmix itself tells the ranks of this node
}

static pmix_status_t forget_events(pmix_status_t *codes, size_t count, pmix_op_cbfunc_t tell, void *of) {
  (void)codes, (void)count, (void)tell, (void)of;
  return PMIX_OPERATION_SUCCEEDED;
}

// Open MPI's messages to its user.
static void logged(const pmix_proc_t *client, const pmix_info_t data[], size_t count, const pmix_info_t how[],
                   size_t hows, pmix_op_cbfunc_t tell, void *of) {
  (void)how, (void)hows;
  pmix_status_t status = PMIX_ERR_NOT_SUPPORTED;
  for (size_t i = 0; i < count; i++) {
    bool said = strncmp(data[i].key, PMIX_LOG_STDERR, PMIX_MAX_KEYLEN) == 0 ||
                strncmp(data[i].key, PMIX_LOG_STDOUT, PMIX_MAX_KEYLEN) == 0;
    if (said && data[i].value.type == PMIX_STRING && data[i].value.data.string != NULL) {
      char head[32];
      snprintf(head, sizeof head, "e %u", (unsigned)client->rank);
      send_text(head, data[i].value.data.string);
      status = PMIX_SUCCESS;
    }
  }
  answers_operation(tell, of, status);
}

// Refused by an answer: a refusal at once leaves the rank waiting (libpmix 4.2).
static pmix_status_t spawn(const pmix_proc_t *proc, const pmix_info_t info[], size_t count, const pmix_app_t apps[],
                           size_t apps_count, pmix_spawn_cbfunc_t tell, void *of) {
  (void)proc, (void)info, (void)count, (void)apps, (void)apps_count;
  answers_spawn(tell, of, PMIX_ERR_NOT_SUPPORTED);
  return PMIX_SUCCESS;
}

// What a rank of another node has is known by fences alone.
static pmix_status_t ask_other_node(const pmix_proc_t *proc, const pmix_info_t info[], size_t count,
                                    pmix_modex_cbfunc_t tell, void *of) {
  (void)proc, (void)info, (void)count;
  answers_modex(tell, of, PMIX_ERR_NOT_FOUND, NULL, 0);
  return PMIX_SUCCESS;
}

static pmix_status_t allocate(const pmix_proc_t *client, pmix_alloc_directive_t what, const pmix_info_t data[],
                              size_t count, pmix_info_cbfunc_t tell, void *of) {
  (void)client, (void)what, (void)data, (void)count;
  answers_info(tell, of, PMIX_ERR_NOT_SUPPORTED);
  return PMIX_SUCCESS;
}

pmix_server_module_t *upcalls(void) {
  static pmix_server_module_t all = {
      .client_connected2 = connected,
      .client_finalized = finalized,
      .abort = aborted,
      .fence_nb = fences_enter,
      .direct_modex = ask_other_node,
      .spawn = spawn,
      .register_events = accept_events,
      .deregister_events = forget_events,
      .log = logged,
      .allocate = allocate,
  };
  return &all;
}
