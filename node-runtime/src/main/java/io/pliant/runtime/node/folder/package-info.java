/**
 * What a node keeps on disk: the folders of its steps, the terms it obeys, the steps that are over.
 */
@NullMarked
package io.pliant.runtime.node.folder;

import org.jspecify.annotations.NullMarked;
