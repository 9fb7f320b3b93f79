/** Real programs that change size while they run and check their own answer. */
@NullMarked
package io.pliant.imp.examples;

import org.jspecify.annotations.NullMarked;
