/** The node role with real processes, real files and real connections. */
@NullMarked
package io.pliant.runtime.node;

import org.jspecify.annotations.NullMarked;
