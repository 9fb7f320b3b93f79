/** What the web console needs of a controller: its files, logins by a link, output of jobs. */
@NullMarked
package io.pliant.runtime.controller.console;

import org.jspecify.annotations.NullMarked;
