/** TCP between tasks; no part of the API. */
@NullMarked
package io.pliant.imp.internal;

import org.jspecify.annotations.NullMarked;
