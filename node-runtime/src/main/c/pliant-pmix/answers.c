// answers.c - answers to libpmix from a thread of our own: its upcalls may not be answered from within.
#define _GNU_SOURCE
#include "answers.h"

#include <pthread.h>
#include <stdlib.h>

#include "wire.h"

typedef struct answer {
  struct answer *next;
  pmix_op_cbfunc_t operation;
  pmix_spawn_cbfunc_t spawn;
  pmix_info_cbfunc_t info;
  pmix_modex_cbfunc_t modex;
  void *of;
  pmix_status_t status;
  char *bytes;
  size_t length;
} answer;

static answer *first;
static answer **last = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static void give(const answer *one) {
  if (one->operation != NULL) {
    one->operation(one->status, one->of);
  } else if (one->spawn != NULL) {
    pmix_nspace_t none = "";
    one->spawn(one->status, none, one->of);
  } else if (one->info != NULL) {
    one->info(one->status, NULL, 0, one->of, NULL, NULL);
  } else if (one->modex != NULL) {
    one->modex(one->status, one->bytes, one->length, one->of, free, one->bytes);
  }
}

static void *give_all(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (first == NULL) {
      pthread_cond_wait(&more, &lock);
    }
    answer *one = first;
    first = one->next;
    if (first == NULL) {
      last = &first;
    }
    pthread_mutex_unlock(&lock);
    give(one);
    free(one);
  }
  return NULL;
}

static void put(answer with) {
  answer *one = wire_memory(sizeof *one);
  *one = with;
  pthread_mutex_lock(&lock);
  *last = one;
  last = &one->next;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

void answers_begin(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, give_all, NULL);
  if (error != 0) {
    wire_give_up("Expected to start a thread, but got error %d.", error);
  }
  pthread_detach(thread);
}

void answers_operation(pmix_op_cbfunc_t tell, void *of, pmix_status_t status) {
  put((answer){.operation = tell, .of = of, .status = status});
}

void answers_spawn(pmix_spawn_cbfunc_t tell, void *of, pmix_status_t status) {
  put((answer){.spawn = tell, .of = of, .status = status});
}

void answers_info(pmix_info_cbfunc_t tell, void *of, pmix_status_t status) {
  put((answer){.info = tell, .of = of, .status = status});
}

void answers_modex(pmix_modex_cbfunc_t tell, void *of, pmix_status_t status, char *bytes, size_t length) {
  put((answer){.modex = tell, .of = of, .status = status, .bytes = bytes, .length = length});
}
