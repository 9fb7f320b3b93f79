/** The node agent's end of the adapt protocol (docs/protocol/adapt.md). */
@NullMarked
package io.pliant.runtime.adapt;

import org.jspecify.annotations.NullMarked;
