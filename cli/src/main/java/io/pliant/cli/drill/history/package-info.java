/** What the clients of a drill did and saw, and the rules that it must fit. */
@NullMarked
package io.pliant.cli.drill.history;

import org.jspecify.annotations.NullMarked;
