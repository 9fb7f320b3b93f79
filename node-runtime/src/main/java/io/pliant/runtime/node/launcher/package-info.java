/** The launcher, a program in perl of which all supervisors and tasks are children. */
@NullMarked
package io.pliant.runtime.node.launcher;

import org.jspecify.annotations.NullMarked;
