@NullMarked
package io.pliant.core.node;

import org.jspecify.annotations.NullMarked;
