/**
 * What a host says of its power: sensors, and the thread that samples them into spans of energy.
 */
@NullMarked
package io.pliant.runtime.power;

import org.jspecify.annotations.NullMarked;
