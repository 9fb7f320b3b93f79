/** The {@code pliant} command: a thin client of the controllers' HTTP API. */
@NullMarked
package io.pliant.cli;

import org.jspecify.annotations.NullMarked;
