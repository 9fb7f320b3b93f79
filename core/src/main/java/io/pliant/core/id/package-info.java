/**
 * Small value types that everything speaks: identifiers of jobs, nodes, partitions and steps,
 * epochs, and how jobs and processes stand.
 */
@NullMarked
package io.pliant.core.id;

import org.jspecify.annotations.NullMarked;
