/** The life of one partition, by examples. */
@NullMarked
package io.pliant.core.partition;

import org.jspecify.annotations.NullMarked;
