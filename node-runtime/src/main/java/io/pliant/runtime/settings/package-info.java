/** The configuration file: read once, checked, and handed down as records. */
@NullMarked
package io.pliant.runtime.settings;

import org.jspecify.annotations.NullMarked;
