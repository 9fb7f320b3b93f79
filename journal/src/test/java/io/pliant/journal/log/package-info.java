@NullMarked
package io.pliant.journal.log;

import org.jspecify.annotations.NullMarked;
