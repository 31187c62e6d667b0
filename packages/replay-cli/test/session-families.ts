/** Folders of sessions whose sub-agents have files of their own, before or behind their parents, or none at all. */

import fc from 'fast-check'
import { lines } from './recordings.js'

/** A file of a folder. */
export interface FamilyFile {
  readonly path: string
  readonly content: string
}

interface Family {
  readonly before: boolean
  readonly twice: boolean
  readonly child: 'tests' | 'failing' | 'idle' | 'missing' | 'broken' | 'inline'
  readonly grandchild: boolean
}

const family: fc.Arbitrary<Family> = fc.record({
  before: fc.boolean(),
  twice: fc.boolean(),
  child: fc.constantFrom('tests', 'failing', 'idle', 'missing', 'broken', 'inline'),
  grandchild: fc.boolean(),
})

/** One whose parent can be judged only by what lies two files away. */
const deep: Family = { before: false, twice: false, child: 'tests', grandchild: true }

/** A folder of so many families, and one of a known kind. */
export function familyFolder(families: number): readonly FamilyFile[] {
  const [members = []] = fc.sample(fc.array(family, { minLength: families, maxLength: families }), 1)
  return [...members, deep].flatMap((each, index) => filesOf(each, `family-${index}`))
}

function filesOf({ before, twice, child, grandchild }: Family, name: string): readonly FamilyFile[] {
  const parent = { path: `m/${name}.jsonl`, content: parentOf(name, child) }
  const folder = before ? 'a' : 'z'
  const own = child === 'missing' || child === 'inline' ? [] : [childOf(name, child, grandchild)]
  const files = [
    parent,
    ...own.map((content) => ({ path: `${folder}/${name}-agent.jsonl`, content })),
    ...(grandchild ? [{ path: `${before ? 'z' : 'a'}/${name}-inner.jsonl`, content: innerOf(name) }] : []),
  ]
  // The same log once more, from another folder and with other work in it: the last one read counts from then on.
  const copy = twice ? [{ path: `q/${name}-agent.jsonl`, content: childOf(name, 'tests', false) }] : []
  return [...files, ...copy]
}

function parentOf(name: string, child: Family['child']): string {
  const list = (status: string) => ({
    items: [
      { id: '1', text: 'Run the tests of the parser', status },
      { id: '2', text: 'Fix the parser in parser.ts', status: 'completed' },
    ],
  })
  return lines(
    { recording: 'todo-ledger/1', session: name, profile: 'todo-manager' },
    { input: 'Test it', trigger: 'user', at: '2026-01-05T10:00:00Z' },
    { turn: 1, calls: [{ id: 'p1', name: 'todo', input: list('in_progress'), ok: true, output: 'done' }] },
    {
      turn: 2,
      calls: [
        { id: 'p2', name: 'Task', input: { prompt: 'Look after it' }, ok: true, output: 'It is done.' },
      ],
    },
    { subagent: `${name}/agent`, call: 'p2', ...(child === 'inline' ? { calls: checks('i', true) } : {}) },
    { turn: 3, calls: [{ id: 'p3', name: 'todo', input: list('completed'), ok: true, output: 'done' }] },
    { turn: 4, text: 'All tests pass.' },
    { end: true },
  )
}

function checks(id: string, ok: boolean): readonly object[] {
  const output = ok ? 'Tests  12 passed (12)' : 'Tests  3 failed (12)'
  return [{ id, name: 'Bash', input: { command: 'npx vitest run parser' }, ok, output }]
}

function childOf(name: string, child: Family['child'], grandchild: boolean): string {
  const header = {
    recording: 'todo-ledger/1',
    session: `${name}/agent`,
    profile: 'todo-manager',
    parent: name,
  }
  const calls = child === 'idle' ? [] : checks('k1', child === 'tests')
  return [
    lines(
      header,
      { input: 'Look after it', trigger: 'user', at: '2026-01-05T10:00:02Z' },
      {
        turn: 1,
        calls: [...calls, { id: 'k2', name: 'Task', input: { prompt: 'Help' }, ok: true, output: 'Helped.' }],
      },
      ...(grandchild ? [{ subagent: `${name}/agent/inner`, call: 'k2' }] : []),
      { turn: 2, text: 'Done.' },
    ),
    child === 'broken' ? '{"turn":\n{"turn":3}\n' : '',
  ].join('')
}

function innerOf(name: string): string {
  return lines(
    {
      recording: 'todo-ledger/1',
      session: `${name}/agent/inner`,
      profile: 'todo-manager',
      parent: `${name}/agent`,
    },
    { input: 'Help', trigger: 'user', at: '2026-01-05T10:00:03Z' },
    { turn: 1, calls: checks('g1', true) },
    { turn: 2, text: 'Helped.' },
  )
}
