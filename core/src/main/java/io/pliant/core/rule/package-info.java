/**
 * Scheduling rules, each written once, over an abstract board: the live policies put the nodes of a
 * view on it, the simulator a mere count of processors.
 */
@NullMarked
package io.pliant.core.rule;

import org.jspecify.annotations.NullMarked;
