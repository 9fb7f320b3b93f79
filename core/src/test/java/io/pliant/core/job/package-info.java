/** The life of one job, by examples. */
@NullMarked
package io.pliant.core.job;

import org.jspecify.annotations.NullMarked;
