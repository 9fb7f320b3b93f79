/** The program of a host: one entry point, two roles. */
@NullMarked
package io.pliant.runtime;

import org.jspecify.annotations.NullMarked;
