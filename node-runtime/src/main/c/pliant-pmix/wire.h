// wire.h - frames to and from the step's supervisor, over the socket that was inherited.
//
// supervisor -> helper: space WORD            name of the world, the same on all nodes, that nobody can guess
//                       layout LENGTH         then for each node "INDEX LENGTH\nNAME RANKS", ranks as in 0-3,8
//                       g CHANNEL LENGTH      the result of a gather, for each node of it "INDEX LENGTH\nBYTES"
// helper -> supervisor: folder LENGTH         a folder that the helper has made, and removes when it ends
//                       ready LENGTH          "NAME=value\0" for the environment of all tasks; PMIX_RANK is each one's own
//                       g CHANNEL NODES LENGTH  a contribution to a gather
//                       c RANK, f RANK        the rank has begun to use PMIx, has said that it is done with it
//                       q RANK CODE SIGNAL LENGTH  the rank wants all tasks to end, with a text
//                       e RANK LENGTH         a text of the rank's for standard error
//                       m LENGTH              why the helper ends
// LENGTH is the number of bytes behind the line.
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum {
  WIRE_LINE = 1200,           // bytes of a line at most
  WIRE_TEXT = 4000,           // bytes of a text for the user at most
  WIRE_RESULT = 64 << 20,     // bytes of a layout, or of the result of a gather
  WIRE_CONTRIBUTION = 16 << 20
};

// Takes the socket with that number. False when it is none.
bool wire_open(int fd);

// Writes one frame: a line without its end, and what comes behind it. Any thread may; frames never mix.
void wire_send(const char *line, const void *bytes, size_t length);

// Reads the next line without its end. False at the end of the socket, where the supervisor is gone or done.
bool wire_line(char line[WIRE_LINE]);

// Reads what is behind a line. The caller frees it; it has one byte more, which is 0.
char *wire_bytes(size_t length);

// A number of decimal digits alone, at most `most`; false when the word is none.
bool wire_number(const char *word, size_t most, size_t *number);

// Tells the supervisor why the helper cannot go on, and ends it.
_Noreturn void wire_give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Memory or the end of the helper.
void *wire_memory(size_t bytes);

#endif
