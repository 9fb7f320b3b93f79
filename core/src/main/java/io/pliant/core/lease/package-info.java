/**
 * Nodes that one partition lends to a job of another: pure, two ledgers and one truth for each
 * node.
 */
@NullMarked
package io.pliant.core.lease;

import org.jspecify.annotations.NullMarked;
