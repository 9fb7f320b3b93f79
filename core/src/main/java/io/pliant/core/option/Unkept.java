package io.pliant.core.option;

/** What changes for a job because an option that Slurm has is taken, but not kept, by Pliant. */
enum Unkept {
  FIRST_NODE("the script runs on the first node of the job, whatever features that has"),
  CLUSTER("the job goes to the cluster that takes it; there is no other"),
  NEIGHBOURS("nodes are chosen for room, wherever they are in the network"),
  SHARING("no cpu is shared with another job"),
  DEVICES(
      "tasks see the GPUs of --gpus-per-task, else all of the job's on their node, as these are"),
  FREQUENCY("nodes run at the frequency that they have, or that a power corridor sets"),
  SAMPLING("energy and use of each step are counted at the rate that the site has set"),
  TIMES("the time limit is --time, and is not lowered so that the job starts earlier"),
  LOSS("a job that loses a node ends, or runs again with --requeue"),
  BOOT("nodes are not booted for a job; it gets them as they are"),
  READY("a job starts once all its nodes have confirmed it"),
  SPECIAL("nothing is set aside for the system, networks or labels"),
  BUFFERS("output is passed on as soon as the program writes it, and not before"),
  COUNTS("tasks are told the numbers of nodes and tasks that their step has"),
  LAUNCH("programs are started where they are, by as many threads as it takes"),
  INTERRUPT("Ctrl-C is passed on to the tasks, and ends them when it comes twice"),
  WORDS("nothing more is printed");

  private final String consequence;

  Unkept(String consequence) {
    this.consequence = consequence;
  }

  /** What is so instead, as the end of a sentence. */
  String consequence() {
    return consequence;
  }
}
