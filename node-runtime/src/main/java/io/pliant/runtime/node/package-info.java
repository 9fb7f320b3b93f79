/** The node role: dials controllers, starts the tasks of steps, reports how they end. */
@NullMarked
package io.pliant.runtime.node;

import org.jspecify.annotations.NullMarked;
