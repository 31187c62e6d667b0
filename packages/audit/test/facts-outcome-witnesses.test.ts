import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { describeCall } from '../src/facts/calls/describe.js'
import { countsIn } from '../src/facts/outcomes/counts.js'
import { readResult } from '../src/facts/outcomes/fields.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'
import { readReport, tools } from '../src/facts/outcomes/report.js'

type Row = readonly [command: string, ok: boolean | null, output: string, expected: string]

const statusOf = (name: string, input: unknown, ok: boolean | null, output: string): string =>
  outcomeOf(describeCall(name, input), { ok, output }).status

function holds(rows: readonly Row[]): void {
  it.each(rows)('%s, ok %s, %j: %s', (command, ok, output, expected) => {
    expect(statusOf('Bash', { command }, ok, output)).toBe(expected)
  })
}

const innerRun = ` Test Files  1 failed (1)\n${'  a line of its own\n'.repeat(12)}`
const traceback = 'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: y'

describe('the exit status and the output are two witnesses, and the worse one counts', () => {
  holds([
    ['npm test', true, ' Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)', 'failed'],
    ['npm test', false, 'Exit code 1\n Test Files  1 passed (1)\n      Tests  3 passed (3)', 'failed'],
    ['make check', true, 'test result: FAILED. 3 passed; 1 failed; 0 ignored', 'failed'],
    ['./ci.sh', true, "src/a.ts(1,2): error TS2322: Type 'x'\ndone", 'failed'],
    ['./ci.sh', true, 'x.c:3:5: error: expected ;', 'failed'],
    ['python load.py', true, `${traceback}\nloaded 3 of 4`, 'failed'],
    ['cargo run', true, "thread 'main' panicked at src/main.rs:2:5:\nboom", 'failed'],
    ['./server-check', true, 'Segmentation fault (core dumped)', 'failed'],
    ['docker push ada/x | tail -1', true, 'denied: requested access to the resource is denied', 'failed'],
    ['curl -i localhost/x', true, 'HTTP/1.1 422 Unprocessable Entity\n\n{}', 'failed'],
    ['npm run db:seed | tail', true, '\nPrismaClientKnownRequestError:\nUnique constraint', 'failed'],
    ['npx openapi-typescript a.yaml -o a.d.ts || true', true, "✘  Can't parse schema: a.yaml", 'failed'],
    ['git push 2>&1 | tail -1', true, 'error: failed to push some refs', 'failed'],
    ['git push 2>&1 | tail -1', true, '   1a2b3c4..5d6e7f8  main -> main', 'passed'],
    ['godot -s check.gd', true, '40 checked, 37 ok, 3 failed', 'failed'],
  ])
})

describe('a summary outweighs the lines within the output', () => {
  holds([
    ['npm test', true, 'FAIL is a word\nError: 500\n      Tests  3 passed (3)', 'passed'],
    ['pytest', true, `${traceback}\n=== 3 passed in 0.12s ===`, 'passed'],
    ['npm test | tail', true, `thread 'x' panicked at y\n      Tests  3 passed (3)`, 'passed'],
    ['npx vitest run', true, `${innerRun} Test Files  9 passed (9)\n      Tests  40 passed (40)`, 'passed'],
    ['npx vitest run a; npx vitest run b', true, `${innerRun} Test Files  9 passed (9)`, 'failed'],
    ['python smoke.py', true, 'PermissionError: permission denied, as expected\n✅ all good', 'passed'],
  ])
})

describe('a status that the command asks for is no failure', () => {
  holds([
    ['test "$(curl -s -o /dev/null -w %{http_code} localhost/x)" = 403', true, '', 'passed'],
    ['curl -s -o /dev/null -w "%{http_code}" localhost:404/x', true, '404', 'failed'],
  ])
})

describe('a hidden exit status', () => {
  holds([
    ['npm test | tail -3', true, 'x', 'masked'],
    ['npm test || true', true, '', 'masked'],
    ['npm run build; echo built', true, 'built', 'masked'],
    ['pytest > log.txt 2>&1 || true', true, '', 'masked'],
    ['npx tsc --noEmit | head', true, '', 'passed'],
    ['npx tsc --noEmit > /dev/null 2>&1; true', true, '', 'masked'],
    ['npx mocha | grep passing', true, '  12 passing (30ms)', 'masked'],
    ['npx vitest run | grep Tests', true, '      Tests  3 passed (3)', 'passed'],
    ['npm test > log 2>&1; tail -3 log', true, '      Tests  3 passed (3)', 'passed'],
    ['npm run build > /dev/null 2>&1 && echo BUILD_OK || echo BUILD_BAD', true, 'BUILD_OK', 'passed'],
    ['npm run build > /dev/null 2>&1 && echo BUILD_OK || echo BUILD_BAD', true, 'BUILD_BAD', 'failed'],
    ['curl -s localhost:1 || echo "no answer"', true, 'no answer', 'failed'],
    ['npm test | tail -5 | grep -c FAIL', false, 'Exit code 1\n0', 'passed'],
    ['node report.js | head', true, 'a\nb', 'passed'],
    ['make test | tail -3', true, 'All 12 tests passed', 'passed'],
    ["npm test | grep -E '✓|✗|failed'", true, '  ✓ a\n  ✓ b', 'passed'],
    ["npm test | grep '✓'", true, '  ✓ a\n  ✓ b', 'masked'],
    ['find . -name x; npx tsc --noEmit', true, 'find: ./y: Permission denied', 'passed'],
  ])
})

describe('what was not run', () => {
  holds([
    ['npm test', false, 'Command timed out after 2m 0.0s', 'end-unseen'],
    [
      'timeout 60 npx vitest',
      false,
      'Exit code 124\n      Tests  3 passed (3)\n PASS  Waiting for file changes...',
      'passed',
    ],
    ['timeout 5 npm start', false, 'Exit code 124\nServer listening on port 3000', 'passed'],
    ['npm test', null, 'Tool call was cancelled', 'end-unseen'],
    ['npm run dev &', true, '', 'end-unseen'],
    ['npm test', null, '', 'unknown'],
  ])

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

describe('what a host puts around the output says nothing of a command whose exit status is hidden', () => {
  const gemini = (output: string) =>
    `Command: x\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: 4411`
  const codex = (output: string) =>
    `Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\n${output}`
  holds([
    ['npm test || true', true, gemini('(empty)'), 'masked'],
    ['npm test || true', null, codex(''), 'masked'],
    ['npm test &', true, gemini('(empty)'), 'end-unseen'],
    ['npm test | tail -1', true, gemini('  3 failed'), 'failed'],
    ['npm test | tail -1', null, codex('  3 failed'), 'failed'],
    ['npx tsc --noEmit | head', true, gemini('(empty)'), 'passed'],
    ['npm test', true, gemini('(empty)'), 'passed'],
    ['npm test', true, 'Command was cancelled by user before it could complete.', 'end-unseen'],
  ])
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

describe('whatever stands in an output', () => {
  const words = fc.constantFrom(
    'Tests ',
    ' passed',
    ' failed',
    '12',
    ' ',
    '=',
    '✖ ',
    'error: ',
    'FAIL',
    'ok \t',
    '{"',
    '":',
    '[',
    '\n',
    '.',
    '(',
    'x'.repeat(300),
    ':1:2: ',
    'Error',
    '\u001b[31m',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 60 }).map((list) => list.join('')),
  )

  it('every tool reads it without an exception, the same way each time', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, last) => {
        const lines = text.split('\n')
        const commands = tools.map(({ programs = '' }) => programs.split(' ')[0]).join(' ; ')
        const call = describeCall('Bash', { command: commands })
        expect(readReport(call, text, lines, last)).toEqual(readReport(call, text, lines, last))
        readResult(text)
      }),
      { numRuns: runs(100) },
    )
  })

  it('a failure that the host recorded is never a success of a check', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(statusOf('Bash', { command: 'npm test' }, false, text)).not.toMatch(/^(?:passed|masked)$/)
      }),
      { numRuns: runs(200) },
    )
  })

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
