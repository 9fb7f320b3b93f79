/** What a node agent needs to start one step: task layout, environment, streams. */
@NullMarked
package io.pliant.core.launch;

import org.jspecify.annotations.NullMarked;
