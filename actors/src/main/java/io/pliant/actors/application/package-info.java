/** The shell of a malleable program's dialogue with its scheduler. */
@NullMarked
package io.pliant.actors.application;

import org.jspecify.annotations.NullMarked;
