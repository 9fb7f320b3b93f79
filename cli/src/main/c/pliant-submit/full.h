// full.h - whatever is not plain is the full command's, so that each message is written in one place.
#ifndef FULL_H
#define FULL_H

#include <stdnoreturn.h>

// Remembers the tree with ./pliant, the name that was called, and `submit` with its arguments, which a NULL ends. The place before
// `submit` is written to.
void full_remember(const char *home, const char *called, char **command);

// The submission's key: from now on it goes on to the full command, so that nothing is submitted twice.
void full_submits(const char *key);

// Starts the full command in place of this program.
noreturn void full_command(void);

#endif
