/** A member's own look at the files of its log before they are used. */
@NullMarked
package io.pliant.journal.log;

import org.jspecify.annotations.NullMarked;
