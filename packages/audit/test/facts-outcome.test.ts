import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { describeCall } from '../src/facts/calls/describe.js'
import { badIn, countsIn } from '../src/facts/outcomes/counts.js'
import { readResult } from '../src/facts/outcomes/fields.js'
import { isOutOfTime, refusalIn, statedExitStatus } from '../src/facts/outcomes/host.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'
import { readReport, tools } from '../src/facts/outcomes/report.js'
import { summaryOf, surroundingsFailure } from '../src/facts/outcomes/signs.js'

const statusOf = (name: string, input: unknown, ok: boolean | null, output: string): string =>
  outcomeOf(describeCall(name, input), { ok, output }).status

/** How many failures a counting line counts; null for another line. */
function badOf(line: string): number | null {
  const counts = summaryOf(line)
  return counts === null ? null : badIn(counts)
}

/** Under each heading `command ¦ what the host recorded ¦ what was printed ¦ the status`; ´ stands for a backtick. */
const table = readFileSync(new URL('outcomes.txt', import.meta.url), 'utf8')
for (const section of table.trim().split('\n\n')) {
  const [heading = '', ...lines] = section.split('\n')
  it.each(lines)(`${heading}: %s`, (line) => {
    const cells = line.replaceAll('´', '`').split(' ¦ ')
    const [command = '', host, output = '', expected] = cells.map((cell, at) =>
      at === 1 ? cell : cell.replaceAll('\\n', '\n').replaceAll('\\r', '\r'),
    )
    const ok = host === 'ok' ? true : host === 'error' ? false : null
    expect(statusOf('Bash', { command }, ok, output)).toBe(expected)
  })
}

describe('other tools', () => {
  const table: readonly (readonly [string, unknown, boolean | null, string, string])[] = [
    ['Read', {}, true, 'Error: text of the file\nFAILED', 'passed'],
    ['Read', {}, false, '<tool_use_error>File does not exist.</tool_use_error>', 'failed'],
    ['Edit', {}, true, 'The file has been updated', 'passed'],
    ['Edit', {}, false, '<tool_use_error>String to replace not found in file.', 'failed'],
    ['Edit', {}, null, 'String to replace not found in file.', 'failed'],
    ['Edit', {}, null, 'File has not been read yet. Read it first before writing to it.', 'failed'],
    ['Edit', {}, null, '', 'unknown'],
    ['apply_patch', 'x', null, 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated', 'passed'],
    ['Edit', {}, false, "The user doesn't want to proceed with this tool use.", 'end-unseen'],
    ['Task', {}, true, 'Tests: 3 failed', 'passed'],
    ['Task', {}, true, 'Async agent launched successfully.', 'end-unseen'],
    [
      'Bash',
      { command: 'npm run dev', run_in_background: true },
      true,
      'Command running in background with ID: a1',
      'end-unseen',
    ],
    ['Bash', { command: 'npm run dev &' }, true, '', 'end-unseen'],
    [
      'exec_command',
      { cmd: 'npm test' },
      null,
      'Wall time: 10 seconds\nProcess running with session ID 7\nOutput:\n',
      'end-unseen',
    ],
    [
      'mcp__playwright__browser_navigate',
      {},
      true,
      '### Page state\n- [ERROR] Failed to load resource: 404',
      'passed',
    ],
    ['frobnicate', {}, true, 'x', 'passed'],
  ]
  it.each(table)('%s %j, ok %s, %j: %s', (name, input, ok, output, expected) => {
    const outcome = outcomeOf(describeCall(name, input), { ok, output })
    expect(outcome.status).toBe(expected)
  })

  const refusals = [
    "The user doesn't want to proceed with this tool use. The tool use was rejected",
    '[Request interrupted by user for tool use]',
    'Permission to use Bash with command rm -rf x has been denied.',
    'This command requires approval',
    '[Operation Cancelled] Reason: User canceled',
    'PreToolUse:Bash hook blocked this call',
    'exec command rejected by user',
    "Claude requested permissions to use Bash, but you haven't granted it yet.",
    'This Bash command contains multiple operations. The following part requires approval: npm test',
    "The user doesn't want to take this action right now. STOP what you are doing and wait",
    'Permission for this action has been denied. Reason: x',
    'aborted by user after 2.1s',
    'patch rejected by user',
    '[Operation Cancelled] Reason: User did not allow tool call',
    'The user denied this operation.',
    'The user rejected permission to use this specific tool call.',
    'Tool execution was denied by user',
    'Error: Command blocked by hook',
    'User rejected the command.',
    'The user chose to skip this command.',
  ]
  it.each(refusals)('%j was refused', (output) => {
    expect(outcomeOf(describeCall('Bash', { command: 'npm test' }), { ok: false, output })).toMatchObject({
      status: 'end-unseen',
      inferred: false,
      cause: output.startsWith('[Request') ? 'interrupted' : 'refused',
      line: output,
    })
  })
})

describe('results of tools say it in a field or in words', () => {
  const rows: readonly (readonly [string, unknown, boolean | null, string, string])[] = [
    ['mcp__x__deploy_site', {}, true, '{"success": false, "error": "quota"}', 'failed'],
    ['mcp__x__deploy_site', {}, true, '{"ok": true, "url": "https://x"}', 'passed'],
    ['mcp__x__deploy_site', {}, true, '{"status": "failed"}', 'failed'],
    ['mcp__x__deploy_site', {}, true, '{"status": "cancelled"}', 'end-unseen'],
    ['mcp__x__deploy_site', {}, true, '{"status": "queued"}', 'end-unseen'],
    ['mcp__x__run_tests', {}, true, '{"passed": 3, "failed": 2}', 'failed'],
    ['mcp__x__run_tests', {}, true, '{"exitCode": 1, "stdout": ""}', 'failed'],
    ['mcp__x__run_tests', {}, true, '[{"type":"text","text":"{\\"isError\\":true}"}]', 'failed'],
    ['mcp__x__run_tests', {}, true, '{"result":{"stdout":" Test Files  1 failed (1)"}}', 'failed'],
    ['mcp__x__create_issue', {}, true, 'No such tool: create_issue', 'failed'],
    ['mcp__x__create_issue', {}, true, 'Created issue 404: page not found', 'passed'],
    ['mcp__x__get_issue', {}, true, '{"id": 3, "status": "failed", "title": "x"}', 'passed'],
    ['mcp__x__get_issue', {}, true, '{"isError": true, "text": "x"}', 'failed'],
    ['Grep', {}, true, 'No files found', 'passed'],
    ['mcp__ide__getDiagnostics', {}, true, '[{"uri":"a","diagnostics":[{"severity":"Error"}]}]', 'failed'],
    ['mcp__ide__getDiagnostics', {}, true, '[{"uri":"a","diagnostics":[]}]', 'passed'],
  ]
  it.each(rows)('%s %j, ok %s, %j: %s', (name, input, ok, output, expected) => {
    expect(statusOf(name, input, ok, output)).toBe(expected)
  })
})

describe('what checks nothing', () => {
  const noChecks = [
    'pytest --collect-only -q',
    'npx vitest list',
    'npx jest --listTests',
    'go test -list .',
    'ctest -N',
    'rspec --dry-run',
    'cargo test -- --list',
    'npx playwright test --list',
    'eslint --version',
    'make -n test',
    'alembic current',
    'npx prisma migrate status',
    'python manage.py migrate --plan',
    'echo "3 passed"',
    'cat old-test.log',
    'kubectl rollout status deployment/api',
    'pytest() { echo "3 passed"; }; pytest',
    "alias pytest='echo 3 passed'; pytest",
    'function npm { echo ok; }; npm test',
  ]
  it.each(noChecks)('%s checks nothing', (command) => {
    expect(describeCall('Bash', { command }).checks).toEqual([])
  })

  it.each([
    ['export PATH=$HOME/.cargo/bin:$PATH && cargo test', 'test'],
    ['PATH=$PWD/node_modules/.bin:$PATH vitest run', 'test'],
    ['pytest() { echo; }; command pytest', 'test'],
    ['terraform plan', 'lint'],
  ])('%s is a %s', (command, kind) => {
    expect(describeCall('Bash', { command }).checks).toEqual([kind])
  })
})

describe('counting lines', () => {
  const table: readonly (readonly [string, number | null])[] = [
    ['Tests:       5 failed, 473 passed, 478 total', 5],
    ['Found 0 errors.', 0],
    ['no errors', null],
    ['Task 2 failed', null],
    ['I fixed 3 errors in the parser', null],
    ['line 3: error', null],
    ['ok 3 - passes', null],
    ['12 passed', 0],
    ['Failures: 2', 2],
    ['x'.repeat(400), null],
  ]
  it.each(table)('%j counts %j', (line, bad) => {
    expect(badOf(line)).toBe(bad)
  })

  // Each word that is counted by: a line without any of their beginnings is not looked at.
  const bad =
    'failed,failing,failure,failures,fail,error,errors,error(s),offence,offense,offenses,problem,problems,issue,issues'
  const good = 'passed,passing,pass,succeeded,successful'
  it.each(bad.split(','))('3 %s are counted', (word) => {
    expect([badOf(`3 ${word}`), badOf(`3 ${word.toUpperCase()}`)]).toEqual([3, 3])
  })
  it.each(good.split(','))('3 %s are counted as none that is bad', (word) => {
    expect([badOf(`3 ${word}`), badOf(`3 ${word.toUpperCase()}`)]).toEqual([0, 0])
  })
  const labels = 'fail,failed,failure,failures,error,errors,violations'
  it.each(labels.split(','))('%s: 3 are counted', (word) => {
    expect([badOf(`${word}: 3`), badOf('pass 3'), badOf('fail 3')]).toEqual([3, 0, 3])
  })
})

describe('counts', () => {
  const table: readonly (readonly [string, string])[] = [
    ['Tests:       5 failed, 1 skipped, 473 passed, 479 total', '473 5 1 - - 479'],
    ['      Tests  5 failed | 220 passed (225)', '220 5 - - - -'],
    ['[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 2', '- 1 2 0 - 5'],
    ['67% tests passed, 1 tests failed out of 3', '- 1 - - - 3'],
    ['✖ 5 problems (2 errors, 3 warnings)', '- - - 2 3 -'],
    ['test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out', '12 0 3 - - -'],
    ['# pass 3', '3 - - - - -'],
    ['at localhost:3000 error', ''],
    ['v1.2.3 passed', ''],
  ]
  it.each(table)('%j', (line, expected) => {
    const counts = countsIn(line)
    const { passed, failed, skipped, errors, warnings, total } = counts ?? {}
    expect(
      counts === null
        ? ''
        : [passed, failed, skipped, errors, warnings, total].map((n) => n ?? '-').join(' '),
    ).toBe(expected)
  })
})

/** Lines of which one says something. */
const said = (line: string, place: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => (index === place ? line : `line ${index}`))

it.each([
  ['the first of many lines', 0, true],
  ['the 400th', 399, true],
  ['the 401st', 400, false],
  ['the 401st from the end', 599, false],
  ['the 400th from the end', 600, true],
] as const)('failing surroundings: %s of a thousand', (_, place, counts) => {
  const line = 'Error: getaddrinfo ENOTFOUND registry.example'
  expect(surroundingsFailure(said(line, place, 1000))).toBe(counts ? line : null)
})

it.each([
  [0, true],
  [5, true],
  [6, false],
  [13, false],
  [14, true],
] as const)('time that was up: line %i of twenty', (place, counts) => {
  const lines = said('Command timed out after 2m 0.0s', place, 20)
  expect(isOutOfTime(lines, null)).toBe(counts)
  expect(
    isOutOfTime(
      lines.flatMap((line) => [line, ' ', '']),
      null,
    ),
  ).toBe(counts)
})

it.each([
  ['<tool_use_error>Error: No such tool available: Frob</tool_use_error>', 'not-made'],
  [`${'x '.repeat(150)}No such tool available`, null],
  ['[Request interrupted by user for tool use]', 'interrupted'],
  [`${'x '.repeat(2500)}denied by the user`, null],
  [`${'x '.repeat(2400)}denied by the user`, 'refused'],
])('who kept a call from being made: %#', (text, expected) => {
  expect(refusalIn(text)).toBe(expected)
})

describe('any result', () => {
  const commands = fc.constantFrom(
    'npm test',
    'npm test | tail',
    'curl x',
    'node x.js &',
    'ls',
    'sed -i s/a/b/ x',
    'git push',
    '',
  )
  const words = fc.constantFrom(
    'Exit code 1',
    'FAIL',
    '3 failed',
    '0 failed',
    'Error:',
    '❌',
    '✓',
    'HTTP/1.1 500',
    '\u001b[31m',
    '{"exit_code":',
  )
  const outputs = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(words, fc.string())).map((list) => list.join('\n')),
  )
  const oks = fc.constantFrom(true, false, null)

  it('is judged without an exception, the same way each time', () => {
    fc.assert(
      fc.property(commands, oks, outputs, (command, ok, output) => {
        const call = describeCall('Bash', { command })
        expect(outcomeOf(call, { ok, output })).toEqual(outcomeOf(call, { ok, output }))
      }),
      { numRuns: runs(500) },
    )
  })

  it('is read by every tool without an exception', () => {
    const command = tools.map(({ programs = '' }) => programs.split(' ')[0]).join(' ; ')
    fc.assert(
      fc.property(outputs, fc.boolean(), (text, last) => {
        readReport(describeCall('Bash', { command }), text, text.split('\n'), last)
        readResult(text)
      }),
      { numRuns: runs(100) },
    )
  })

  it('that the host calls an error is never an unqualified success of a check', () => {
    fc.assert(
      fc.property(outputs, (output) => {
        expect(
          outcomeOf(describeCall('Bash', { command: 'npm test' }), { ok: false, output }).status,
        ).not.toBe('passed')
      }),
    )
  })

  it('of a read is judged by its status alone, whatever it shows', () => {
    fc.assert(
      fc.property(outputs, (output) => {
        fc.pre(
          statedExitStatus(output) === null &&
            !/^(?:<tool_use_error>|Command running|Async agent|Process running)/m.test(output),
        )
        expect(outcomeOf(describeCall('Bash', { command: 'cat log' }), { ok: true, output }).status).toBe(
          'passed',
        )
      }),
    )
  })

  it('is looked at only at its beginning and end', () => {
    const call = describeCall('Bash', { command: 'npm test | cat' })
    const noise = 'x\n'.repeat(200_000)
    expect(outcomeOf(call, { ok: true, output: `${noise}FAIL a.test.ts\n${noise}` }).status).toBe('masked')
    expect(outcomeOf(call, { ok: true, output: `${noise}Tests: 1 failed, 2 total` }).status).toBe('failed')
  })
})

describe('whatever stands in an output', () => {
  it('repeated to 40,000 characters it is read in steps that are no more than so many', () => {
    // A pattern that is not linear does not end on these.
    for (const piece of [
      '1 ',
      'a1:',
      '= ',
      'x.go:1:1: ',
      '✖ ',
      '12 passed ',
      ' - ',
      'error ',
      '"a":',
      '/a',
      '\t',
      '0, ',
    ]) {
      const text = piece.repeat(40_000 / piece.length)
      expect(
        outcomeOf(describeCall('Bash', { command: 'npm test' }), { ok: true, output: text }).status,
      ).toBeDefined()
      for (const tool of tools) tool.printed(text)
    }
  })
})

it('families have names of their own', () => {
  const names = tools.map(({ id }) => id)
  expect(new Set(names).size).toBe(names.length)
})
