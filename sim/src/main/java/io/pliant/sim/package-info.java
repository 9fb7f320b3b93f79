/** The simulator: entry point of the command. */
@NullMarked
package io.pliant.sim;

import org.jspecify.annotations.NullMarked;
