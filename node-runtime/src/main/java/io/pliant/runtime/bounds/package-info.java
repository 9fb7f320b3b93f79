/** Bounds on what peers may make this process hold. */
@NullMarked
package io.pliant.runtime.bounds;

import org.jspecify.annotations.NullMarked;
