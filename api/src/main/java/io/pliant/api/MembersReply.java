package io.pliant.api;

import java.util.List;

/** The journal's members after a change. */
public record MembersReply(List<String> members) {}
