/** One call of a command: what it is given to work with, and how it fails. */
@NullMarked
package io.pliant.cli.invocation;

import org.jspecify.annotations.NullMarked;
