/** The agent port against peers of all kinds. */
@NullMarked
package io.pliant.runtime.controller.agents;

import org.jspecify.annotations.NullMarked;
