/** One round in the making: its scratch paper, and what all policies do alike. */
@NullMarked
package io.pliant.core.round;

import org.jspecify.annotations.NullMarked;
