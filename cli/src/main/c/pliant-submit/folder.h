// folder.h - the working folder, and the state folder of a cluster.
#ifndef FOLDER_H
#define FOLDER_H

// The working folder, as the kernel names it.
const char *folder_working(void);

// Absolute path of the state folder: as given, else $PLIANT_HOME, else ~/.pliant. One with . or .. in it is handed over to the full command.
const char *folder_of_state(const char *given);

#endif
