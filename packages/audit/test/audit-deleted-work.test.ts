import { describe, expect, it } from 'vitest'
import { describeCall } from '../src/evidence/calls/tool-effects.js'
import { callLabelOf } from '../src/evidence/work/call-label.js'
import {
  ask,
  audited,
  bash,
  completionOf,
  edit,
  list,
  read,
  report,
  type Step,
  say,
} from './audited-session.js'

/** A session from which the work of one item was deleted: what is left belongs to others. */
interface Deletion {
  readonly why: string
  readonly item: string
  readonly steps: readonly Step[]
}

const deletions: readonly Deletion[] = [
  {
    why: 'the test run of an item that was completed before this one was written down',
    item: 'Run tests to verify changes',
    steps: [
      list('in_progress Run tests to check the form'),
      bash('npm test', '12 passed'),
      list('completed Run tests to check the form'),
      list('in_progress Run tests to verify changes'),
      list('completed Run tests to verify changes'),
    ],
  },
  {
    why: 'edits made under an earlier request',
    item: 'Add CORS headers to the streaming route',
    steps: [
      edit('src/routes/stream.ts', 'headers'),
      edit('src/routes/stream.ts', 'streaming route'),
      edit('src/routes/plan.ts', 'streaming headers'),
      ask('Here is a review: CORS headers are missing.'),
      list('in_progress Add CORS headers to the streaming route'),
      list('completed Add CORS headers to the streaming route'),
    ],
  },
  {
    why: 'edits made right after the mark, when the next item had been completed too',
    item: 'Update the login helpers',
    steps: [
      list('in_progress Update the login helpers', 'pending Regenerate the client'),
      list('completed Update the login helpers', 'in_progress Regenerate the client'),
      bash('npm run generate', 'written'),
      list('completed Update the login helpers', 'completed Regenerate the client'),
      edit('src/login-helpers.ts', 'login helpers'),
    ],
  },
  {
    why: 'edits of items that were completed without having been started',
    item: 'Add the password reset',
    steps: [
      list('pending Add the login form', 'pending Add the login page', 'pending Add the password reset'),
      edit('src/login-form.ts', 'login form'),
      edit('src/login-page.ts', 'login page'),
      list(
        'completed Add the login form',
        'completed Add the login page',
        'in_progress Add the password reset',
      ),
      list(
        'completed Add the login form',
        'completed Add the login page',
        'completed Add the password reset',
      ),
    ],
  },
  {
    why: 'findings with nothing read or run that they could come from',
    item: 'Check for SQL injection vulnerabilities',
    steps: [
      list('in_progress Check for SQL injection vulnerabilities'),
      list('completed Check for SQL injection vulnerabilities'),
      say(report),
    ],
  },
  {
    why: 'the test run of the next item',
    item: 'Run the unit tests',
    steps: [
      list('in_progress Run the unit tests', 'pending Run the tests of the release'),
      list('completed Run the unit tests', 'in_progress Run the tests of the release'),
      bash('npm test', '12 passed'),
      list('completed Run the unit tests', 'completed Run the tests of the release'),
    ],
  },
]

/** Work that is there and serves others: unsupported, but for a rule too much was done to be sure. */
const othersWork: readonly Deletion[] = [
  {
    why: 'what was written for an item in progress, whose words explain it',
    item: 'Register the mail handlers',
    steps: [
      list('in_progress Add telemetry to the config', 'pending Register the mail handlers'),
      edit('src/config.ts', 'telemetry in the config: level'),
      edit('src/config.ts', 'telemetry in the config: endpoint'),
      edit('src/config.ts', 'telemetry in the config: opt-out'),
      list('in_progress Add telemetry to the config', 'completed Register the mail handlers'),
    ],
  },
  {
    why: 'the report of a sub-agent that was sent to look',
    item: 'Implement the mail handlers',
    steps: [
      list('pending Implement the mail handlers', 'pending Document them'),
      { call: 'Task', input: { description: 'Explore the mail handlers' }, output: report },
      list('completed Implement the mail handlers', 'pending Document them'),
    ],
  },
]

describe('an item whose work was deleted', () => {
  it.each(deletions)('$why does not support it', async ({ item, steps }) => {
    const audit = await audited(steps)
    const { verdict, seq } = completionOf(audit, item)
    const errors = audit.findings.filter((finding) => finding.seq === seq && finding.severity === 'error')
    expect(verdict).toBe('unsupported')
    expect(errors).not.toEqual([])
  })
})

describe('an item for which nothing was done', () => {
  it.each(othersWork)('$why does not support it', async ({ item, steps }) => {
    expect(completionOf(await audited(steps), item).verdict).toBe('unsupported')
  })
})

describe('work that is not deleted', () => {
  it('counts what was read under an earlier request', async () => {
    const audit = await audited([
      read('src/a.ts'),
      read('src/b.ts'),
      read('src/c.ts'),
      ask('Go on.'),
      list('in_progress Compare the components'),
      say(report),
      list('completed Compare the components'),
    ])
    expect(completionOf(audit, 'Compare the components').verdict).toBe('supported')
  })

  it('counts work for each item that one update completes', async () => {
    const audit = await audited([
      list('pending Add the login form', 'pending Add the login page'),
      edit('src/login-form.ts', 'login form'),
      edit('src/login-page.ts', 'login page'),
      list('completed Add the login form', 'completed Add the login page'),
    ])
    expect(audit.completions.map(({ verdict }) => verdict)).toEqual(['supported', 'supported'])
  })

  it('counts what a sub-agent reports that was sent to do it', async () => {
    const audit = await audited([
      list('pending Implement the mail handlers', 'pending Document them'),
      { call: 'Task', input: { description: 'Implement the mail handlers' }, output: report },
      list('completed Implement the mail handlers', 'pending Document them'),
    ])
    expect(completionOf(audit, 'Implement the mail handlers').verdict).toBe('supported')
  })

  it('gives the item that was started last its work whole, while an earlier one is still open', async () => {
    const audit = await audited([
      list('in_progress Add the login form', 'pending Escape the names'),
      edit('src/login-form.ts', 'login form'),
      list('in_progress Add the login form', 'in_progress Escape the names'),
      edit('src/html.ts', 'ampersands'),
      list('completed Add the login form', 'completed Escape the names'),
    ])
    expect(audit.completions.map(({ verdict }) => verdict)).toEqual(['supported', 'supported'])
  })

  it('counts a check in the next step for the item before it', async () => {
    const audit = await audited([
      list('in_progress Run the tests', 'pending Write the changelog'),
      list('completed Run the tests', 'in_progress Write the changelog'),
      bash('npm test', '12 passed'),
      list('completed Run the tests', 'in_progress Write the changelog'),
    ])
    expect(completionOf(audit, 'Run the tests').verdict).toBe('supported')
  })
})

describe('calls in words', () => {
  const words = (name: string, input: Record<string, unknown>) => {
    const strings = Object.values(input).filter((value) => typeof value === 'string')
    return callLabelOf(name, describeCall(name, input), strings).action
  }

  it('name the file or the command, shortly', () => {
    const long = `src/${'deep/'.repeat(30)}a.ts`
    expect([
      words('Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }),
      words('Write', { file_path: '/home/jonas/code/tidetable/tests/test_heights.py', content: '' }),
      words('Read', { file_path: long }),
      words('Read', { file_path: 'C:\\Users\\jonas\\code\\a.ts' }),
      words('Grep', { pattern: 'cache', path: 'src' }),
      words('Bash', { command: 'cd /home/jonas/code && npm test\necho done' }),
      words('Bash', { command: `npm test -- ${'x'.repeat(100)}` }),
      words('Task', { prompt: 'Review the tests' }),
      words('mcp__tracker__close', { id: 'T-1' }),
    ]).toMatchInlineSnapshot(`
      [
        "edited src/a.ts",
        "wrote …/tests/test_heights.py",
        "read …/deep/a.ts",
        "read …/code/a.ts",
        "searched src",
        "ran npm test",
        "ran npm test -- xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
        "had a sub-agent do: Review the tests",
        "called mcp__tracker__close",
      ]
    `)
  })
})
