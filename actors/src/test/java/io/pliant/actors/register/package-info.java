@NullMarked
package io.pliant.actors.register;

import org.jspecify.annotations.NullMarked;
