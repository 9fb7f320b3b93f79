/** The sizes that a job may have, and the terms on which they change. */
@NullMarked
package io.pliant.core.size;

import org.jspecify.annotations.NullMarked;
