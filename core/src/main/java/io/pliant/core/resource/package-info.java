/** What nodes have, and what jobs ask for and hold of them. */
@NullMarked
package io.pliant.core.resource;

import org.jspecify.annotations.NullMarked;
