/** A partition alone, with what surrounds it played by the test. */
@NullMarked
package io.pliant.actors.partition;

import org.jspecify.annotations.NullMarked;
