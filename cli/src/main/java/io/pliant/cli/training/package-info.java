/** The training run from which the build makes the cache of loaded classes (JEP 514). */
@NullMarked
package io.pliant.cli.training;

import org.jspecify.annotations.NullMarked;
