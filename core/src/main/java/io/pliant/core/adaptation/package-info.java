/** The dialogue of a running program with the scheduler about its size: pure, one for all kinds. */
@NullMarked
package io.pliant.core.adaptation;

import org.jspecify.annotations.NullMarked;
