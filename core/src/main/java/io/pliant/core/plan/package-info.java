/** Plans: decisions, why jobs wait, and the check of decisions against the newest state. */
@NullMarked
package io.pliant.core.plan;

import org.jspecify.annotations.NullMarked;
