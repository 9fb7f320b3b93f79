/** Tests of {@code runtime.node.launcher}. */
@NullMarked
package io.pliant.runtime.node.launcher;

import org.jspecify.annotations.NullMarked;
