/** To what jobs are held on a host. */
@NullMarked
package io.pliant.runtime.confinement;

import org.jspecify.annotations.NullMarked;
