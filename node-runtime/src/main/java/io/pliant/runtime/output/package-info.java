/** Shows output files of jobs, with the rights of their users. */
@NullMarked
package io.pliant.runtime.output;

import org.jspecify.annotations.NullMarked;
