/** Messages between the tasks of a job. */
@NullMarked
package io.pliant.imp.comm;

import org.jspecify.annotations.NullMarked;
