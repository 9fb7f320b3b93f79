/** Results as text, Markdown, CSV, JSON and HTML with SVG. */
@NullMarked
package io.pliant.sim.report;

import org.jspecify.annotations.NullMarked;
