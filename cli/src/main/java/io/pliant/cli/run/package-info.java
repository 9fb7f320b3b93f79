/** The attached client of a step: streams, signals, exit codes. */
@NullMarked
package io.pliant.cli.run;

import org.jspecify.annotations.NullMarked;
