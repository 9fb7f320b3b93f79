/** The suite of properties that every policy passes, whichever world it decides for. */
@NullMarked
package io.pliant.sim.suite;

import org.jspecify.annotations.NullMarked;
