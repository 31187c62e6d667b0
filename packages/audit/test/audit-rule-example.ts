/** Drives the sessions of the rules' examples, so that none says what its rule does not. */

import type { TodoStatus } from '@todo-ledger/core'
import type { Reading } from '../src/result.js'
import { type Step, task, taskUpdate } from './audited-session.js'
import type { RuleExample } from './rule-examples.js'

const statuses: Readonly<Record<string, TodoStatus>> = { ' ': 'pending', '>': 'in_progress', x: 'completed' }

/** The steps of an example. */
export function stepsOf({ session }: RuleExample): readonly Step[] {
  return session.flatMap((line) => (line.startsWith('task ') ? taskSteps(line) : [stepOf(line)]))
}

function stepOf(line: string): Step {
  const [, word = '', rest = ''] = /^(\S+)(?: (.*))?$/su.exec(line) ?? []
  const [input = '', result = ''] = rest.split(' => ', 2)
  const ok = !result.startsWith('FAILED ')
  const output = result.replace(/^FAILED /, '')
  switch (word) {
    case 'todo':
      return { list: [...rest.matchAll(/\[(.)\] (.*?)(?=\s+\[.\] |$)/gu)].map(itemOf) }
    case 'edit':
      return {
        call: 'Edit',
        input: { file_path: input, old_string: 'before', new_string: 'after' },
        ok,
        output,
      }
    case 'write':
      return { call: 'Write', input: { file_path: input, content: 'content' }, ok, output }
    case 'read':
      return { call: 'Read', input: { file_path: input }, ok, output }
    case 'run':
      return { call: 'Bash', input: { command: input }, ok, output }
    case 'agent':
      return { call: 'Task', input: { prompt: input }, ok, output }
    case 'say':
      return { say: rest }
    case 'user':
      return { ask: rest }
    case 'nag':
      return { nag: rest }
    case 'reader':
      return { reader: readingOf(rest) }
    case 'compaction':
      return { compacted: true }
    default:
      throw new Error(`no step: ${line}`)
  }
}

/** `not_done 90: why` is what a reader says of every completion. */
function readingOf(text: string): Reading {
  const [, verdict, p, why = ''] = /^(done|partly|not_done|cannot_tell) (\d+): (.*)$/su.exec(text) ?? []
  const known = (['done', 'partly', 'not_done', 'cannot_tell'] as const).find((each) => each === verdict)
  if (known === undefined) throw new Error(`no reading: ${text}`)
  return {
    verdict: known,
    p: Number(p),
    line: null,
    quote: '',
    why,
    model: 'scripted',
    asked: null,
    cost: null,
  }
}

/** `task Deploy it after 1` is two calls: the tool says of a task what it waits for once it is there. */
function taskSteps(line: string): readonly Step[] {
  const [, id, status] = /^task (\d+) (\S+)$/.exec(line) ?? []
  if (id !== undefined) return [taskUpdate(id, { status })]
  const [, subject = '', blocker] = /^task (.*?)(?: after (\d+))?$/.exec(line) ?? []
  if (blocker === undefined) return [task(subject)]
  // Examples name a waiting task right behind the one before it.
  return [task(subject), taskUpdate(String(Number(blocker) + 1), { addBlockedBy: [blocker] })]
}

function itemOf([, mark = '', text = '']: RegExpExecArray): readonly [TodoStatus, string] {
  const status = statuses[mark]
  if (status === undefined) throw new Error(`no status: [${mark}]`)
  return [status, text]
}
