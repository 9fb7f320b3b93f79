/** The group: members, agreement, writing in batches, reading what is agreed. */
@NullMarked
package io.pliant.journal.raft;

import org.jspecify.annotations.NullMarked;
