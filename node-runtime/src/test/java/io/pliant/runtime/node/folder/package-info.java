/** Tests of {@code runtime.node.folder}. */
@NullMarked
package io.pliant.runtime.node.folder;

import org.jspecify.annotations.NullMarked;
