import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionAudit } from '../src/audit-result.js'
import { audited, bash, edit, failed, list, read, type Step, say, write } from './audited-session.js'

const rule = 'unsupported-completion'

function about(
  audit: SessionAudit,
  item: string,
): readonly { readonly rule: string; readonly message: string }[] {
  return audit.findings.filter((finding) => finding.item === item && finding.severity !== 'info')
}

const weak: readonly Step[] = [
  list('in_progress Fix the imports in all three files'),
  edit('src/a.ts'),
  list('completed Fix the imports in all three files'),
]

describe('every completion that is not supported comes with a finding that says why', () => {
  const works: readonly (readonly Step[])[] = [
    [],
    [edit('src/a.ts')],
    [read('src/a.ts')],
    [bash('npm test', '3 passed')],
    [failed('npm test', '1 failed')],
    [write('notes.md')],
    [say('Done.')],
    [bash('npm run deploy', 'deployed')],
  ]
  const texts = [
    'Add the cache',
    'Run the tests',
    'Deploy to staging',
    'Update parser.ts and logout',
    'Review the design',
    'Write the summary',
    'Frobnicate the gizmo',
  ]
  it.each(texts)('%s', async (text) => {
    for (const work of works) {
      const audit = await audited([list(`in_progress ${text}`), ...work, list(`completed ${text}`)])
      for (const { verdict, item } of audit.completions) {
        if (verdict === 'unsupported' || verdict === 'weak') expect(about(audit, item)).not.toEqual([])
        else expect(about(audit, item).filter((finding) => finding.rule === rule)).toEqual([])
      }
    }
  })
})

describe('unsupported-completion', () => {
  it('says what is lacking, and what comes nearest, with its place', async () => {
    const audit = await audited(weak)
    expect(about(audit, '1')).toMatchInlineSnapshot(`
      [
        {
          "evidence": [
            7,
          ],
          "item": "1",
          "message": "Item 1 was completed, but it leaves out 2 of 3 files.",
          "rule": "unsupported-completion",
          "seq": 11,
          "severity": "warning",
          "text": "Fix the imports in all three files",
          "turn": 3,
        },
      ]
    `)
  })

  it('yields to a rule that says it as gravely', async () => {
    const audit = await audited([
      list('in_progress Run the tests'),
      failed('npm test', '1 failed'),
      list('completed Run the tests'),
    ])
    expect(about(audit, '1').map((finding) => finding.rule)).toEqual(['completed-over-failing-check'])
  })

  it('speaks where that rule is off', async () => {
    const audit = await audited(
      [list('in_progress Run the tests'), failed('npm test', '1 failed'), list('completed Run the tests')],
      undefined,
      undefined,
      { settings: { 'completed-over-failing-check': { severity: 'off' } } },
    )
    expect(about(audit, '1')).toMatchInlineSnapshot(`
      [
        {
          "evidence": [
            7,
          ],
          "item": "1",
          "message": "Item 1 was completed, but the last run, npm test (event 7), failed.",
          "rule": "unsupported-completion",
          "seq": 11,
          "severity": "warning",
          "text": "Run the tests",
          "turn": 3,
        },
      ]
    `)
  })
})

describe('what would settle it', () => {
  const settled = async (work: readonly Step[], text = 'Run the tests'): Promise<readonly string[]> => {
    const audit = await audited([
      ...work,
      list(`in_progress ${text}`),
      edit('src/cache.ts'),
      list(`completed ${text}`),
    ])
    return audit.completions[0]?.wouldChange ?? []
  }

  it.each<readonly [string, readonly Step[], string]>([
    ['the command that the session used', [bash('npx vitest run', '3 passed')], 'Run: npx vitest run'],
    [
      'the check alone, not what stood around it',
      [bash('cd app && npx vitest run | tail -5; rm -rf /', '3 passed')],
      'Run: npx vitest run',
    ],
    [
      'a whole run before a part',
      [bash('npm test', '3 passed'), bash('npx vitest run a.test.ts', '1 passed')],
      'Run: npm test',
    ],
    [
      'quoted as a shell reads it',
      [bash(`npx vitest run -t "it's fine"`, '1 passed')],
      `Run: npx vitest run -t 'it'\\''s fine'`,
    ],
    ['nothing that was never run', [], 'a test run that passes, before the mark'],
    [
      'no control characters',
      [bash('npx vitest run \u202egnp', '3 passed')],
      'a test run that passes, before the mark',
    ],
  ])('%s', async (_, work, expected) => {
    expect(await settled(work)).toEqual([expected])
  })

  it('a command is shown as a shell read it when it was recorded, or not at all', async () => {
    const commands = [
      'npm test -- a',
      `npm test -- "a  b" 'c;d' e\\ f "g|h" "(i)" "it's"`,
      'npm test -- "" é 日本 😀',
      'npm test -- $PWD',
      "npm test -- '$PWD'",
      'npm test -- "$(echo a b)" `echo c`',
      'npm test -- *.ts',
      'npm test -- "*.ts" ?.ts [ab].ts',
      'npm test -- {a,b}.ts',
      'npm test -- ~/a ~',
      'npm test -- --file=~/a',
      'npm test -- <(echo a)',
      'npm test -- a\\*b',
      'npm test -- a\\b "a\\b" "<path>"',
      'npm test -- "a\nb"',
      'npm test -- "a\tb"',
      'npm test -- "a\u2028b"',
      'npm test -- "a\u00a0"',
      'npm test -- "a\ufe0f"',
      'npm test -- "a\ue000"',
      'npm test -- "a\ud800"',
      'npm test -- "a\u202eb"',
      'npm test \\\n -- a',
      `npm test -- ${'a'.repeat(200)}`,
    ]
    const shown = await Promise.all(
      commands.map(async (command) => {
        const [needed = ''] = await settled([bash(command, '3 passed')])
        return /^Run: (.*)$/s.exec(needed)?.[1] ?? null
      }),
    )
    const told = shown.flatMap((line) => line ?? [])
    expect(told).toMatchInlineSnapshot(`
      [
        "npm test -- a",
        "npm test -- 'a  b' 'c;d' 'e f' 'g|h' '(i)' 'it'\\''s'",
        "npm test -- '' 'é' '日本' '😀'",
        "npm test -- ~/a ~",
        "npm test -- --file=~/a",
        "npm test -- 'a '",
        "npm test -- a",
      ]
    `)
    for (const line of told) expect(line).toMatch(/^[^\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]*$/u)
    const given = commands.flatMap((command, at) => (shown[at] === null ? [] : command))
    expect(argumentsOf(told)).toEqual(argumentsOf(given))
  })
})

/** What a shell makes of commands: the arguments of each. */
function argumentsOf(commands: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-shell-'))
  try {
    for (const name of ['a.ts', 'b.ts']) writeFileSync(join(folder, name), '')
    const script = `npm() { printf '<%s>' "$@"; echo; }\n${commands.join('\n')}\n`
    const { stdout, status } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' })
    expect(status).toBe(0)
    return stdout.trimEnd().split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
