/** Nodes that are set aside for some users, or for nobody, from one time to another. */
@NullMarked
package io.pliant.core.reservation;

import org.jspecify.annotations.NullMarked;
