/** Scheduling policies: pure functions from view and trigger to plan. */
@NullMarked
package io.pliant.core.policy;

import org.jspecify.annotations.NullMarked;
