/** A folder counts a completion once, however many files hold a copy of its history. */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditFormats } from '../src/audit/formats/index.js'
import { readReplays } from '../src/replay/read-replays.js'
import { SessionView } from '../src/session-view/session-view.js'
import { listOf } from '../src/sources/read-options.js'
import { ReadReport } from '../src/sources/read-report.js'
import { sourceAt } from '../src/sources/source.js'
import { called, claude, type Fields, returned, said } from './claude-records.js'
import { begun, screenText } from './debugged.js'
import { quietOutput } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()

const list = (...items: readonly (readonly [string, string])[]): Fields => ({
  todos: items.map(([content, status]) => ({ content, status, activeForm: '' })),
})

/** One completion without evidence, and one that only its meaning decides. */
const history = (session: string): string =>
  claude(
    session,
    {},
    said('Tidy up.'),
    called('toolu_01', 'TodoWrite', list(['Run the tests', 'in_progress'], ['Read a.ts', 'pending'])),
    returned('toolu_01', 'ok'),
    called('toolu_02', 'TodoWrite', list(['Run the tests', 'completed'], ['Read a.ts', 'in_progress'])),
    returned('toolu_02', 'ok'),
    called('toolu_03', 'Read', { file_path: '/x/a.ts' }),
    returned('toolu_03', 'export {}'),
    called('toolu_04', 'TodoWrite', list(['Run the tests', 'completed'], ['Read a.ts', 'completed'])),
    returned('toolu_04', 'ok'),
  )

const original = history('orig')
/** What a fork does: the lines copied under its own id, then its own work. */
const fork = `${original.replaceAll('"orig"', '"fork"')}${claude(
  'fork',
  {},
  said('And the docs.'),
  called('toolu_11', 'TodoWrite', list(['Run the build', 'in_progress'])),
  returned('toolu_11', 'ok'),
  called('toolu_12', 'TodoWrite', list(['Run the build', 'completed'])),
  returned('toolu_12', 'ok'),
)}`

place.write('all/a-orig.jsonl', original)
place.write('all/b-fork.jsonl', fork)
place.write('all/c-copy-of-orig.jsonl', original)

interface Printed {
  readonly sessions: readonly {
    readonly session: string
    readonly completions: readonly {
      readonly text: string
      readonly verdict: string
      readonly copied?: string
    }[]
    readonly findings: readonly { readonly rule: string; readonly copied?: string }[]
  }[]
  readonly summary: { readonly completions: number; readonly findings: { readonly error: number } }
}

async function audit(words: string): Promise<{ printed: Printed; code: number | null }> {
  const { stdout, code } = await place.run(`audit ${words} --json`)
  return { printed: JSON.parse(stdout), code }
}

describe('copied history', () => {
  test('is marked in the sessions that are read later, and counts once', async () => {
    const { printed, code } = await audit('all')
    expect(code).toBe(1)
    expect(
      printed.sessions.map(({ session, completions, findings }) => [
        session,
        ...completions.map(({ text, verdict, copied = 'its own' }) => `${text}: ${verdict}, ${copied}`),
        ...findings.map(({ rule, copied = 'its own' }) => `${rule}, ${copied}`),
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          "orig",
          "Run the tests: unsupported, its own",
          "Read a.ts: undecided, its own",
          "never-ran, its own",
          "instant-flip, its own",
        ],
        [
          "fork",
          "Run the tests: unsupported, orig",
          "Read a.ts: undecided, orig",
          "Run the build: unsupported, its own",
          "never-ran, orig",
          "instant-flip, orig",
          "never-ran, its own",
          "instant-flip, its own",
        ],
        [
          "orig",
          "Run the tests: unsupported, orig",
          "Read a.ts: undecided, orig",
          "never-ran, orig",
          "instant-flip, orig",
        ],
      ]
    `)
    expect(printed.summary).toMatchObject({ sessions: 3, completions: 3, findings: { error: 2 } })
  })

  test('people are told where it counts, and do not read it twice', async () => {
    const { stdout } = await place.run('audit all')
    expect(stdout.match(/^[ \w].*(?:UNSUPPORTED|copied from).*$/gm)).toEqual([
      '  ✗ UNSUPPORTED #1 Run the tests',
      '2 more completions copied from orig, counted there',
      '  ✗ UNSUPPORTED #1 Run the build',
    ])
  })

  test.each(auditFormats.filter((format) => format !== 'json'))(
    '%s names each completion once',
    async (format) => {
      const { stdout } = await place.run(`audit all --format ${format}`)
      const { stdout: alone } = await place.run(`audit all/a-orig.jsonl --format ${format}`)
      const count = (text: string): number => text.split('Run the tests').length
      expect(count(stdout)).toBe(count(alone))
    },
  )

  test('ids that only name a place in a file are no sign of a copy', async () => {
    const lines = (session: string): string =>
      [
        { recording: 'todo-ledger/1', session, profile: 'claude-code' },
        { input: 'Go', trigger: 'user', at: '2026-01-05T10:00:00Z' },
        {
          turn: 1,
          calls: [{ id: 'call_1', name: 'TodoWrite', input: list(['Run it', 'in_progress']), ok: true }],
        },
        {
          turn: 2,
          calls: [{ id: 'call_2', name: 'TodoWrite', input: list(['Run it', 'completed']), ok: true }],
        },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('')
    place.write('runs/one.jsonl', lines('one'))
    place.write('runs/two.jsonl', lines('two'))
    expect((await audit('runs')).printed.summary.completions).toBe(2)
  })

  test('is no finding of the debugger, and its place says where it counts', async () => {
    const source = await sourceAt(join(place.folder, 'all'))
    const replays = await listOf(readReplays(source, { report: new ReadReport(quietOutput()) }, {}))
    const told = replays
      .map((each) => new SessionView(each))
      .map(({ replay, findings }) => [
        replay.copied?.completions ?? 0,
        findings.map(({ finding }) => finding.turn),
      ])
    expect(told).toEqual([
      [0, [2, 2]],
      [2, [6, 6]],
      [2, []],
    ])
    const debugged = replays.slice(1, 2).map((each) => new SessionView(each))
    expect(screenText(begun(debugged, [100, 30], 2), debugged)).toContain('from session orig, counted there')
  })

  test('counts once in the index of a report', async () => {
    const { stdout } = await place.run('report all --out page.html --json')
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: 3,
      completions: 3,
      unsupported: 2,
      findings: { error: 2, warning: 0, info: 2 },
    })
  })
})
