/** A trajectory of ATIF as it is written. Shapes: docs/sources/atif.md. */

/** What the standard has no words for, for those who read it again. */
export type OwnExtra = {
  /** What this project adds. */
  readonly todo_ledger: { readonly [field: string]: unknown }
}

/** A call. */
export interface ToolCallJson {
  /** Its id. */
  readonly tool_call_id: string
  /** The tool's name. */
  readonly function_name: string
  /** The tool's input. */
  readonly arguments: object
  /** `bare`: the input is the value of `input` alone; and the verdicts on what it completed. */
  readonly extra?: { readonly [field: string]: unknown }
}

/** The trajectory of a sub-agent, by its id. */
export interface SubagentReferenceJson {
  /** The id of one that is embedded. */
  readonly trajectory_id: string
  /** Its session. */
  readonly session_id: string
  /** Its session, for those who read it again. */
  readonly extra: OwnExtra
}

/** What came back of a call. */
export interface ObservationResultJson {
  /** The call. */
  readonly source_call_id?: string
  /** What came back, as text. */
  readonly content?: string
  /** The sub-agents that it started. */
  readonly subagent_trajectory_ref?: readonly SubagentReferenceJson[]
  /** `ok`: whether it worked; `details`: the structured result. */
  readonly extra?: OwnExtra
}

/** A step. */
export interface StepJson {
  /** Its number, from 1. */
  readonly step_id: number
  /** When. */
  readonly timestamp: string
  /** Who it is by. */
  readonly source: 'user' | 'agent' | 'system'
  /** What is said. */
  readonly message: string
  /** Its calls. */
  readonly tool_calls?: readonly ToolCallJson[]
  /** What came back. */
  readonly observation?: { readonly results: readonly ObservationResultJson[] }
  /** What else is known of it. */
  readonly extra?: { readonly [field: string]: unknown }
}

/** A trajectory. */
export interface TrajectoryJson {
  /** The version of the standard. */
  readonly schema_version: string
  /** Its session. */
  readonly session_id: string
  /** Its id, unique in the document. */
  readonly trajectory_id: string
  /** The agent. */
  readonly agent: { readonly name: string; readonly version: string }
  /** The session's profile, goal and parent. */
  readonly extra: OwnExtra
  /** What happened. */
  readonly steps: readonly StepJson[]
  /** Sums. */
  readonly final_metrics: { readonly total_steps: number }
  /** The trajectories of its sub-agents. */
  readonly subagent_trajectories?: readonly TrajectoryJson[]
}
