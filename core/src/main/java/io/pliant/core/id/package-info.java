/** Identifiers: small value types that keep job, node, partition and step names apart. */
@NullMarked
package io.pliant.core.id;

import org.jspecify.annotations.NullMarked;
