/** Several policies on the same inputs, side by side. */
@NullMarked
package io.pliant.sim.compare;

import org.jspecify.annotations.NullMarked;
