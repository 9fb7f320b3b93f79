@NullMarked
package io.pliant.core.round;

import org.jspecify.annotations.NullMarked;
