/** The connection of a node to some controller: whom to dial, when, and for how long to wait. */
@NullMarked
package io.pliant.runtime.node.connection;

import org.jspecify.annotations.NullMarked;
