@NullMarked
package io.pliant.journal.pekko;

import org.jspecify.annotations.NullMarked;
