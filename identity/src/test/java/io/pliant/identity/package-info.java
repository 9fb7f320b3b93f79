@NullMarked
package io.pliant.identity;

import org.jspecify.annotations.NullMarked;
