/** What can be asked of the journal's state, and its bytes in the log. */
@NullMarked
package io.pliant.journal.change;

import org.jspecify.annotations.NullMarked;
