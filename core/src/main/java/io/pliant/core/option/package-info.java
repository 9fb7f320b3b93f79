/** The options of Slurm's commands: their words, their reading, their limits. */
@NullMarked
package io.pliant.core.option;

import org.jspecify.annotations.NullMarked;
