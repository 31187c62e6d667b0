import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { junitMistakes, sarifMistakes } from './format-schemas.js'
import { runInMemory } from './memory-host.js'
import { lines } from './recordings.js'

/** Texts that mean something to one of the formats. */
const payload = fc.constantFrom(
  '::error file=x,line=1::pwned',
  '\n::warning::on a line of its own',
  '::stop-commands::x ::stop-commands::x ::stop-commands::x ::stop-commands::x ::stop-commands::x',
  '##[add-mask]x',
  '#\u200b#[group]x ##vso[task.complete]',
  '%0A::error::decoded',
  ']]> <![CDATA[',
  '<script>alert(1)</script> <!-- --> &amp; &#10; "double" \'single\'',
  '</failure></testcase>',
  'a | b \\| c \\\\| d',
  '`code` ``two`` ```three',
  '`',
  '**bold** _it_ [x](https://evil.example) ![i](y) @octocat #12 <b>',
  '\r\n\r\n## heading\n\n- list\n| table |\n',
  '[here](1) {0} {text}',
  '\u001b[31mred\u202eevil\u{e0041}\ud800\ufffe',
  'Run the tests',
)
const hostile = fc.array(payload, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))

const session = fc.array(hostile, { minLength: 8, maxLength: 8 }).map((texts) => {
  const [name = '', id = '', first = '', second = '', command = '', output = '', call = '', said = ''] = texts
  const todo = (...statuses: readonly string[]): object => ({
    items: [`Run the tests ${first}`, second].map((text, index) => ({
      id: `${index}${id}`,
      text,
      status: statuses[index],
    })),
  })
  const update = (turn: number, ...statuses: readonly string[]): object => ({
    id: `${turn}${call}`,
    name: 'todo',
    input: todo(...statuses),
    ok: true,
    output,
  })
  return lines(
    { recording: 'todo-ledger/1', session: `s${name}`, profile: 'todo-write' },
    { turn: 1, calls: [update(1, 'in_progress', 'pending')] },
    {
      turn: 2,
      calls: [{ id: 'w', name: `t${name}`, input: { command, file_path: command }, ok: false, output }],
    },
    { turn: 3, calls: [update(3, 'completed', 'in_progress')] },
    { turn: 4, calls: [update(4, 'completed', 'completed')] },
    { turn: 5, text: said },
  )
})

async function audited(input: string, format: string): Promise<readonly string[]> {
  const { stdout, stderr } = await runInMemory(
    ['audit', '-', '--fail-on', 'never', '--all', '--format', format],
    { input },
  )
  expect(stderr).toBe('')
  // Commands of the older form, and those of other build servers, count anywhere in a line.
  expect(stdout).not.toMatch(/##(?:\[|vso\[|teamcity\[)/)
  return stdout.trimEnd().split('\n')
}

function holds(format: string, check: (lines: readonly string[]) => void): () => Promise<void> {
  return () =>
    fc.assert(
      fc.asyncProperty(session, async (input) => check(await audited(input, format))),
      { numRuns: runs(60) },
    )
}

test(
  'GitHub Actions sees no command but ours',
  holds('github', (printed) => {
    const ours =
      /^::(?:error|warning|notice) (?:file=[^:,]+,line=\d+,)?title=[a-z-]+(?:%2C item [^:,]*)?%2C turn \d+::[^\r\n]+$/
    for (const line of printed.slice(0, -1)) expect(line).toMatch(ours)
    expect(printed.at(-1)).toMatch(/^2 completions: .* info$/)
  }),
)

test(
  'nor in text',
  holds('text', (printed) => {
    for (const line of printed) expect(line).not.toMatch(/^\s*::/)
  }),
)

test(
  'JUnit XML holds to its schema, with two cases',
  holds('junit', (printed) => {
    const document = printed.join('\n')
    expect(junitMistakes(document)).toEqual([])
    expect(document.match(/<testcase /g)?.length).toBeGreaterThanOrEqual(2)
  }),
)

test(
  'SARIF holds to its schema',
  holds('sarif', (printed) => {
    expect(sarifMistakes(printed.join('\n'))).toEqual([])
  }),
)

/** A line of Markdown without its code spans. Source: CommonMark, "Code spans": a run of backticks closes one as long. */
function withoutCode(line: string): string {
  const opening = /`+/.exec(line)
  if (opening === null) return line
  const [fence] = opening
  const rest = line.slice(opening.index + fence.length)
  const closing = [...rest.matchAll(/`+/g)].find(([run]) => run.length === fence.length)
  if (closing === undefined) return line
  return line.slice(0, opening.index) + withoutCode(rest.slice(closing.index + fence.length))
}

test(
  'Markdown holds nothing of a recording outside of code',
  holds('markdown', (printed) => {
    for (const line of printed) {
      expect(withoutCode(line)).toMatch(/^(?:[\w ,.:|·❌🟡✅❔⬜()-]|#+ |\*\*)*$/u)
      if (!line.startsWith('|')) continue
      expect(line.split(/(?<!\\)\|/).length - 2).toBe(8)
      expect(line).not.toMatch(/\\\\\|/)
    }
  }),
)
