/** What tests of entities have in common: the surroundings that the test plays. */
@NullMarked
package io.pliant.actors.protocol;

import org.jspecify.annotations.NullMarked;
