// request.h - the body of a submission.
#ifndef REQUEST_H
#define REQUEST_H

#include "text.h"
#include "words.h"

// Writes the body of POST /v1/jobs: what is submitted, from where and with which environment. `folder` is the cluster's, `key` the
// submission's. What is not plain is handed over to the full command.
void request_write(text *body, const words *all, const char *home, const char *folder, const char *key);

#endif
