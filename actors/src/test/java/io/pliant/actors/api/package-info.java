@NullMarked
package io.pliant.actors.api;

import org.jspecify.annotations.NullMarked;
