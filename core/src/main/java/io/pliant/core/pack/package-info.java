/** How the partitions of a job pack agree on its start: all of its shares hold nodes, or none. */
@NullMarked
package io.pliant.core.pack;

import org.jspecify.annotations.NullMarked;
