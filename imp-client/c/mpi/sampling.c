#include "sampling.h"

#include "imp_task.h"
#include "table.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST_NS 2500000
#define SPREAD_NS 5000000

atomic_int imp_is_communicating;

static struct {
  bool runs;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t stops;
} sampler = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct timespec later(struct timespec time, long nanoseconds) {
  time.tv_nsec += nanoseconds;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return time;
}

/* Random, so that no program whose turns are as long is always met at the same place. */
static void *look(void *unused) {
  (void)unused;
  struct timespec before, now;
  unsigned int seed = (unsigned int)(size_t)&before;
  clock_gettime(CLOCK_MONOTONIC, &before);
  seed ^= (unsigned int)before.tv_nsec;
  pthread_mutex_lock(&sampler.lock);
  while (sampler.runs) {
    struct timespec next = later(before, LEAST_NS + rand_r(&seed) % SPREAD_NS);
    pthread_cond_timedwait(&sampler.stops, &sampler.lock, &next);
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (atomic_load_explicit(&imp_is_communicating, memory_order_relaxed)) {
      imp_report_communication((now.tv_sec - before.tv_sec) * 1000000000LL + now.tv_nsec - before.tv_nsec);
    }
    before = now;
  }
  pthread_mutex_unlock(&sampler.lock);
  return NULL;
}

void imp_sampling_start(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&sampler.stops, &attributes);
  pthread_condattr_destroy(&attributes);
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  sampler.runs = true;
  int wrong = pthread_create(&sampler.thread, NULL, look, NULL);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  if (wrong) imp_die("Expected to start a thread, but cannot: %s.", strerror(wrong));
}

void imp_sampling_stop(void) {
  pthread_mutex_lock(&sampler.lock);
  bool ran = sampler.runs;
  sampler.runs = false;
  if (ran) pthread_cond_signal(&sampler.stops);
  pthread_mutex_unlock(&sampler.lock);
  if (ran) pthread_join(sampler.thread, NULL);
}
