/** A scheduler that lives in a unit test and drives real tasks in threads. */
@NullMarked
package io.pliant.imp.testkit;

import org.jspecify.annotations.NullMarked;
