package io.pliant.api;

/**
 * What a node draws now.
 *
 * @param watts mean of the last span that its agent told, usually a second
 * @param method what measures, as in {@link io.pliant.core.energy.PowerReport}
 * @param estimated true when it comes from a model and not from a meter
 */
public record NodePower(double watts, String method, boolean estimated) {}
