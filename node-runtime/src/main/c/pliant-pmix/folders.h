// folders.h - the folders of one step on one node: for the PMIx server's files, and for memory that its ranks share.
#ifndef FOLDERS_H
#define FOLDERS_H

#include <stdbool.h>

// Makes a folder of our own below `parent`, closed to all others, and tells the supervisor; removes those of helpers that
// were killed. Returns its path, or NULL with errno where it cannot be made.
const char *folders_make(const char *parent);

// Removes all that were made, with what is in them.
void folders_remove(void);

// Removes a folder that another helper made, with what is in it. False when it is none of ours.
bool folders_remove_other(const char *path);

#endif
