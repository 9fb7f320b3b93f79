/**
 * The power corridor: bounds on the watts of a machine, and which sizes of its jobs keep them. Pure
 * arithmetic; knows nothing of policies. Watts are those of nodes, at the meter of the nodes.
 */
@NullMarked
package io.pliant.core.power;

import org.jspecify.annotations.NullMarked;
