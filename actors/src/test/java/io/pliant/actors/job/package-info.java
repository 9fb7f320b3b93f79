@NullMarked
package io.pliant.actors.job;

import org.jspecify.annotations.NullMarked;
