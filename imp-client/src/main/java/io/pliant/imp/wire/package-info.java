/** The lines between a task and its node agent (docs/protocol/adapt.md). */
@NullMarked
package io.pliant.imp.wire;

import org.jspecify.annotations.NullMarked;
