/** Layouts of arrays over tasks, and their redistribution in an adaptation window. */
@NullMarked
package io.pliant.imp.layout;

import org.jspecify.annotations.NullMarked;
