@NullMarked
package io.pliant.journal;

import org.jspecify.annotations.NullMarked;
