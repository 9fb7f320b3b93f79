/** Benchmarks of parts; whole-system measurements are the scripts of this folder. */
@NullMarked
package io.pliant.bench;

import org.jspecify.annotations.NullMarked;
