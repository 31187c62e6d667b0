/** The profiles that ship with core, by name. */

import { beads } from './beads.js'
import { beside, besideSign } from './beside.js'
import { type ClaudeCodeSettings, claudeCode } from './claude-code.js'
import { type ClineSettings, cline } from './cline.js'
import { codex } from './codex.js'
import { gemini } from './gemini.js'
import { langchain } from './langchain.js'
import { type LokiSettings, loki } from './loki.js'
import { markdownList } from './markdown-list.js'
import { opencode } from './opencode.js'
import { openhands } from './openhands.js'
import type { Profile } from './profile.js'
import { qwen } from './qwen.js'
import { type RecommendedSettings, recommended } from './recommended.js'
import { roo } from './roo.js'
import { type TodoListMiddlewareSettings, todoListMiddleware } from './todo-list-middleware.js'
import { todoManager } from './todo-manager.js'
import type { TodoToolSettings } from './todo-tool-profile.js'
import { todoWrite } from './todo-write.js'
import { type WakeLoopSettings, wakeLoop } from './wake-loop.js'

/** The profiles as a host names them in code. */
export const profiles: {
  /** The TodoManager of docs/sources/todo-manager.md. */
  readonly todoManager: Profile<TodoToolSettings>
  /** The TodoWrite of docs/sources/todo-write.md. */
  readonly todoWrite: Profile<TodoToolSettings>
  /** Loki's todos, docs/sources/loki.md. */
  readonly loki: Profile<LokiSettings>
  /** AgentParley's todos, docs/sources/wake-loop.md. */
  readonly wakeLoop: Profile<WakeLoopSettings>
  /** cubepi's middleware, docs/sources/todo-list-middleware.md. */
  readonly todoListMiddleware: Profile<TodoListMiddlewareSettings>
  /** Claude Code's TodoWrite and Task tools. */
  readonly claudeCode: Profile<ClaudeCodeSettings>
  /** Codex's update_plan. */
  readonly codex: Profile
  /** Gemini CLI's write_todos. */
  readonly gemini: Profile
  /** Qwen Code's todo_write. */
  readonly qwen: Profile
  /** opencode's todowrite and todoread. */
  readonly opencode: Profile
  /** LangChain's write_todos. */
  readonly langchain: Profile
  /** Cline's task_progress. */
  readonly cline: Profile<ClineSettings>
  /** Roo Code's update_todo_list. */
  readonly roo: Profile
  /** OpenHands' task_tracker. */
  readonly openhands: Profile
  /** Checklists in Markdown files and messages. */
  readonly markdownList: Profile
  /** The issues of beads. */
  readonly beads: Profile
  /** Our own default. */
  readonly recommended: Profile<RecommendedSettings>
} = Object.freeze({
  todoManager,
  todoWrite,
  loki,
  wakeLoop,
  todoListMiddleware,
  claudeCode,
  codex,
  gemini,
  qwen,
  opencode,
  langchain,
  cline,
  roo,
  openhands,
  markdownList,
  beads,
  recommended,
})

/** Every built-in profile. */
export const profileList: readonly Profile[] = Object.freeze(Object.values(profiles))

/** The profiles that can stand beside another: their items say in which list they stand. */
const profilesBeside: readonly Profile[] = Object.freeze([markdownList, beads])

/**
 * The built-in profile of a name as the command line and recordings write it, or undefined. `claude-code+beads` is the
 * one with the other beside it.
 */
export function profileNamed(name: string): Profile | undefined {
  const [first, ...rest] = name.split(besideSign)
  const profile = profileList.find((known) => known.name === first)
  const others = rest.map((other) => profilesBeside.find((known) => known.name === other))
  if (profile === undefined || !others.every((other) => other !== undefined)) return undefined
  return beside(profile, others)
}
