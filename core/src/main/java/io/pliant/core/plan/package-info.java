/** Plans: decisions, their check against the newest state, and the scheduling round. */
@NullMarked
package io.pliant.core.plan;

import org.jspecify.annotations.NullMarked;
