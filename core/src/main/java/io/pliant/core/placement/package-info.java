/** Choosing the slices of a job: free resources of a round, and where a request fits into them. */
@NullMarked
package io.pliant.core.placement;

import org.jspecify.annotations.NullMarked;
