/** The journal, the snapshot store and the stream of tagged events as plugins of Pekko. */
@NullMarked
package io.pliant.journal.pekko;

import org.jspecify.annotations.NullMarked;
