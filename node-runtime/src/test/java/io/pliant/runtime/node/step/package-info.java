/** Tests of {@code runtime.node.step}. */
@NullMarked
package io.pliant.runtime.node.step;

import org.jspecify.annotations.NullMarked;
