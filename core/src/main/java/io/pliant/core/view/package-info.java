/** Immutable snapshots given to a scheduling policy. */
@NullMarked
package io.pliant.core.view;

import org.jspecify.annotations.NullMarked;
