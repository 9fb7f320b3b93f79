/** The life cycle of one job as decide / evolve / orders. */
@NullMarked
package io.pliant.core.job;

import org.jspecify.annotations.NullMarked;
