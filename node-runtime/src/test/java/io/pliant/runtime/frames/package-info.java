/** Frames of peers of all kinds. */
@NullMarked
package io.pliant.runtime.frames;

import org.jspecify.annotations.NullMarked;
