@NullMarked
package io.pliant.runtime.threads;

import org.jspecify.annotations.NullMarked;
