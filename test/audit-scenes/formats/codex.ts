/** Scenes as Codex writes rollouts; docs/sources/agents.md#codex. */

import type { Scene, SceneEnd, SceneStep } from '../scene.js'
import { Course, cwd, type SceneFormat } from './rendering.js'

/** Codex's rollouts. */
export const codex: SceneFormat = { name: 'codex', write }

function write(scene: Scene): string | null {
  // A sub-agent's rollout is a file of its own, and there are no hooks.
  if (scene.steps.some(({ kind }) => kind === 'agent' || kind === 'hook')) return null
  const writer = new Rollout()
  for (const step of scene.steps) writer.take(step)
  return writer.lines.map((line) => JSON.stringify(line)).join('\n')
}

class Rollout {
  readonly lines: object[] = []
  readonly #course = new Course()
  #session = 22350
  #tokens = 5000

  constructor() {
    this.#line('session_meta', {
      id: '01a5cc10-77d2-7b14-9c3e-5f0b6a2d0001',
      timestamp: this.#course.at,
      cwd,
      originator: 'codex-tui',
      cli_version: '0.141.0',
      source: 'cli',
    })
    this.#line('event_msg', { type: 'task_started', turn_id: 'turn-1', model_context_window: 258400 })
    this.#line('turn_context', { turn_id: 'turn-1', cwd, approval_policy: 'on-request', model: 'gpt-5.5' })
  }

  take(step: SceneStep): void {
    switch (step.kind) {
      case 'user':
        this.#message('user', 'input_text', step.text)
        this.#line('event_msg', { type: 'user_message', message: step.text, images: [] })
        return
      case 'say':
        this.#line('event_msg', { type: 'agent_message', message: step.text, phase: 'commentary' })
        this.#message('assistant', 'output_text', step.text)
        this.#endOfResponse()
        return
      case 'list': {
        const plan = step.items.map(({ text, status }) => ({ step: text, status }))
        this.#function('update_plan', { plan }, 'Plan updated')
        return
      }
      case 'run':
        if (step.end.kind === 'running') this.#session += 1
        this.#shell(step.command, step.output, step.end)
        return
      case 'look':
      case 'notice':
        this.#function(
          'write_stdin',
          { session_id: this.#session, chars: '', yield_time_ms: 30000 },
          said(step.output, step.end, this.#session),
        )
        return
      case 'edit': {
        const lines = [
          ...step.before.split('\n').map((line) => `-${line}`),
          ...step.after.split('\n').map((line) => `+${line}`),
        ]
        const hunk = `*** Update File: ${step.path}\n@@\n${lines.filter((line) => line.length > 1).join('\n')}`
        this.#patch(hunk, `M ${step.path}`, step.end)
        return
      }
      case 'write': {
        const lines = step.content.split('\n').map((line) => `+${line}`)
        this.#patch(`*** Add File: ${step.path}\n${lines.join('\n')}`, `A ${step.path}`, step.end)
        return
      }
      case 'read':
        this.#shell(`sed -n '1,200p' ${step.path}`, step.content, exitOf(step.end))
        return
      case 'search': {
        const end: SceneEnd =
          step.output === '' && step.end.kind === 'exit' ? { kind: 'exit', code: 1 } : step.end
        this.#shell(`rg -n '${step.pattern}'`, step.output, end)
        return
      }
      case 'call':
        this.#function(
          step.name,
          step.input,
          step.end.kind === 'error' ? `tool call error: ${step.output}` : step.output,
          step.end,
        )
        return
      case 'agent':
      case 'hook':
        throw new Error(`Codex has no ${step.kind}`)
    }
  }

  #shell(command: string, output: string, end: SceneEnd): void {
    const input = { cmd: command, workdir: cwd, yield_time_ms: 10000, max_output_tokens: 12000 }
    this.#function('exec_command', input, said(output, end, this.#session), end)
  }

  #patch(hunk: string, touched: string, end: SceneEnd): void {
    const call = this.#course.next('call_scene')
    const input = `*** Begin Patch\n${hunk}\n*** End Patch`
    this.#line('response_item', {
      type: 'custom_tool_call',
      status: 'completed',
      call_id: call,
      name: 'apply_patch',
      input,
    })
    const success = `Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\n${touched}\n`
    const isMade = end.kind === 'exit' && end.code === 0
    const output = isMade ? success : 'apply_patch verification failed: Failed to find expected lines'
    this.#line('response_item', { type: 'custom_tool_call_output', call_id: call, output })
    this.#endOfResponse()
  }

  #function(name: string, input: object, output: string, end?: SceneEnd): void {
    const call = this.#course.next('call_scene')
    this.#line('response_item', {
      type: 'function_call',
      name,
      arguments: JSON.stringify(input),
      call_id: call,
    })
    if (end?.kind !== 'lost')
      this.#line('response_item', { type: 'function_call_output', call_id: call, output })
    this.#endOfResponse()
  }

  #message(role: string, type: string, text: string): void {
    this.#line('response_item', { type: 'message', role, content: [{ type, text }] })
  }

  #endOfResponse(): void {
    this.#tokens += 700
    const usage = { input_tokens: this.#tokens, output_tokens: 90, total_tokens: this.#tokens + 90 }
    this.#line('event_msg', {
      type: 'token_count',
      info: { total_token_usage: usage, last_token_usage: usage, model_context_window: 258400 },
      rate_limits: null,
    })
  }

  #line(type: string, payload: object): void {
    this.#course.next('')
    this.lines.push({ timestamp: this.#course.at, type, payload })
  }
}

/** A file that can't be read: `sed` says so. */
function exitOf(end: SceneEnd): SceneEnd {
  return end.kind === 'error' ? { kind: 'exit', code: 1 } : end
}

function said(output: string, end: SceneEnd, session: number): string {
  const head = (state: string) =>
    `Chunk ID: 4e0003\nWall time: 2.2140 seconds\n${state}\nOriginal token count: 60\nOutput:\n${output}\n`
  switch (end.kind) {
    case 'exit':
      return head(`Process exited with code ${end.code}`)
    case 'error':
      return head('Process exited with code 1')
    case 'running':
      return head(`Process running with session ID ${session}`)
    case 'timeout':
      return `Exit code: 124\nWall time: ${end.seconds} seconds\nOutput:\ncommand timed out after ${end.seconds * 1000} milliseconds\n${output}`
    case 'refused':
      return 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }'
    case 'denied':
      return 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected: blocked by policy\\")" }'
    case 'cancelled':
      return 'aborted by user after 8.4s'
    case 'lost':
      return ''
  }
}
