@NullMarked
package io.pliant.actors.application;

import org.jspecify.annotations.NullMarked;
