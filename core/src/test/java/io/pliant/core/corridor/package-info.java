/** The power corridor, by examples. */
@NullMarked
package io.pliant.core.corridor;

import org.jspecify.annotations.NullMarked;
