/** Claude Code as its hooks see it: what it gives them on standard input, in the order in which it does. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, expect } from 'vitest'
import type { HookSettings } from '../src/hook/claude-code.js'
import { runHook } from '../src/hook/run-hook.js'
import { runInMemory } from './memory-host.js'

/** What a hook is given. */
export type HookJson = { readonly [field: string]: unknown }

/** What Claude Code gives its hooks in one session. */
export class HookTexts {
  readonly #common: HookJson

  constructor(session: string, transcript = '/nowhere/s1.jsonl', agent?: string) {
    const inAgent = agent === undefined ? {} : { agent_id: agent, agent_type: 'Explore' }
    this.#common = { session_id: session, transcript_path: transcript, cwd: '/home/me/project', ...inAgent }
  }

  event(name: string, fields: HookJson = {}): string {
    return JSON.stringify({ ...this.#common, hook_event_name: name, ...fields })
  }

  prompt(text: string, id = text): string {
    return this.event('UserPromptSubmit', { prompt: text, prompt_id: id })
  }

  before(call: string, tool: string, input: HookJson): string {
    return this.event('PreToolUse', { tool_use_id: call, tool_name: tool, tool_input: input })
  }

  after(call: string, tool: string, input: HookJson, response: unknown): string {
    const fields = { tool_use_id: call, tool_name: tool, tool_input: input, tool_response: response }
    return this.event('PostToolUse', fields)
  }

  failed(call: string, tool: string, input: HookJson, error: string): string {
    const fields = { tool_use_id: call, tool_name: tool, tool_input: input, error, is_interrupt: false }
    return this.event('PostToolUseFailure', fields)
  }

  /** @param calls id, tool, input and what the model reads */
  batch(...calls: readonly (readonly [string, string, HookJson, string])[]): string {
    const told = calls.map(([id, tool, input, response]) => ({
      tool_use_id: id,
      tool_name: tool,
      tool_input: input,
      tool_response: response,
    }))
    return this.event('PostToolBatch', { tool_calls: told })
  }

  stop(text: string): string {
    return this.event('Stop', { last_assistant_message: text, stop_hook_active: false })
  }
}

/** Runs the hook in this process: fast enough for properties. Gives what it answers. */
export async function fire(
  input: string,
  { limit = 20, ...settings }: Partial<HookSettings> & { readonly limit?: number },
): Promise<string> {
  const answered: string[] = []
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      answered.push(chunk.toString())
      done()
    },
  })
  const stdin = Readable.from([Buffer.from(input)])
  await runHook({ gate: false, ...settings }, { stdin, stdout, env: {} }, { limit })
  return answered.join('')
}

/** What a log of faults holds, without the times. */
export function faultsIn(log: string): readonly string[] {
  try {
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    return lines.map((line) => line.replace(/^\S+ /, ''))
  } catch {
    return []
  }
}

/** A list as TodoWrite takes it: `x` done, `>` in progress, else pending. */
export function todos(...items: readonly string[]): HookJson {
  return {
    todos: items.map((item) => ({
      content: item.slice(2),
      status: item.startsWith('x') ? 'completed' : item.startsWith('>') ? 'in_progress' : 'pending',
      activeForm: 'Working',
    })),
  }
}

/** Why a call is refused, as the answer tells it, or null. */
export function refusalIn(answer: string): string | null {
  if (answer.trim() === '') return null
  const { hookSpecificOutput } = JSON.parse(answer)
  return hookSpecificOutput.permissionDecision === 'deny' ? hookSpecificOutput.permissionDecisionReason : null
}

/** A ledger that hooks record into. */
export interface HookedLedger {
  /** Its file. */
  readonly ledger: string
  /** Runs a hook and gives what it answers. */
  hook(input: string): Promise<string>
  /** Runs hooks that must answer nothing. */
  all(...inputs: readonly string[]): Promise<void>
  /** The log without the seqs; no hook may have told a fault. */
  log(): Promise<string>
  /** The list. */
  show(): Promise<string>
}

/** Ledgers for the tests of one file. */
export class HookedLedgers {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'hooked-'))
  #count = 0

  constructor() {
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  /** A ledger of its own for a test. */
  make(changes: Partial<HookSettings> = {}): HookedLedger {
    this.#count += 1
    const ledger = join(this.folder, `${this.#count}.db`)
    const faults = `${ledger}.log`
    const settings = { ...changes, ledger, log: faults }
    return {
      ledger,
      hook: (input) => fire(input, settings),
      async all(...inputs: readonly string[]) {
        for (const input of inputs) expect(await fire(input, settings)).toBe('')
      },
      async log() {
        expect(faultsIn(faults)).toEqual([])
        const { stdout } = await runInMemory(['log', ledger])
        return stdout.replaceAll(/^ {2,}\d+ {4}/gm, '  ').trimEnd()
      },
      show: async () => (await runInMemory(['show', ledger])).stdout.trimEnd(),
    }
  }
}
