/**
 * The journal: events of many entities, kept by a group of equal members that agree by Raft. It
 * knows nothing of what the events mean.
 */
@NullMarked
package io.pliant.journal;

import org.jspecify.annotations.NullMarked;
