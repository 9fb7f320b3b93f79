package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InheritanceTest {
  @Test
  void shouldTakeWhatCanBeReadAndIsChosen() {
    TreeMap<String, String> environment = new TreeMap<>();
    environment.put("SLURM_UMASK", "0077");
    environment.put("SLURM_RLIMIT_NOFILE", "512");
    environment.put("SLURM_RLIMIT_STACK", "unlimited");
    environment.put("SLURM_RLIMIT_CORE", "-1");
    environment.put("SLURM_RLIMIT_OTHER", "1");
    environment.put("HOME", "/root");

    assertThat(Inheritance.of(environment, Inheritance.chosen(null)))
        .containsOnlyKeys("SLURM_UMASK", "SLURM_RLIMIT_NOFILE", "SLURM_RLIMIT_STACK");
    assertThat(Inheritance.of(environment, Inheritance.chosen("stack,core")))
        .containsOnlyKeys("SLURM_UMASK", "SLURM_RLIMIT_STACK");
    assertThat(Inheritance.of(environment, Inheritance.chosen("NONE")))
        .containsOnlyKeys("SLURM_UMASK");
  }

  @Test
  void shouldBelieveNoUmaskThatIsNone() {
    TreeMap<String, String> environment = new TreeMap<>();
    for (String umask : new String[] {"", "8", "7777", "01777", "0x22", "-1"}) {
      environment.put("SLURM_UMASK", umask);
      assertThat(Inheritance.umask(environment)).as(umask).isNull();
    }
  }

  @Test
  void shouldRefuseLimitsThatThereAreNot() {
    assertThatThrownBy(() -> Inheritance.chosen("NOFILE,SPEED"))
        .hasMessageContaining(Inheritance.FORMS);
  }
}
