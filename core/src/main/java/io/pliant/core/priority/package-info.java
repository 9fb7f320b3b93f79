/** The order of a queue: factors, weights, and what is remembered of users and accounts. */
@NullMarked
package io.pliant.core.priority;

import org.jspecify.annotations.NullMarked;
