/**
 * What a partition does in its pool: it lends idle nodes to jobs of others, and collects nodes of
 * several partitions for its own. Pure: what it hears goes in, events and words come out.
 */
@NullMarked
package io.pliant.core.lending;

import org.jspecify.annotations.NullMarked;
