/** What tests of any module build views with and check plans with. */
@NullMarked
package io.pliant.core.testing;

import org.jspecify.annotations.NullMarked;
