/** Seeded runs of the pure life cycles under lost, repeated and reordered messages and crashes. */
@NullMarked
package io.pliant.core.faults;

import org.jspecify.annotations.NullMarked;
