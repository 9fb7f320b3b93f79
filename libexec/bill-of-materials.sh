#!/usr/bin/env bash
# Writes target/bom.json: each library that the product contains, with version, licence and hashes, in CycloneDX form.
# Where osv-scanner is installed, known weaknesses are looked up with it (exit code 1 when there are any). Without it, or without
# network, the file goes to whatever scanner the site has, for example OWASP dependency-track.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. libexec/find-jdk.sh
find_jdk || exit 1
JAVA_HOME=$JDK_HOME mvn -B -q -Dstyle.color=never -Dquickly -DoutputDirectory="$PWD/target" -DoutputName=bom -DoutputFormat=json -DincludeTestScope=false \
  org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeAggregateBom >target/bom.log 2>&1 ||
  { echo "Expected to list the libraries, but Maven failed; see target/bom.log." >&2; exit 1; }
echo "target/bom.json: $(grep -c '"purl"' target/bom.json) libraries and modules"
if type -P osv-scanner >/dev/null; then
  exec osv-scanner scan --sbom target/bom.json
fi
echo "no osv-scanner on the PATH: known weaknesses were not looked up"
