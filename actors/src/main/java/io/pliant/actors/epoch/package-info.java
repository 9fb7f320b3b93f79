/** How a controller learns in which epoch its cluster is, before it decides anything. */
@NullMarked
package io.pliant.actors.epoch;

import org.jspecify.annotations.NullMarked;
