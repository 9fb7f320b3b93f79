/**
 * The steps of a node: each starts at most once, fits its slice, and is reported until confirmed.
 */
@NullMarked
package io.pliant.runtime.node.step;

import org.jspecify.annotations.NullMarked;
