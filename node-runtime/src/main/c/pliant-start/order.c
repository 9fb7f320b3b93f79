#include "order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool order_read(struct order *order, char *bytes, size_t length) {
  order->count = order->at = 0;
  if (length == 0 || bytes[length - 1] != '\0') return false;
  for (char *word = bytes; word < bytes + length; word += strlen(word) + 1) {
    if (order->count == ORDER_WORDS) return false;
    order->words[order->count++] = word;
  }
  return true;
}

char *order_next(struct order *order) {
  return order->at < order->count ? order->words[order->at++] : NULL;
}

long order_number(struct order *order, long most) {
  const char *word = order_next(order);
  if (word == NULL || word[0] < '0' || word[0] > '9') return -1;
  char *end;
  errno = 0;
  long number = strtol(word, &end, 10);
  return errno == 0 && *end == '\0' && number <= most ? number : -1;
}
