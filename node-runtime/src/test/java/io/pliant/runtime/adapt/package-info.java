@NullMarked
package io.pliant.runtime.adapt;

import org.jspecify.annotations.NullMarked;
