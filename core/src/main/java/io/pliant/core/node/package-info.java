/** The controller-side life cycle of one compute node's session. */
@NullMarked
package io.pliant.core.node;

import org.jspecify.annotations.NullMarked;
