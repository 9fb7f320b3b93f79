@NullMarked
package io.pliant.cli.command;

import org.jspecify.annotations.NullMarked;
