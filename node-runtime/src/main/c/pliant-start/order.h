/* An order of a supervisor, taken apart word by word. */
#ifndef PLIANT_ORDER_H
#define PLIANT_ORDER_H

#include <stdbool.h>
#include <stddef.h>

enum { ORDER_BYTES = 65536, ORDER_WORDS = 8192 };

/* The words of an order, each ended by a zero byte, and which one is next. */
struct order {
  char *words[ORDER_WORDS];
  size_t count;
  size_t at;
};

/* Finds the words in bytes of that length; false when the last one is cut off, or there are too many. */
bool order_read(struct order *order, char *bytes, size_t length);

/* The next word, or NULL when there is none. */
char *order_next(struct order *order);

/* The next word as a number from 0 to most, or -1. */
long order_number(struct order *order, long most);

#endif
