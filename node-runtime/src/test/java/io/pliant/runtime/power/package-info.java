@NullMarked
package io.pliant.runtime.power;

import org.jspecify.annotations.NullMarked;
