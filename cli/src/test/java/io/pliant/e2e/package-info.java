/** Tests that use a running cluster as a user does, through the pliant command. */
@NullMarked
package io.pliant.e2e;

import org.jspecify.annotations.NullMarked;
