#!/bin/bash
# Runs the real Nextflow, from Maven Central, on the cluster of $PLIANT_HOME: five tasks, of which one fails once and is tried
# again, and six more as two arrays. Needs mvn and a java of 17 to 23. FOLDER keeps what was fetched; without it all is
# fetched anew.   nextflow.sh [FOLDER]
set -euo pipefail
version=24.10.0
. "$(dirname "${BASH_SOURCE[0]}")/folder.sh"
if [[ ! -d lib ]]; then
  cat > pom.xml << EOF
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>pliant</groupId><artifactId>nextflow</artifactId><version>1</version>
  <dependencies><dependency><groupId>io.nextflow</groupId><artifactId>nextflow</artifactId><version>$version</version></dependency></dependencies>
</project>
EOF
  mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib
fi
cat > main.nf << 'EOF'
process align {
  cpus 1
  memory '64 MB'
  time '5m'
  errorStrategy 'retry'
  maxRetries 2
  input: val x
  output: path 'answer'
  script:
  """
  [ $x = 3 ] && [ ${task.attempt} = 1 ] && exit 7
  echo "task $x of attempt ${task.attempt} in job \$SLURM_JOB_ID on \$SLURM_JOB_PARTITION" > answer
  """
}
process tally {
  array 3
  cpus 1
  memory '64 MB'
  time '5m'
  input: val x
  output: stdout
  script:
  """
  echo "element \$SLURM_ARRAY_TASK_ID of \$SLURM_ARRAY_TASK_COUNT counts $x"
  """
}
workflow {
  channel.of(1..5) | align | map { it.text.trim() } | view
  channel.of(1..6) | tally | map { it.trim() } | view
}
EOF
cat > nextflow.config << EOF
process.executor = 'slurm'
process.queue = '$(sinfo -h -o %R | head -1)'
executor.pollInterval = '1 sec'
executor.queueStatInterval = '2 sec'
EOF
opens=()
for package in lang lang.ref io net nio nio.file.spi util util.concurrent util.regex; do opens+=(--add-opens "java.base/java.$package=ALL-UNNAMED"); done
for package in sun.nio.ch sun.nio.fs sun.net.www.protocol.http sun.net.www.protocol.https sun.net.www.protocol.file jdk.internal.misc jdk.internal.vm; do
  opens+=(--add-opens "java.base/$package=ALL-UNNAMED")
done
export NXF_HOME=$folder/home NXF_OFFLINE=true NXF_PLUGINS_DEFAULT=false NXF_ANSI_LOG=false
java "${opens[@]}" -Xmx512m -cp 'lib/*' nextflow.cli.Launcher run main.nf | tee out
[[ $(grep -c '^task [1-5] of attempt [12] in job [0-9]* on [a-z]*$' out) = 5 ]]
grep -q '^task 3 of attempt 2' out
[[ $(grep -c '^element [0-2] of 3 counts [1-6]$' out) = 6 ]]
