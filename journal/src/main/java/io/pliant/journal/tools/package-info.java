/** What an operator does with a journal that is not in use: check, export, import, restore. */
@NullMarked
package io.pliant.journal.tools;

import org.jspecify.annotations.NullMarked;
