/** Length-prefixed frames over TCP, as both ends of an agent connection use them. */
@NullMarked
package io.pliant.runtime.frames;

import org.jspecify.annotations.NullMarked;
