@NullMarked
package io.pliant.core.pack;

import org.jspecify.annotations.NullMarked;
