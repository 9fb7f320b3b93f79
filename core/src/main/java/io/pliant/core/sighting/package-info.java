/**
 * What a partition has seen of its nodes, meters and programs, and what follows from it for power.
 * Nothing of it is durable: it is told again and again.
 */
@NullMarked
package io.pliant.core.sighting;

import org.jspecify.annotations.NullMarked;
