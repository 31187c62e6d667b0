/** Scenes as opencode exports sessions; docs/sources/opencode.md. */

import type { Scene, SceneEnd, SceneStep } from '../scene.js'
import { absolute, Course, cwd, logged, numbered, type SceneFormat } from './rendering.js'

/** opencode's exports. */
export const opencode: SceneFormat = { name: 'opencode', write }

function write(scene: Scene): string | null {
  // A sub-agent is an export of its own, and hooks are not recorded.
  if (scene.steps.some(({ kind }) => kind === 'agent' || kind === 'hook')) return null
  const writer = new Export()
  for (const step of scene.steps) writer.take(step)
  const info = {
    id: 'ses_scene',
    projectID: 'scene',
    directory: cwd,
    title: 'A session',
    version: '1.2.10',
    time: { created: writer.messages[0]?.info.time.created ?? 0, updated: 0 },
  }
  return JSON.stringify({ info, messages: writer.messages })
}

interface Message {
  readonly info: { readonly id: string; readonly role: string; readonly time: { readonly created: number } }
  readonly parts: object[]
}

class Export {
  readonly messages: Message[] = []
  readonly #course = new Course()

  take(step: SceneStep): void {
    switch (step.kind) {
      case 'user':
        this.#message('user', [{ type: 'text', text: step.text }])
        return
      case 'say':
        this.#assistant({ type: 'text', text: step.text })
        return
      case 'list': {
        const todos = step.items.map(({ text, status }) => ({ content: text, status, priority: 'high' }))
        this.#tool(
          'todowrite',
          { todos },
          JSON.stringify(todos, null, 2),
          { kind: 'exit', code: 0 },
          { todos },
        )
        return
      }
      case 'run':
        this.#run(step)
        return
      case 'look':
      case 'notice':
        // There are no background tasks: what runs on is looked after in the file that it writes to.
        this.#bash('tail -n 60 /tmp/task.log', logged(step.output, step.end), { kind: 'exit', code: 0 })
        return
      case 'edit':
        this.#tool(
          'edit',
          { filePath: absolute(step.path), oldString: step.before, newString: step.after },
          'Edit applied successfully.',
          step.end,
        )
        return
      case 'write':
        this.#tool(
          'write',
          { filePath: absolute(step.path), content: step.content },
          'Wrote file successfully.',
          step.end,
        )
        return
      case 'read': {
        const path = absolute(step.path)
        const shown = `<path>${path}</path>\n<type>file</type>\n<content>\n${numbered(step.content, ': ', 1)}\n</content>`
        this.#tool('read', { filePath: path }, step.end.kind === 'error' ? step.content : shown, step.end)
        return
      }
      case 'search':
        this.#tool(
          'grep',
          { pattern: step.pattern },
          step.output === '' ? 'No files found' : step.output,
          step.end,
        )
        return
      case 'call':
        this.#tool(step.name.replace(/^mcp__/u, '').replace('__', '_'), step.input, step.output, step.end)
        return
      case 'agent':
      case 'hook':
        throw new Error(`an export has no ${step.kind}`)
    }
  }

  #run({ command, output, end }: Extract<SceneStep, { readonly kind: 'run' }>): void {
    if (end.kind !== 'running') {
      this.#bash(command, output, end)
      return
    }
    const detached = `nohup ${command.replace(/\s*&\s*$/u, '')} > /tmp/task.log 2>&1 &`
    this.#bash(detached, '', { kind: 'exit', code: 0 })
    if (output !== '') this.#bash('tail -n 60 /tmp/task.log', output, { kind: 'exit', code: 0 })
  }

  #bash(command: string, output: string, end: SceneEnd): void {
    const exit = end.kind === 'exit' ? end.code : null
    const cut = `${output}\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout ${end.kind === 'timeout' ? end.seconds * 1000 : 0} ms\n</bash_metadata>`
    const stopped = `${output}\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>`
    const shown = end.kind === 'timeout' ? cut : end.kind === 'cancelled' ? stopped : output
    const isOver = end.kind === 'timeout' || end.kind === 'cancelled' || end.kind === 'exit'
    const description = 'Runs a command'
    this.#tool('bash', { command, description }, shown, isOver ? { kind: 'exit', code: 0 } : end, {
      output: shown,
      exit,
      description,
    })
  }

  #tool(name: string, input: object, output: string, end: SceneEnd, metadata: object = {}): void {
    const time = { start: this.#course.now, end: this.#course.now + 900 }
    const state =
      end.kind === 'exit'
        ? { status: 'completed', input, output, title: name, metadata, time }
        : end.kind === 'lost'
          ? { status: 'running', input, metadata, time: { start: time.start } }
          : { status: 'error', input, error: errorOf(output, end), metadata: {}, time }
    this.#assistant({ type: 'tool', callID: this.#course.next('toolu_01Scene'), tool: name, state })
  }

  #assistant(part: object): void {
    this.#message('assistant', [{ type: 'step-start' }, part, { type: 'step-finish', reason: 'tool-calls' }])
  }

  #message(role: string, parts: readonly object[]): void {
    const id = this.#course.next('msg_scene')
    const base = { sessionID: 'ses_scene', messageID: id }
    this.messages.push({
      info: { id, role, time: { created: this.#course.now }, ...{ sessionID: 'ses_scene' } },
      parts: parts.map((part) => ({ id: this.#course.next('prt_scene'), ...base, ...part })),
    })
  }
}

function errorOf(output: string, end: SceneEnd): string {
  switch (end.kind) {
    case 'refused':
      return 'The user rejected permission to use this specific tool call.'
    case 'denied':
      return 'The user has specified a rule which prevents you from using this specific tool call.'
    case 'cancelled':
      return 'Tool execution aborted'
    default:
      return output
  }
}
