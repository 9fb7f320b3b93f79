package io.pliant.cli.slurm;

import io.pliant.cli.slurm.ManagerQuery.Entity;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Columns of {@code sacctmgr} with the titles and widths of Slurm 22.05. A line has its cells by
 * title; what it does not have is empty, as Slurm leaves limits that are not set.
 */
final class ManagerTable {
  static final String ACCOUNT = "Account";
  static final String CLUSTER = "Cluster";
  static final String CONTROL_HOST = "ControlHost";
  static final String CONTROL_PORT = "ControlPort";
  static final String DEFAULT_ACCOUNT = "Def Acct";
  static final String DEFAULT_QOS = "Def QOS";
  static final String DESCRIPTION = "Descr";
  static final String ID = "ID";
  static final String MAX_WALL = "MaxWall";
  static final String NAME = "Name";
  static final String PARENT = "Par Name";
  static final String PRIORITY = "Priority";
  static final String QOS = "QOS";
  static final String SHARE = "Share";
  static final String TYPE = "Type";
  static final String USER = "User";

  private static final int TREE_WIDTH = -20;
  private static final int TRES_WIDTH = 15;

  /** Title, width, and names where they are others; of equal beginnings the first one is meant. */
  private static final String ALL =
      """
      Account|10|Account,Acct
      Admin|9|AdminLevel
      Cluster|10|Clusters
      Coord Accounts|20|Coordinators
      ControlHost|15|ControlHost
      ControlPort|12|ControlPort
      Def Acct|10|DefaultAccount
      Def QOS|9|DefaultQOS
      Def WCKey|10|DefaultWCKey
      Descr|20|Description
      Flags|20|Flags
      GraceTime|10|GraceTime
      GrpJobs|7|GrpJobs
      GrpTRES|13|GrpTRES
      GrpTRESMins|13|GrpTRESMins
      GrpTRESRunMins|13|GrpTRESRunMins
      GrpCPUs|8|GrpCPUs
      GrpCPUMins|11|GrpCPUMins
      GrpMem|7|GrpMemory
      GrpNodes|8|GrpNodes
      GrpSubmit|9|GrpSubmitJobs
      GrpWall|11|GrpWall
      ID|6|ID
      MaxJobs|7|MaxJobs
      MaxTRES|13|MaxTRES,MaxTRESPerJob
      MaxTRESPerNode|14|MaxTRESPerNode
      MaxTRESMins|13|MaxTRESMinsPerJob
      MaxTRESPA|13|MaxTRESPA,MaxTRESPerAccount,MaxTRESPerAcct
      MaxTRESPU|13|MaxTRESPU,MaxTRESPerUser
      MaxTRESRunMinsPA|15|MaxTRESRunMinsPA,MaxTRESRunMinsPerAccount
      MaxTRESRunMinsPU|15|MaxTRESRunMinsPU,MaxTRESRunMinsPerUser
      MaxJobsPA|9|MaxJobsPA,MaxJobsPerAccount,MaxJobsPerAcct
      MaxJobsPU|9|MaxJobsPU,MaxJobsPerUser
      MaxSubmit|9|MaxSubmitJobs
      MaxSubmitPA|11|MaxSubmitPA,MaxSubmitJobsPA,MaxSubmitJobsPerAccount
      MaxSubmitPU|11|MaxSubmitPU,MaxSubmitJobsPU,MaxSubmitJobsPerUser
      MaxWall|11|MaxWallDurationPerJob
      MaxNodes|8|MaxNodesPerJob
      MaxCPUs|8|MaxCPUsPerJob
      MaxCPUMins|11|MaxCPUMinsPerJob
      MinTRES|13|MinTRESPerJob
      Name|10|Name
      NodeCount|9|NodeCount
      Org|20|Organization
      Par ID|6|ParentID
      Par Name|10|ParentName
      Partition|10|Partition
      PreemptMode|11|PreemptMode
      Preempt|10|Preempt
      PreemptExemptTime|19|PreemptExemptTime
      Priority|10|Priority
      QOS|20|QOSLevel
      RPC|5|RPC
      Share|9|Share,FairShare
      State|6|State
      TRES|20|TRES
      Type|8|Type
      UsageFactor|11|UsageFactor
      UsageThres|10|UsageThreshold
      User|10|User
      WCKeys|20|WCKeys
      """;

  private ManagerTable() {}

  /** The columns, as asked for or as Slurm has them. */
  static ColumnFormat<Map<String, String>> columns(ManagerQuery query) {
    String asked = query.format();
    return ColumnFormat.parse(asked == null ? usual(query) : asked, fields(query), query.layout());
  }

  private static List<Field<Map<String, String>>> fields(ManagerQuery query) {
    List<Field<Map<String, String>>> fields = new ArrayList<>();
    for (String line : ALL.split("\n", -1)) {
      if (!line.isEmpty()) {
        String[] parts = line.split("\\|", -1);
        String title = parts[0];
        int width = Integer.parseInt(parts[1]);
        if (title.equals(ACCOUNT) && query.tree()) {
          width = TREE_WIDTH;
        } else if (title.equals(NAME) && query.entity() == Entity.TRES) {
          width = TRES_WIDTH;
        }
        fields.add(
            new Field<>(
                Field.NO_LETTER,
                List.of(parts[2].split(",", -1)),
                title,
                width,
                cells -> cells.getOrDefault(title, "")));
      }
    }
    return fields;
  }

  private static String usual(ManagerQuery query) {
    return switch (query.entity()) {
      case ACCOUNT ->
          "Account,Description,Organization"
              + (query.associations() ? ",Cluster,ParentName,User," + LIMITS_OF_ACCOUNT : "");
      case ASSOCIATION ->
          "Cluster,Account,User,Partition,Share,Priority,GrpJobs,GrpTRES,GrpSubmitJobs,GrpWall,GrpTRESMins,"
              + "MaxJobs,MaxTRES,MaxTRESPerNode,MaxSubmitJobs,MaxWall,MaxTRESMins,QOS,DefaultQOS,GrpTRESRunMins";
      case CLUSTER ->
          "Cluster,ControlHost,ControlPort,RPC,Share,GrpJobs,GrpTRES,GrpSubmitJobs,MaxJobs,MaxTRES,"
              + "MaxSubmitJobs,MaxWall,QOS,DefaultQOS";
      case COORDINATOR -> "User,Account";
      case QOS ->
          "Name,Priority,GraceTime,Preempt,PreemptExemptTime,PreemptMode,Flags,UsageThres,UsageFactor,GrpTRES,"
              + "GrpTRESMins,GrpTRESRunMins,GrpJobs,GrpSubmitJobs,GrpWall,MaxTRES,MaxTRESPerNode,MaxTRESMins,"
              + "MaxWall,MaxTRESPU,MaxJobsPU,MaxSubmitPU,MaxTRESPA,MaxJobsPA,MaxSubmitPA,MinTRES";
      case RUNAWAYJOBS -> "ID,Name,Partition,Cluster,State";
      case TRES -> "Type,Name,ID";
      case USER ->
          "User,DefaultAccount,AdminLevel"
              + (query.associations() ? ",Cluster,Account,Partition," + LIMITS_OF_USER : "");
      case WCKEY -> "WCKeys,Cluster,User";
    };
  }

  private static final String LIMITS_OF_USER =
      "Share,Priority,MaxJobs,MaxNodes,MaxCPUs,MaxSubmitJobs,MaxWall,MaxCPUMins,QOS,DefaultQOS";

  private static final String LIMITS_OF_ACCOUNT =
      "Share,Priority,GrpJobs,GrpNodes,GrpCPUs,GrpMemory,GrpSubmitJobs,GrpWall,GrpCPUMins,"
          + "MaxJobs,MaxNodes,MaxCPUs,MaxSubmitJobs,MaxWall,MaxCPUMins,QOS,DefaultQOS";
}
