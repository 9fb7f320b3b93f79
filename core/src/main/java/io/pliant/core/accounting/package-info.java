/** Accounting records and their arithmetic. */
@NullMarked
package io.pliant.core.accounting;

import org.jspecify.annotations.NullMarked;
