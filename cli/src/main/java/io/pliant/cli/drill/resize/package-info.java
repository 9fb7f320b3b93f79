/** {@code pliant drill resizes}: running malleable jobs under faults and in random sequences. */
@NullMarked
package io.pliant.cli.drill.resize;

import org.jspecify.annotations.NullMarked;
