/* What a process does to become a task. */
#ifndef PLIANT_TASK_H
#define PLIANT_TASK_H

#include "order.h"

/*
 * In the new process: says its number, does as it is ordered, and becomes the task. When that fails it says why, and ends with
 * status 1; a program that cannot be executed is told on its own standard error and ends with the number of the error.
 */
_Noreturn void task_become(struct order *order, int line);

#endif
