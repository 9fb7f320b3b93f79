/** Tests of {@code runtime.node.connection}. */
@NullMarked
package io.pliant.runtime.node.connection;

import org.jspecify.annotations.NullMarked;
