import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SessionAudit } from '@todo-ledger/audit'
import { describe, expect, it, test } from 'vitest'
import { auditFormats } from '../src/audit/formats/index.js'
import { manyCompletions } from './many-completions.js'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write('many.jsonl', manyCompletions(200))
place.write('folder/a.jsonl', untested)
place.write('folder/b.jsonl', delegated)

test('--format github', async () => {
  expect(await place.screen('audit folder --format github')).toMatchInlineSnapshot(`
    "::error file=folder/a.jsonl,line=7,title=never-ran%2C item 2%2C turn 5::"Run the tests": Item 2 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited login.ts.
    ::notice file=folder/a.jsonl,line=7,title=instant-flip%2C item 2%2C turn 5::"Run the tests": Item 2 was started in turn 4 and completed in turn 5 with no call between.
    3 sessions, 3 completions: 1 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info
    --- exit 1"
  `)
})

test('--format junit', async () => {
  expect(await place.screen('audit folder --format junit')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="todo-replay audit" tests="3" failures="1" errors="0">
      <testsuite name="login-7" tests="2" failures="1" errors="0" skipped="1" file="folder/a.jsonl">
        <testcase classname="login-7" name="#1 Fix the redirect in login.ts (turn 4)" file="folder/a.jsonl" line="6">
          <skipped message="No tool says whether item 1 was done: only the meaning of the work decides."/>
          <system-out>undecided
    why: No tool says whether item 1 was done: only the meaning of the work decides.
    timeline: listed and started in turn 1, completed in turn 4; no tool states anything of it</system-out>
        </testcase>
        <testcase classname="login-7" name="#2 Run the tests (turn 5)" file="folder/a.jsonl" line="7">
          <failure type="never-ran" message="Item 2 asks for &quot;Run the tests&quot;, but nothing of the kind was run before the mark; the last call before it edited login.ts.">error: turn 5, Item 2 asks for &quot;Run the tests&quot;, but nothing of the kind was run before the mark; the last call before it edited login.ts. [never-ran]</failure>
          <system-out>unsupported
    why: Item 2 asks for &quot;Run the tests&quot;, but nothing of the kind was run before the mark; the last call before it edited login.ts.
    info: Item 2 was started in turn 4 and completed in turn 5 with no call between. [instant-flip]
    timeline: listed in turn 1, started in turn 4, completed in turn 5</system-out>
        </testcase>
      </testsuite>
      <testsuite name="docs-1" tests="1" failures="0" errors="0" skipped="0" file="folder/b.jsonl">
        <testcase classname="docs-1" name="#1 Write BUILD.md (turn 2)" file="folder/b.jsonl" line="5">
          <system-out>supported
    timeline: listed and started in turn 1, completed in turn 2
    ✓ turn 2: BUILD.md was written (line 5)</system-out>
        </testcase>
      </testsuite>
    </testsuites>
    --- exit 1"
  `)
})

test('--format markdown', async () => {
  expect(await place.screen('audit folder --format markdown')).toMatchInlineSnapshot(`
    "# Todo audit

    3 sessions, 3 completions: 1 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info.

    | session | ✅ supported | 🟡 weak | ❌ unsupported | ⬜ undecided | ❔ unknown | errors | warnings |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | \`a\` |  |  | 1 | 1 |  | 1 |  |

    And 2 sessions with nothing to look at.

    ## \`a\`

    \`folder/a.jsonl\`, \`todo-manager\`, 6 turns, 2 completions

    ### ❌ unsupported: \`#2\` \`Run the tests\`

    - **why**: \`Item 2 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited login.ts. [error never-ran]\`
    - **where**: \`turn 5, folder/a.jsonl:7\`
    - **info**: \`Item 2 was started in turn 4 and completed in turn 5 with no call between. [instant-flip]\`
    - **timeline**: \`listed in turn 1, started in turn 4, completed in turn 5\`
    --- exit 1"
  `)
})

describe('--format', () => {
  const folder = join(place.folder, 'folder')
  const audit = (...words: readonly string[]): ReturnType<typeof runInMemory> =>
    runInMemory(['audit', folder, ...words])

  it('disagrees with --json', async () => {
    expect(await audit('--json', '--format', 'sarif')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "stderr": "",
        "stdout": "{
        "error": {
          "code": "usage",
          "message": "--json is --format json, and --format sarif was given too: leave one out."
        }
      }
      ",
      }
    `)
  })

  it.each([[['--format', 'json']], [['--format=json']]])('tells failures as JSON with %j', async (words) => {
    const { code, stdout } = await runInMemory(['audit', 'nowhere.jsonl', ...words])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: expect.any(String) } })
  })

  it.each(auditFormats)('%s exits as it must', async (format) => {
    expect((await audit('--format', format)).code).toBe(1)
    expect((await audit('--format', format, '--fail-on', 'never')).code).toBe(0)
  })

  it.each(auditFormats)('%s gives the same bytes twice', async (format) => {
    expect(await audit('--format', format)).toEqual(await audit('--format', format))
  })
})

test('every format, and watch, says why a completion is doubted in the same words', async () => {
  const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
  const names = ['failing-check-ticked', 'change-only-read', 'weakened-texts']
  for (const file of ['untested.jsonl', ...names.map((name) => `${fixtures}/${name}/session.jsonl`)]) {
    const printed = async (words: string): Promise<string> =>
      (await place.run(words, { env: { COLUMNS: '9999' } })).stdout
    const { sessions } = JSON.parse(await printed(`audit ${file} --json`))
    const { completions, findings }: SessionAudit = sessions[0]
    const doubted = completions.flatMap(({ text, verdict, why }) =>
      why === undefined ? [] : [{ text, verdict, ...why }],
    )
    const all = doubted.map(({ sentence }) => sentence)
    // What only a reader can decide stands on one line together.
    const grave = doubted.flatMap(({ verdict, sentence }) => (verdict === 'undecided' ? [] : [sentence]))
    const read = doubted
      .filter(({ sentence }) => findings.some(({ message }) => message === sentence))
      .map(({ text, sentence }) => `"${text}": ${sentence}`)
    const outputs: readonly (readonly [words: string, says: readonly string[]])[] = [
      [`audit ${file}`, grave],
      [`audit ${file} --format markdown`, grave],
      [`audit ${file} --format junit`, all.map((sentence) => sentence.replaceAll('"', '&quot;'))],
      [`audit ${file} --format github`, read],
      [`audit ${file} --format sarif`, read.map((text) => JSON.stringify(text).slice(1, -1))],
      [`watch ${file} --once --json`, grave.map((text) => JSON.stringify(text).slice(1, -1))],
    ]
    for (const [words, says] of outputs) {
      const output = await printed(words)
      for (const text of says) expect(output).toContain(text)
    }
  }
})
