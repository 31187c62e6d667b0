/** An agent of this test's own: read, listed and audited, with nothing touched but the list that is handed in. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SessionAuditor } from '@todo-ledger/audit'
import type { JsonValue } from '@todo-ledger/core'
import { defineProfile, listProperty, unreadable } from '@todo-ledger/core/profiles'
import { openRecording, type RecordingFormat, recordedEvents } from '@todo-ledger/recordings'
import { type Agent, agents, defineAgent, toolsOf } from '@todo-ledger/recordings/agents'
import { expect, test } from 'vitest'
import { agentFiles, projectsOf, sessionsIn } from '../src/sessions/agent-sessions.js'
import { newestSession } from '../src/sources/resolve-source.js'

/** Its list: texts, of which those that end with `!` are done. */
const profile = defineProfile({
  name: 'jotter',
  source: 'this test',
  defaults: {},
  build: () => ({
    rules: [{ id: 'single-in-progress', mode: 'reject' }],
    tools: [{ name: 'jot', description: 'Replaces the list.', inputSchema: { type: 'object' } }],
    read: ({ input }) => {
      const notes = listProperty(input, 'notes')
      if (notes === null) return unreadable()
      const items = notes.map((note, index) => {
        const text = String(note)
        const status = text.endsWith('!') ? ('completed' as const) : ('pending' as const)
        return { id: String(index + 1), ownId: false, text: text.replace(/!$/, ''), status }
      })
      return { intent: { kind: 'replace', items, numbered: true }, violations: [] }
    },
    reply: () => 'noted',
    render: (items) => items.map(({ text }) => text).join('\n'),
    capabilities: { statuses: ['pending', 'completed'] },
  }),
})

/** A line is `{"jotter":1}`, then `{"call":tool,"input":…,"output":…}`. */
const format: RecordingFormat = {
  name: 'jotter',
  certaintyOf: (record) => (record['jotter'] === 1 ? 1 : 0),
  reader({ file, steps }) {
    const base = (line: number) => ({ session: 's1', at: new Date(line * 1000), source: { file, line } })
    return {
      take({ call: name, input, output }, line) {
        if (name === undefined) {
          steps.push({ ...base(1), kind: 'session', profile: 'jotter', parent: null, goal: null })
          steps.push({ ...base(1), kind: 'input', trigger: 'user', text: 'Go on.' })
          return
        }
        const call = `call ${line}`
        steps.push({ ...base(line), kind: 'turn' })
        steps.push({ ...base(line), kind: 'call', call, name: String(name), input })
        steps.push({ ...base(line), kind: 'result', call, ok: true, output: String(output) })
        steps.push({ ...base(line), kind: 'turn-end', interrupted: false })
      },
      finish: () => undefined,
    }
  },
}

const jotter: Agent = defineAgent({
  name: 'jotter',
  title: 'Jotter',
  profile,
  formats: [format],
  home: ({ home }) => {
    const path = join(home ?? '', 'jotter.log')
    return {
      files: async () => [{ path, at: 5 }],
      roots: [path],
      isProjectInFile: true,
      projects: async () => ({ all: '/a', each: [] }),
    }
  },
  tools: { names: { shell: 'hammer' } },
})

const home = mkdtempSync(join(tmpdir(), 'own-agent-'))
const file = join(home, 'jotter.log')
const call = (name: string, input: JsonValue, output: string): string =>
  JSON.stringify({ call: name, input, output })
mkdirSync(home, { recursive: true })
writeFileSync(
  file,
  [
    '{"jotter":1}',
    call('jot', { notes: ['Run the tests'] }, 'noted'),
    call('hammer', { command: 'npm test' }, '3 passed'),
    call('jot', { notes: ['Run the tests!'] }, 'noted'),
  ].join('\n'),
)
const known = [...agents, jotter]

test('it is read and audited', async () => {
  const recording = await openRecording(file, { agents: known })
  expect(recording.format).toBe('jotter')
  const auditor = new SessionAuditor({ tools: toolsOf(known) })
  for await (const { event, state } of recordedEvents(recording, { agents: known })) {
    auditor.observe(event, state)
  }
  const { completions } = auditor.finish()
  expect(completions.map(({ text, verdict }) => [text, verdict])).toEqual([['Run the tests', 'supported']])
})

test('it is listed, and its newest session is found', async () => {
  const user = { home, env: {} }
  const [found] = await agentFiles(user, [jotter])
  if (found === undefined) throw new Error('no file')
  const projects = (await projectsOf([found], new Set(['/']))).get(found.path)
  const sessions = await sessionsIn(found, projects ?? { all: null, each: [] }, () => undefined, known)
  expect(sessions).toMatchObject([{ agent: 'Jotter', project: '/a', session: 's1', title: 'Go on.' }])
  const newest = await newestSession({ cwd: () => '/a', env: { HOME: home } }, [jotter])
  expect(newest).toEqual({ agent: 'Jotter', path: file, at: 5 })
})
