/**
 * What agents and controllers say to each other about a node, which of it is believed, and what a
 * node says of itself.
 */
@NullMarked
package io.pliant.core.node;

import org.jspecify.annotations.NullMarked;
