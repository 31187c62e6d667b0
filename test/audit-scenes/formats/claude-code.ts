/** Scenes as Claude Code records sessions; docs/sources/agents.md#claude-code. */

import type { Scene, SceneEnd, SceneStep } from '../scene.js'
import { Course, cwd, type SceneFormat } from './rendering.js'

/** Claude Code's files. */
export const claudeCode: SceneFormat = { name: 'claude-code', write }

function write(scene: Scene): string {
  const writer = new Transcript()
  for (const step of scene.steps) writer.take(step)
  return writer.lines.map((line) => JSON.stringify(line)).join('\n')
}

const refusal =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."

class Transcript {
  readonly lines: object[] = []
  readonly #course = new Course()
  #parent: string | null = null
  #agent: string | null = null
  #todos: readonly object[] = []
  #running = { id: '', call: '', command: '' }
  #lastCall = ''

  take(step: SceneStep): void {
    switch (step.kind) {
      case 'user':
        this.#record('user', { message: { role: 'user', content: step.text } })
        return
      case 'say':
        this.#assistant({ type: 'text', text: step.text })
        return
      case 'list': {
        const todos = step.items.map(({ text, status }) => ({ content: text, status, activeForm: text }))
        const said =
          'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable'
        this.#tool('TodoWrite', { todos }, said, { oldTodos: this.#todos, newTodos: todos })
        this.#todos = todos
        return
      }
      case 'run':
        this.#run(step)
        return
      case 'look':
        this.#look(step.output, step.end)
        return
      case 'notice':
        this.#notice(step.output, step.end)
        return
      case 'edit': {
        const path = absolute(step.path)
        const input = { file_path: path, old_string: step.before, new_string: step.after }
        this.#ended('Edit', input, `The file ${path} has been updated successfully.`, step.end, {
          filePath: path,
          oldString: step.before,
          newString: step.after,
        })
        return
      }
      case 'write': {
        const path = absolute(step.path)
        const input = { file_path: path, content: step.content }
        this.#ended('Write', input, `File created successfully at: ${path}`, step.end, {
          type: 'create',
          filePath: path,
          content: step.content,
        })
        return
      }
      case 'read': {
        const path = absolute(step.path)
        const failed = step.end.kind === 'error'
        const lines = step.content
          .split('\n')
          .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
        const shown = failed ? step.content : lines.join('\n')
        this.#ended('Read', { file_path: path }, shown, step.end, {
          type: 'text',
          file: { filePath: path, content: step.content },
        })
        return
      }
      case 'search':
        this.#ended(
          'Grep',
          { pattern: step.pattern, output_mode: 'content', '-n': true },
          step.output === '' ? 'No matches found' : step.output,
          step.end,
          { mode: 'content', content: step.output },
        )
        return
      case 'call':
        this.#ended(step.name, step.input, step.output, step.end, [{ type: 'text', text: step.output }])
        return
      case 'agent':
        this.#delegate(step.prompt, step.steps, step.report)
        return
      case 'hook':
        this.#hook(step)
        return
    }
  }

  #run({ command, background, output, end }: Extract<SceneStep, { readonly kind: 'run' }>): void {
    const result = { stdout: output, stderr: '', interrupted: false, isImage: false }
    if (end.kind !== 'running') {
      this.#ended('Bash', { command }, output, end, result)
      return
    }
    const id = this.#course.next('b')
    const said = `Command running in background with ID: ${id}. Output is being written to: /tmp/claude/-home-dev-project/tasks/${id}.output`
    const input = background ? { command, run_in_background: true } : { command }
    const call = this.#tool('Bash', input, said, { ...result, stdout: '', backgroundTaskId: id })
    this.#running = { id, call, command }
    if (output !== '') this.#look(output, end)
  }

  #look(output: string, end: SceneEnd): void {
    const { id } = this.#running
    const state = end.kind === 'exit' ? (end.code === 0 ? 'completed' : 'failed') : end.kind
    const status = state === 'running' || end.kind === 'exit' ? state : 'killed'
    const retrieval = status === 'running' ? 'timeout' : 'success'
    const parts = [
      `<retrieval_status>${retrieval}</retrieval_status>`,
      `<task_id>${id}</task_id>`,
      '<task_type>local_bash</task_type>',
      `<status>${status}</status>`,
      ...(end.kind === 'exit' ? [`<exit_code>${end.code}</exit_code>`] : []),
      ...(output === '' ? [] : [`<output>\n${output}\n</output>`]),
    ]
    this.#tool('TaskOutput', { task_id: id, block: true, timeout: 30000 }, parts.join('\n\n'), {
      retrieval_status: retrieval,
      task: { task_id: id, task_type: 'local_bash', status, output },
    })
  }

  #notice(output: string, end: SceneEnd): void {
    const { id, call, command } = this.#running
    const code = end.kind === 'exit' ? end.code : 1
    const status = code === 0 ? 'completed' : 'failed'
    const text = [
      '<task-notification>',
      `<task-id>${id}</task-id>`,
      `<tool-use-id>${call}</tool-use-id>`,
      `<output-file>/tmp/claude/-home-dev-project/tasks/${id}.output</output-file>`,
      `<status>${status}</status>`,
      `<summary>Background command "${command}" ${status} (exit code ${code})</summary>`,
      '</task-notification>',
      ...(output === '' ? [] : [output]),
    ].join('\n')
    this.#record('user', { message: { role: 'user', content: text } })
  }

  /** A call that was not left running. */
  #ended(name: string, input: object, output: string, end: SceneEnd, result: unknown): void {
    if (end.kind === 'lost') {
      this.#assistant({ type: 'tool_use', id: this.#course.next('toolu_01Scene'), name, input })
      return
    }
    const fault = faultOf(name, output, end)
    if (fault === null) this.#tool(name, input, output, result)
    else this.#tool(name, input, fault, `Error: ${fault}`, true)
  }

  #tool(name: string, input: object, content: unknown, result: unknown, failed = false): string {
    const id = this.#course.next('toolu_01Scene')
    this.#lastCall = id
    this.#assistant({ type: 'tool_use', id, name, input })
    this.#answer(id, content, result, failed)
    return id
  }

  #answer(id: string, content: unknown, result: unknown, failed = false): void {
    const held = { type: 'tool_result', tool_use_id: id, content, ...(failed ? { is_error: true } : {}) }
    this.#record('user', { message: { role: 'user', content: [held] }, toolUseResult: result })
  }

  #delegate(prompt: string, steps: readonly SceneStep[], report: string): void {
    const id = this.#course.next('toolu_01Scene')
    const agentId = this.#course.next('a')
    const input = { description: 'A part of the work', prompt, subagent_type: 'general-purpose' }
    this.#assistant({ type: 'tool_use', id, name: 'Task', input })
    const parent = this.#parent
    this.#agent = agentId
    this.#parent = null
    this.take({ kind: 'user', text: prompt })
    for (const step of steps) this.take(step)
    this.take({ kind: 'say', text: report })
    this.#agent = null
    this.#parent = parent
    const content = [{ type: 'text', text: report }]
    this.#answer(id, content, {
      status: 'completed',
      prompt,
      agentId,
      content,
      totalToolUseCount: steps.length,
    })
  }

  #hook({ event, command, output, end }: Extract<SceneStep, { readonly kind: 'hook' }>): void {
    const code = end.kind === 'exit' ? end.code : 1
    this.#record('attachment', {
      attachment: {
        type: code === 0 ? 'hook_success' : 'hook_non_blocking_error',
        hookName: event,
        toolUseID: this.#lastCall,
        hookEvent: event.split(':')[0],
        content: '',
        stdout: output,
        stderr: '',
        exitCode: code,
        command,
        durationMs: 1200,
      },
    })
  }

  #assistant(content: object): void {
    const message = {
      model: 'claude-sonnet-4-5-20250929',
      id: this.#course.next('msg_01Scene'),
      type: 'message',
      role: 'assistant',
      content: [content],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 4, output_tokens: 60 },
    }
    this.#record('assistant', { message })
  }

  #record(type: string, fields: object): void {
    const uuid = this.#course.next('00000000-0000-4000-8000-000000')
    this.lines.push({
      parentUuid: this.#parent,
      isSidechain: this.#agent !== null,
      userType: 'external',
      cwd,
      sessionId: '5ce0e000-0000-4000-8000-000000000001',
      version: '2.1.41',
      gitBranch: 'main',
      ...(this.#agent === null ? {} : { agentId: this.#agent }),
      type,
      ...fields,
      uuid,
      timestamp: this.#course.at,
    })
    this.#parent = uuid
  }
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `${cwd}/${path}`
}

/** What Claude Code says of a call that did not come out well; null where it did. */
function faultOf(name: string, output: string, end: SceneEnd): string | null {
  switch (end.kind) {
    case 'exit':
      return end.code === 0 ? null : `Exit code ${end.code}\n${output}`
    case 'error':
      return output
    case 'timeout':
      return `Exit code 143\nCommand timed out after ${Math.floor(end.seconds / 60)}m ${end.seconds % 60}.0s\n${output}`
    case 'refused':
      return refusal
    case 'denied':
      return `Permission to use ${name} has been denied because Claude Code is running in don't ask mode.`
    case 'cancelled':
      return `${output}\n<error>Command was aborted before completion</error>`.trim()
    case 'running':
    case 'lost':
      return null
  }
}
