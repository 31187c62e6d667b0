/** A conversation that OpenHands keeps an event a file is one recording. */

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const place = new MemoryPlace()

const lines = readFileSync(join(fixtures, 'openhands-events/session.jsonl'), 'utf8').trim().split('\n')
const nameOf = (number: number): string => `event-${String(number).padStart(5, '0')}-0a1b2c3d-${number}.json`

/** As the SDK writes it; the numbers have a gap, and grow a digit. Every other file is laid out over lines. */
const numberOf = (index: number): number => (index < 10 ? index : index + 99_990)
function writeConversation(folder: string, state: object = {}): void {
  for (const [index, line] of lines.entries()) {
    const text = index % 2 === 0 ? line : JSON.stringify(JSON.parse(line), null, 2)
    place.write(`${folder}/events/${nameOf(numberOf(index))}`, text)
  }
  place.write(`${folder}/base_state.json`, JSON.stringify({ agent: { kind: 'Agent' }, ...state }))
}

writeConversation('kept/new')
writeConversation('kept/other')
place.write('new.jsonl', `${lines.join('\n')}\n`)

const line = /\bline"?:? (?<line>\d+)/g
/** What an audit says, with the numbers of lines apart, and without what the source is called. */
async function audited(
  source: string,
): Promise<{ readonly text: string; readonly lines: readonly number[] }> {
  const { stdout, stderr } = await place.run(`audit ${source} --json`)
  expect(stderr).toBe('')
  const text = stdout.replaceAll(line, '').replaceAll(/"(?:file|session)": "[^"]*"/g, '')
  return { text, lines: [...stdout.matchAll(line)].map(({ groups }) => Number(groups?.['line'])) }
}

describe('is read once, and as its events in one file', () => {
  test.each(['kept/new', 'kept/new/', 'kept/new/events'])('%s', async (source) => {
    const [folder, file] = [await audited(source), await audited('new.jsonl')]
    expect(folder.text).toBe(file.text)
    expect(file.lines.length).toBeGreaterThan(5)
    expect(folder.lines).toEqual(file.lines.map((each) => numberOf(each - 1)))
  })

  test('also in a folder of conversations, and by threads', async () => {
    expect(await place.screen('sessions kept')).toMatchInlineSnapshot(`
      "new
        The choir page should list concerts by date. Check it with the tests.
        openhands · 9 turns · 3/3 completed, 4 updates · 2025-11-18 14:00Z to
        2025-11-18 14:01Z
        kept/new/events

      other
        The choir page should list concerts by date. Check it with the tests.
        openhands · 9 turns · 3/3 completed, 4 updates · 2025-11-18 14:00Z to
        2025-11-18 14:01Z
        kept/other/events

      2 sessions
      --- exit 0"
    `)
  })
})

test('what is damaged is left out, and told with the number of its event', async () => {
  writeConversation('bad')
  const write = (number: number, text: string | Uint8Array): void =>
    place.write(`bad/events/${nameOf(number)}`, text)
  // A value could still follow: the next file is none.
  write(0, '{"kind":"SystemPromptEvent","source":')
  write(3, '')
  write(5, 'x\0y')
  write(6, gzipSync(lines[6] ?? ''))
  rmSync(`bad/events/${nameOf(7)}`)
  execFileSync('mkfifo', [`bad/events/${nameOf(7)}`])
  write(200_000, `{"kind":"MessageEvent","source":"user","id":"${'x'.repeat(2_000_000)}`)
  write(200_001, lines.at(-1)?.slice(0, 100) ?? '')
  const { stdout, stderr } = await place.run('log bad')
  // Event 1 is there.
  expect(stdout).toContain('run.started         user: The choir page should list concerts by date.')
  expect(stderr).toMatchInlineSnapshot(`
    "warning: bad/events:0: skipped: not JSON
    warning: bad/events:3: skipped: the file is empty
    warning: bad/events:5: skipped: not JSON
    warning: bad/events:6: skipped: not JSON
    warning: bad/events:7: skipped: it is no file
    warning: bad/events:200000: skipped: not JSON
    warning: bad/events:200001: skipped: not JSON
    warning: 7 pieces skipped in all
    "
  `)
})

describe('what responses cost stands beside the events', () => {
  const responses = [...new Set(lines.map((text): unknown => JSON.parse(text).llm_response_id))]
    .filter((id) => typeof id === 'string')
    .slice(0, 2)
  const tokens = responses.map((response_id, index) => ({
    response_id,
    prompt_tokens: 100 * (index + 1),
    completion_tokens: 10,
    cache_read_tokens: 60,
  }))
  const agent = { token_usages: tokens, costs: [{ cost: 0.25 }, { cost: 0.5 }] }

  test.each([
    ['each its own', agent, { input: 300, output: 20, cacheRead: 120, cacheWrite: 0, cost: 0.75, turns: 2 }],
    [
      'costs of which nobody knows whose they are',
      { ...agent, costs: [{ cost: 0.25 }] },
      { input: 300, output: 20, cacheRead: 120, cacheWrite: 0, cost: null, turns: 2 },
    ],
    ['nothing that can be read', { token_usages: [null, { response_id: 7 }, tokens], costs: 'x' }, null],
  ])('%s', async (_, metrics, expected) => {
    const folder = `spent/${JSON.stringify(metrics).length}`
    const condenser = { token_usages: [{ response_id: 'nowhere', prompt_tokens: 5 }], costs: [{ cost: 9 }] }
    writeConversation(folder, { stats: { usage_to_metrics: { agent: metrics, condenser, broken: 1 } } })
    const { stdout } = await place.run(`stats ${folder} --json`)
    expect(JSON.parse(stdout).total.usage).toEqual(expected)
  })
})
