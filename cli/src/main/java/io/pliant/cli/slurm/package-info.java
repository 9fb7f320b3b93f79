/** Commands as clients of Slurm call them, with the outputs that they parse. */
@NullMarked
package io.pliant.cli.slurm;

import org.jspecify.annotations.NullMarked;
