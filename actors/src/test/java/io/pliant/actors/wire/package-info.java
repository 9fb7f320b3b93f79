@NullMarked
package io.pliant.actors.wire;

import org.jspecify.annotations.NullMarked;
