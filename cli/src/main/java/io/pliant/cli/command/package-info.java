/** One class for each command. */
@NullMarked
package io.pliant.cli.command;

import org.jspecify.annotations.NullMarked;
