/**
 * The accounting read side: built from the journal alone, in memory, bounded, made anew at each
 * start.
 */
@NullMarked
package io.pliant.actors.accounting;

import org.jspecify.annotations.NullMarked;
