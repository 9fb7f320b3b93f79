/**
 * Policies for jobs that change size, on a machine of equal whole nodes: what they see, what they
 * decide, and the check of it. Times are in milliseconds.
 */
@NullMarked
package io.pliant.core.elastic;

import org.jspecify.annotations.NullMarked;
