/** Job arrays: which indices one has, and which of its elements are where. */
@NullMarked
package io.pliant.core.array;

import org.jspecify.annotations.NullMarked;
