@NullMarked
package io.pliant.journal.store;

import org.jspecify.annotations.NullMarked;
