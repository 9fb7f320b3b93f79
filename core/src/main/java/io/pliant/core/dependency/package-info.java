/** Jobs that wait for other jobs: what is asked, what is known of those, and what follows. */
@NullMarked
package io.pliant.core.dependency;

import org.jspecify.annotations.NullMarked;
