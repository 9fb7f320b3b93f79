#!/usr/bin/env bash
# Sizes of the house: bench/house.sh [COMMIT...], main sources only. Without a commit: the working tree.
# Circles need classes, so they are counted of a built working tree only.
set -euo pipefail
cd "$(dirname "$0")/.."

measure() { # folder of sources, its name
  python3 - "$1" "$2" <<'PY'
import pathlib
import re
import sys

root, name = pathlib.Path(sys.argv[1]), sys.argv[2]
files = sorted(p for p in root.glob("**/src/main/java/**/*.java") if "target" not in p.relative_to(root).parts)
if not files:
    sys.exit(f"Expected sources below */src/main/java of {name}, but found none.")
lines = sorted(len(p.read_text().splitlines()) for p in files)


def at(part):
    return lines[min(len(lines) - 1, int(part * len(lines)))]


def bare(text):
    """The code without comments, strings and annotations' arguments, so that commas and brackets count."""
    text = re.sub(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])\'', '""', text)
    return re.sub(r"/\*[\s\S]*?\*/|//[^\n]*", "", text)


def inside(text, start):
    """What stands between the bracket at start and its partner."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return text[start + 1 : i], i + 1
    return "", len(text)


def count(parts):
    depth, commas = 0, 0
    for c in parts:
        depth += (c in "<([{") - (c in ">)]}")
        commas += c == "," and depth == 0
    return commas + 1 if parts.strip() else 0


wide, long, rooms, gets = 0, 0, {}, 0
METHOD = re.compile(r"^ +(?:(?:public|protected|private|static|final|abstract|synchronized|default)\s+|<[^;{}()=]+>\s+|@\w+\s+)*"
                    r"(?!return\b|new\b|throw\b|else\b|case\b|record\b|yield\b|public\b|private\b|protected\b|static\b|final\b|abstract\b|default\b)[\w.]+(?:<[^;{}()=]*>)?(?:\[\])?\s+(\w+)\(", re.M)
for file in files:
    text = bare(file.read_text())
    rooms[file.parent] = rooms.get(file.parent, 0) + (file.name != "package-info.java")
    for m in re.finditer(r"\brecord\s+\w+(?:<[^(]*>)?\s*\(", text):
        wide += count(inside(text, m.end() - 1)[0]) > 8
    for m in METHOD.finditer(text):
        parameters, end = inside(text, m.end() - 1)
        if re.match(r"\s*(?:throws[\w\s.,]+)?[{;]", text[end:]) and re.search(r"\w\s+\w", parameters):
            long += count(parameters) > 5
    if file.relative_to(root).parts[0] == "cli":
        gets += file.read_text().count('.get("')
print(f"""{name}
  files                          {len(files)}
  lines                          {sum(lines)}
  lines of a file, median        {at(0.5)}
  lines of a file, p90           {at(0.9)}
  files over 300 lines           {sum(n > 300 for n in lines)}
  packages                       {len(rooms)}
  packages over 30 files         {sum(n > 30 for n in rooms.values())}
  records over 8 components      {wide}
  methods over 5 parameters      {long}
  .get(" in cli                  {gets}""")
PY
}

circles() { # of each module: packages that reach themselves
  local module
  for module in */target/classes imp-client/examples/target/classes; do
    [ -d "$module" ] || continue
    "${JAVA_HOME:+$JAVA_HOME/bin/}jdeps" --multi-release base -verbose:package "$module" 2>/dev/null |
      MODULE="${module%/target/classes}" python3 -c '
import os, re, sys
arrows, at = {}, None
for line in sys.stdin:
    if m := re.match(r"   (io\.pliant\S*)", line): at = m[1]
    elif (m := re.match(r"      -> (io\.pliant\S*)\s", line)) and at: arrows.setdefault(at, set()).add(m[1])
def reach(start):
    seen, todo = set(), list(arrows.get(start, ()))
    while todo:
        if (one := todo.pop()) not in seen: seen.add(one); todo += arrows.get(one, ())
    return seen
below = {p: reach(p) for p in arrows}
knots = {frozenset(q for q in below if q in below[p] and p in below.get(q, ())) for p in below if p in below[p]}
print("  packages in circles, %-9s %d" % (os.environ["MODULE"], sum(map(len, knots))))'
  done
}

if [ $# -eq 0 ]; then
  measure . "working tree at $(git rev-parse --short HEAD)"
  circles
fi
for commit in "$@"; do
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  git archive "$commit" | tar -x -C "$folder"
  measure "$folder" "$commit"
  rm -rf "$folder"
done
