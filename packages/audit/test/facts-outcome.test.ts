import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { describeCall } from '../src/facts/calls/describe.js'
import { badIn } from '../src/facts/outcomes/counts.js'
import { statedExitStatus } from '../src/facts/outcomes/host.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'
import { summaryOf } from '../src/facts/outcomes/signs.js'

type Row = readonly [command: string, ok: boolean | null, output: string, expected: string]

function statusOf(command: string, ok: boolean | null, output: string): string {
  const outcome = outcomeOf(describeCall('Bash', { command }), { ok, output })
  return outcome.status
}

/** How many failures a counting line counts; null for another line. */
function badOf(line: string): number | null {
  const counts = summaryOf(line)
  return counts === null ? null : badIn(counts)
}

describe('checks whose exit status reaches the host', () => {
  const table: readonly Row[] = [
    ['npm test', true, '', 'passed'],
    ['npm test', true, 'Tests: 3 passed', 'passed'],
    ['npm test', true, '✓ handles 5 errors\nTests: 3 passed', 'passed'],
    ['npm test', true, 'error: Item 3 failed\n 12 pass\n 0 fail', 'passed'],
    ['npm test', true, 'Error: logged by the code under test', 'passed'],
    ['cargo build', true, 'warning: unused\n34 | #[error("x")]', 'passed'],
    ['npm test', false, 'Exit code 1\nTests: 1 failed, 2 passed', 'failed'],
    ['npm test', false, 'Exit code 1', 'failed'],
    ['tsc --noEmit', false, "Exit code 2\na.ts(1,1): error TS2307: Cannot find module 'x'", 'failed'],
    ['npm run lint', false, 'Exit code 1\n✖ 2 problems (2 errors, 0 warnings)', 'failed'],
    ['pytest', null, 'Process exited with code 1\nOutput:\nFAILED tests/a.py::b', 'failed'],
    [
      'pytest',
      null,
      'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n1 passed',
      'passed',
    ],
    ['pytest', null, '{"output":"FAILED","metadata":{"exit_code":1,"duration_seconds":1}}', 'failed'],
    ['pytest', null, '{"output":"ok","metadata":{"exit_code":0,"duration_seconds":1}}', 'passed'],
    [
      'pytest',
      true,
      '[{"functionResponse":{"response":{"output":"Command: pytest\\nExit Code: 2\\n"}}}]',
      'failed',
    ],
    ['pytest', null, 'Exit code: 1\nWall time: 1 seconds\nOutput:\nx', 'failed'],
    ['npm test', null, '', 'unknown'],
    ['npm test', null, 'Tests: 2 passed, 2 total', 'passed'],
    ['npm test', null, 'Tests: 1 failed, 2 total', 'failed'],
    ['npm test', null, 'something', 'unknown'],
  ]
  it.each(table)('%s, ok %s, %j: %s', (command, ok, output, expected) => {
    expect(statusOf(command, ok, output)).toBe(expected)
  })
})

describe('checks whose exit status is hidden', () => {
  const failed: readonly (readonly [string, string])[] = [
    ['npm test | tail', 'Test Suites: 2 failed, 23 passed, 25 total'],
    ['npm test | tail', 'Tests  5 failed | 220 passed (225)'],
    ['npm test | tail', ' 3 fail\n 12 pass'],
    ['npm test | tail', '  2 failing'],
    ['npm test | tail', '# pass 3\n# fail 1'],
    ['npm test | tail', 'not ok 3 - adds'],
    ['npm test | tail', ' FAIL  src/a.test.ts > adds'],
    ['npm test | tail', 'npm ERR! code ELIFECYCLE'],
    ['npm test | tail', ' ELIFECYCLE  Test failed. See above for more details.'],
    ['npm test | tail', '❯ src/a.test.ts (23 tests | 23 failed) 69ms'],
    ['npm test | tail', '\u001b[31m Tests \u001b[39m \u001b[1m\u001b[31m2 failed\u001b[39m | 3 passed (5)'],
    ['npm test || true', 'FAIL src/a.test.ts'],
    ['npm test; echo done', 'AssertionError: expected 1 to be 2\ndone'],
    ['pytest | tail -3', '=== 1 failed, 3 passed in 0.12s ==='],
    ['pytest | tail -3', 'FAILED tests/a.py::b - assert 1 == 2'],
    ['pytest | tail -3', 'E   assert 1 == 2'],
    ['python -m unittest 2>&1 | tail', 'FAILED (failures=1)'],
    ['go test ./... | tail', '--- FAIL: TestX (0.00s)'],
    ['go test ./... | tail', 'FAIL\texample.com/x\t0.1s'],
    ['go test ./... | tail', 'panic: runtime error'],
    ['cargo test 2>&1 | tail', 'test result: FAILED. 3 passed; 1 failed; 0 ignored'],
    ['cargo build 2>&1 | tail', 'error[E0308]: mismatched types'],
    ['cargo build 2>&1 | tail', 'error: could not compile `x`'],
    ['mvn test | tail', '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0'],
    ['mvn test | tail', '[INFO] BUILD FAILURE'],
    ['./gradlew build | tail', 'BUILD FAILED in 3s'],
    ['dotnet test | tail', 'Failed!  - Failed:     1, Passed:     3, Skipped:     0'],
    ['rspec | tail', '3 examples, 1 failure'],
    ['mix test | tail', '3 tests, 1 failure'],
    ['vendor/bin/phpunit | tail', 'FAILURES!\nTests: 3, Assertions: 5, Failures: 1.'],
    ['xcodebuild test | tail', '** TEST FAILED **'],
    ['flutter test | tail', '00:02 +3 -1: Some tests failed.'],
    ['make test | tail', 'make: *** [Makefile:3: test] Error 1'],
    ['tsc --noEmit | head', "src/a.ts(1,2): error TS2322: Type 'x'"],
    ['tsc --noEmit | tail -1', 'Found 3 errors in 2 files.'],
    ['mypy . | tail', 'Found 1 error in 1 file (checked 3 source files)'],
    ['pyright | tail', '3 errors, 0 warnings, 0 informations'],
    ['eslint . | tail', '  3:10  error  x is not defined  no-undef'],
    ['eslint . | tail', '✖ 5 problems (2 errors, 3 warnings)'],
    ['npx markdownlint-cli2 . | tail', 'Summary: 69 error(s)'],
    ['golangci-lint run | tail', 'a/b.go:12:3: Error return value is not checked (errcheck)'],
    ['flake8 | tail', 'a.py:1:1: E501 line too long'],
    ['gcc x.c 2>&1 | tail', "x.c:3:5: error: expected ';'"],
    ['npm run build | tail', 'Failed to compile.'],
    ['npm run build | tail', '> Build error occurred'],
    ['npx webpack | tail', 'webpack 5.9 compiled with 2 errors in 100 ms'],
    ['npx prettier --check . | tail', '[warn] Code style issues found in 3 files.'],
    ['black --check . | tail', 'would reformat a.py'],
    ['mise run lint | tail', '[lint] ERROR task failed'],
    ['pre-commit run | tail', 'ruff.....................................................Failed'],
    ['docker build . | tail', 'ERROR: failed to solve: process "/bin/sh -c x" did not complete'],
    ['npm test > log 2>&1; echo "EXIT: $?"', 'EXIT: 1'],
    ['npm test | tail; echo exit code: $PIPESTATUS', 'ok\nexit code: 2'],
  ]
  it.each(failed)('%s: %j failed', (command, output) => {
    expect(statusOf(command, true, output)).toBe('failed')
  })

  const succeeded: readonly (readonly [string, string])[] = [
    ['npm test | tail', 'Tests: 478 passed, 478 total'],
    ['npm test | tail', 'Tests: 0 failed, 3 passed'],
    ['npm test | tail', ' 1187 pass\n 0 fail'],
    ['npm test | tail', '✓ throws 3 errors\n✔ FAIL fast\nTests: 2 passed'],
    ['npm test | tail', '(pass) classifies provider errors as execution_error\n 17 pass\n 0 fail'],
    ['npm test | tail', '[ConcurrencyLimiter] Task 2 failed: 84 |\nerror: Item 3 failed\n 12 pass\n 0 fail'],
    ['npm test | tail', 'Error: logged\nTraceback (most recent call last):\n3 passed'],
    ['go test ./... | tail', 'ok  \texample.com/x\t0.1s'],
    [
      'go test ./... -v | tail',
      '=== RUN   TestParse/ERROR_lowercase\n--- PASS: TestParse/ERROR_lowercase (0.00s)\nPASS',
    ],
    ['cargo test | tail', 'test error::fails ... ok\ntest result: ok. 12 passed; 0 failed; 0 ignored'],
    ['pytest -v | tail', 'tests/a.py::test_db_error PASSED [ 18%]\n=== 11 passed in 1.06s ==='],
    ['mvn test | tail', 'Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS'],
    ['npm run lint | tail', '0 errors, 3 warnings'],
    ['eslint . | tail', '✖ 3 problems (0 errors, 3 warnings)'],
    ['golangci-lint run | tail', '0 issues.'],
    ['tsc --noEmit | head', ''],
    ['tsc --noEmit | head', '> app@1.0.0 typecheck\n> tsc --noEmit'],
    ['tsc --noEmit | grep "error TS"', ''],
    ['npm run build | tail', '✓ built in 3.87s'],
    ['npm run build | tail', 'dist/assets/error-page.js  58.05 kB │ gzip: 7.73 kB'],
    ['npm test; echo "EXIT: $?"', 'EXIT: 0'],
    ['mypy . | tail', 'Success: no issues found in 3 source files'],
    ['ruff check . | tail', 'All checks passed!'],
  ]
  it.each(succeeded)('%s: %j succeeded', (command, output) => {
    expect(statusOf(command, true, output)).toBe('passed')
  })
})

describe('the surroundings failed', () => {
  const table: readonly Row[] = [
    ['npm test', false, 'Exit code 1\nnpm error Missing script: "test"', 'failed'],
    ['npm test', false, 'Exit code 127\nbash: npm: command not found', 'failed'],
    ['npm test', false, 'Exit code 124', 'end-unseen'],
    ['npm test', false, 'Command timed out after 2m 0.0s', 'end-unseen'],
    ['node x.js', false, "Exit code 1\nError: Cannot find module '/x.js'", 'failed'],
    ['python x.py', false, "Exit code 1\nModuleNotFoundError: No module named 'httpx'", 'failed'],
    [
      'curl localhost:1',
      false,
      'Exit code 7\ncurl: (7) Failed to connect to localhost port 1: Connection refused',
      'failed',
    ],
    ['psql -c x', false, 'Exit code 2\npsql: error: connection to server at "x" failed', 'failed'],
    ['./x', false, 'Exit code 1\nbash: ./x: No such file or directory', 'failed'],
    ['docker build .', false, 'Cannot connect to the Docker daemon at unix:///x', 'failed'],
    ['pnpm typecheck | head', true, ' ERR_PNPM_NO_SCRIPT  Missing script: typecheck', 'failed'],
    ['psql -c x | head', true, 'bash: psql: command not found', 'failed'],
    [
      'npm test',
      false,
      'Exit code 1\nconnect ECONNREFUSED 127.0.0.1:5432\nTests: 3 failed, 1 passed',
      'failed',
    ],
    ['curl -s -o /dev/null -w "%{http_code}" localhost', true, '503', 'failed'],
    ['curl -s -o /dev/null -w "%{http_code}" localhost', true, '000', 'failed'],
    ['curl -s -o /dev/null -w "Home: %{http_code}\\n" localhost', true, 'Home: 404', 'failed'],
    ['curl -i localhost', true, 'HTTP/1.1 401 Unauthorized\n\n{}', 'failed'],
    ['curl -s -w "%{http_code}\\n" localhost localhost/x', true, 'Home: 200\nOther: 404', 'passed'],
    ['curl -s localhost', true, '{"status":"ok","port":404}', 'passed'],
    ['curl -s localhost | head', true, '<!DOCTYPE html><title>Home</title>', 'passed'],
  ]
  it.each(table)('%s, ok %s, %j: %s', (command, ok, output, expected) => {
    expect(statusOf(command, ok, output)).toBe(expected)
  })
})

describe('programs that exit with 0', () => {
  const table: readonly Row[] = [
    ['node x.js', true, 'done', 'passed'],
    ['node x.js', true, 'Error: cannot read settings', 'failed'],
    ['node x.js', true, '❌ trigger is broken', 'failed'],
    ['python x.py', true, 'Traceback (most recent call last):\n  File "x"\nValueError: y', 'failed'],
    ['python x.py', true, '✅ one\n❌ failed: 1', 'failed'],
    ['python x.py', true, 'Error handling: present\nJSONDecodeError handling: present', 'passed'],
    ['python x.py', true, 'Error: expected failure was raised\n✅ all good', 'passed'],
    ['psql -c "select x"', true, 'ERROR:  relation "x" does not exist', 'failed'],
    ['sqlite3 a.db .schema', true, '`is_api_error_message` integer DEFAULT false', 'passed'],
    ['git push', true, 'error: nothing', 'passed'],
    ['npm install', true, '3 vulnerabilities (1 high)\n0 errors', 'passed'],
  ]
  it.each(table)('%s, ok %s, %j: %s', (command, ok, output, expected) => {
    expect(statusOf(command, ok, output)).toBe(expected)
  })
})

describe('reads and searches never fail by what they show', () => {
  const table: readonly Row[] = [
    ['grep -rn FAILED .', true, 'log:1: FAILED tests/a.py\nError: x\n3 failed', 'passed'],
    ['cat test.log | tail', true, 'Tests: 3 failed\nnpm ERR!', 'passed'],
    ['git log', true, 'fix: build failed', 'passed'],
    ['grep x f', false, 'Exit code 1', 'passed'],
    ['cd a && rg x | head', false, 'Exit code 1', 'passed'],
    ['diff a b', false, 'Exit code 1\n< a\n> b', 'passed'],
    ['grep x nofile', false, 'Exit code 2\ngrep: nofile: No such file or directory', 'failed'],
    ['cat nofile', false, 'Exit code 1\ncat: nofile: No such file or directory', 'failed'],
    ['docker logs x', true, 'panic: x\nECONNREFUSED', 'passed'],
    ['npm test | grep -E "FAIL|✗"', false, 'Exit code 1', 'passed'],
    ['curl -s localhost | grep title', false, 'Exit code 1', 'passed'],
  ]
  it.each(table)('%s, ok %s, %j: %s', (command, ok, output, expected) => {
    expect(statusOf(command, ok, output)).toBe(expected)
  })
})

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
