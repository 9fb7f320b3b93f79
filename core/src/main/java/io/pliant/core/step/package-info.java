/** Steps of a job: what they are to run, how they stand on their nodes, how they ended. */
@NullMarked
package io.pliant.core.step;

import org.jspecify.annotations.NullMarked;
