/** What is known of the terminal: width, colour. */
@NullMarked
package io.pliant.cli.terminal;

import org.jspecify.annotations.NullMarked;
