/** Scenes as Gemini CLI keeps chats; docs/sources/gemini-cli.md. */

import type { Scene, SceneEnd, SceneStep } from '../scene.js'
import { absolute, Course, logged, type SceneFormat } from './rendering.js'

/** Gemini CLI's chats. */
export const geminiCli: SceneFormat = { name: 'gemini-cli', write }

function write(scene: Scene): string | null {
  // A sub-agent's chat is a file of its own, and hooks are not recorded.
  if (scene.steps.some(({ kind }) => kind === 'agent' || kind === 'hook')) return null
  const writer = new Chat()
  for (const step of scene.steps) writer.take(step)
  return JSON.stringify({
    sessionId: '77f1c0a4-2d3b-4f58-9e60-000000000001',
    projectHash: '5d1f',
    startTime: '2026-04-14T09:00:00.000Z',
    lastUpdated: '2026-04-14T10:00:00.000Z',
    messages: writer.messages,
  })
}

const done: SceneEnd = { kind: 'exit', code: 0 }

class Chat {
  readonly messages: object[] = []
  readonly #course = new Course()

  take(step: SceneStep): void {
    switch (step.kind) {
      case 'user':
        this.#message('user', [{ text: step.text }])
        return
      case 'say':
        this.#message('gemini', step.text, [])
        return
      case 'list': {
        const todos = step.items.map(({ text, status }) => ({ description: text, status }))
        const lines = step.items.map(({ text, status }, index) => `${index + 1}. [${status}] ${text}`)
        const said = `Successfully updated the todo list. The current list is now:\n${lines.join('\n')}`
        this.#call('write_todos', { todos }, said, done)
        return
      }
      case 'run':
        if (step.end.kind === 'running') this.#detach(step.command, step.output)
        else this.#shell(step.command, step.output, step.end)
        return
      case 'look':
      case 'notice':
        // What was left running is looked after in the file that it writes to.
        this.#shell('tail -n 60 /tmp/task.log', logged(step.output, step.end), done)
        return
      case 'edit': {
        const path = absolute(step.path)
        const input = { file_path: path, old_string: step.before, new_string: step.after }
        const fault =
          'Failed to edit, could not find the string to replace. 0 occurrences found for old_string.'
        const made = `Successfully modified file: ${path} (1 replacements).`
        this.#call('replace', input, step.end.kind === 'error' ? fault : made, step.end)
        return
      }
      case 'write': {
        const path = absolute(step.path)
        const made = `Successfully created and wrote to new file: ${path}.`
        this.#call('write_file', { file_path: path, content: step.content }, made, step.end)
        return
      }
      case 'read':
        this.#call('read_file', { file_path: absolute(step.path) }, step.content, step.end)
        return
      case 'search':
        this.#call(
          'search_file_content',
          { pattern: step.pattern },
          step.output === ''
            ? `No matches found for pattern "${step.pattern}" in the workspace directory.`
            : step.output,
          step.end,
        )
        return
      case 'call':
        this.#call(step.name.replace(/^mcp__/u, ''), step.input, step.output, step.end)
        return
      case 'agent':
      case 'hook':
        throw new Error(`a chat has no ${step.kind}`)
    }
  }

  #detach(command: string, output: string): void {
    this.#shell(`${command.replace(/\s*&\s*$/u, '')} > /tmp/task.log 2>&1 &`, '', done)
    if (output !== '') this.#shell('tail -n 60 /tmp/task.log', output, done)
  }

  #shell(command: string, output: string, end: SceneEnd): void {
    const code = end.kind === 'exit' ? end.code : null
    const printed = [
      `Command: ${command}`,
      'Directory: (root)',
      `Output: ${output === '' ? '(empty)' : output}`,
      'Error: (none)',
      `Exit Code: ${code ?? '(none)'}`,
      'Signal: (none)',
      'Process Group PGID: 4411',
    ].join('\n')
    const before = output === '' ? '' : ` Below is the output before it was cancelled:\n${output}`
    // The program takes any command that it ended for a success, and says in words what it did.
    if (end.kind === 'timeout')
      this.#call(
        'run_shell_command',
        { command },
        `Command was automatically cancelled because it exceeded the timeout of ${(end.seconds / 60).toFixed(1)} minutes without output.${before}`,
        done,
      )
    else if (end.kind === 'cancelled')
      this.#call(
        'run_shell_command',
        { command },
        `Command was cancelled by user before it could complete.${before}`,
        end,
      )
    else this.#call('run_shell_command', { command }, printed, end.kind === 'exit' ? done : end)
  }

  #call(name: string, args: object, output: string, end: SceneEnd): void {
    const began = this.#course.now
    const id = `${name}-${began}-${this.#course.next('')}`
    const status = statusOf(end)
    const text = faultOf(output, end)
    const response = status === 'success' ? { output } : { error: text }
    const result = [{ functionResponse: { id, name, response } }]
    const at = new Date(began + 1500).toISOString()
    this.#message('gemini', '', [
      {
        id,
        name,
        args,
        ...(status === 'executing' ? {} : { result }),
        status,
        timestamp: at,
        displayName: name,
      },
    ])
  }

  #message(type: string, content: unknown, toolCalls?: readonly object[]): void {
    const calls = toolCalls === undefined ? {} : { thoughts: [], model: 'gemini-3-pro', toolCalls }
    this.messages.push({
      id: this.#course.next('3e7d9a10-5b2c-4f66-8a01-000000'),
      timestamp: this.#course.at,
      type,
      content,
      ...calls,
    })
  }
}

function statusOf({ kind }: SceneEnd): string {
  if (kind === 'exit' || kind === 'running') return 'success'
  if (kind === 'lost') return 'executing'
  return kind === 'refused' || kind === 'cancelled' ? 'cancelled' : 'error'
}

function faultOf(output: string, { kind }: SceneEnd): string {
  if (kind === 'refused') return '[Operation Cancelled] Reason: User did not allow tool call'
  return kind === 'denied' ? 'Tool execution denied by policy.' : output
}
