/** {@code pliant top}: the whole cluster on one page of a terminal, live. */
@NullMarked
package io.pliant.cli.top;

import org.jspecify.annotations.NullMarked;
