/**
 * The journal: which database holds the events, how it is opened, and how events are read back in
 * order.
 */
@NullMarked
package io.pliant.actors.journal;

import org.jspecify.annotations.NullMarked;
