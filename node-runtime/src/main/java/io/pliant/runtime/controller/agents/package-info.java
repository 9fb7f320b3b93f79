/** The controller's listening end of the connections that node agents open. */
@NullMarked
package io.pliant.runtime.controller.agents;

import org.jspecify.annotations.NullMarked;
