/**
 * What {@code submit} and {@code run} share: Slurm's command line, and scripts with their files.
 */
@NullMarked
package io.pliant.cli.submission;

import org.jspecify.annotations.NullMarked;
