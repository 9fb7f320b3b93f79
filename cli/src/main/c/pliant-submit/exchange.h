// exchange.h - a request to a controller of this host.
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "text.h"

// Posts the body to any controller of the cluster in a state folder, over its socket; returns the content of its answer.
// No controller, no answer within 15 s and any answer but 200 and 201 are handed over to the full command.
const char *exchange_post(const char *folder, const char *target, const text *body);

#endif
