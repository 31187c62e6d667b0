import { describe, expect, it } from 'vitest'
import { describeCall } from '../src/facts/calls/describe.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'

type Row = readonly [command: string, ok: boolean | null, output: string, expected: string]

function holds(rows: readonly Row[]): void {
  it.each(rows)('%s, ok %s, %j: %s', (command, ok, output, expected) => {
    const outcome = outcomeOf(describeCall('Bash', { command }), { ok, output })
    expect(outcome.status).toBe(expected)
  })
}

describe('exit statuses in the forms of the agents', () => {
  holds([
    ['pytest', false, 'Exit code 1\n1 failed', 'failed'],
    ['pytest', null, 'Exit code: 1\nWall time: 1.2 seconds\nTotal output lines: 3\nOutput:\nx', 'failed'],
    ['pytest', null, 'Exit code: 0\nWall time: 1.2 seconds\nOutput:\n3 passed', 'passed'],
    ['pytest', null, '{"output":"x","metadata":{"exit_code":2,"duration_seconds":0.1}}', 'failed'],
    ['pytest', null, '{"output":"3 passed","exitCode":0}', 'passed'],
    ['pytest', null, '{"output":"x","exitCode":1}', 'failed'],
    ['pytest', null, 'Chunk ID: 9\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\n', 'failed'],
    [
      'pytest',
      null,
      'Command: pytest\nDirectory: (root)\nOutput: x\nError: (none)\nExit Code: 1\nSignal: (none)',
      'failed',
    ],
    [
      'node sum.test.mjs',
      true,
      'Command: node sum.test.mjs\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: 0',
      'passed',
    ],
    [
      'node sum.test.mjs',
      true,
      'Output: x\nError: not 3\nError: (none)\nExit Code: 0\nProcess Group PGID: 77',
      'failed',
    ],
    ['pytest', null, 'Output: x\nExit Code: 1\nProcess Group PGID: 77', 'failed'],
    [
      'pytest',
      null,
      'x\n[The command completed with exit code 1.]\n[Current working directory: /w]',
      'failed',
    ],
    [
      'pytest',
      null,
      '3 passed\n[The command completed with exit code 0.]\n[Current working directory: /w]',
      'passed',
    ],
    ['pytest', null, 'x\n[Command finished with exit code 2]', 'failed'],
    ['pytest', null, '<returncode>1</returncode>\n<output>\nx\n</output>', 'failed'],
    ['pytest', null, '<returncode>0</returncode>\n<output>\nx\n</output>', 'passed'],
    ['pytest', null, 'x\n[Command failed with exit code 1]', 'failed'],
    ['pytest', null, 'x\n[Command succeeded with exit code 0]', 'passed'],
    [
      'pytest',
      null,
      "Command executed in terminal within working directory '/x'. Exit code: 1\nOutput:\nx",
      'failed',
    ],
    [
      'pytest',
      null,
      "Command executed in terminal within working directory '/x'. Exit code: 0\nOutput:\nx",
      'passed',
    ],
    ['pytest', null, 'Exit code: 1\n\nCommand output:\n\n```\nx\n```', 'failed'],
    ['pytest', null, 'x\n\nExit code 1', 'failed'],
    ['pytest', null, 'x\n[Process exited with code 1]', 'failed'],
    ['pytest', null, 'x\nCommand exited with code 1', 'failed'],
    ['pytest', null, '<system>ERROR: Command failed with exit code: 1.</system>x', 'failed'],
    ['pytest', null, '<exit_code>0</exit_code>x', 'passed'],
    [
      'pytest',
      null,
      'x\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms\n</bash_metadata>',
      'end-unseen',
    ],
    ['pytest', null, 'command timed out after 10000 milliseconds', 'end-unseen'],
    ['pytest', null, '[The command timed out after 120 seconds. x]', 'end-unseen'],
    ['npm run dev', null, '[The command has no new output after 30 seconds. x]', 'end-unseen'],
    ['cat a', null, 'x\n[The command completed with exit code 1.]', 'failed'],
    ['node x.js', true, 'the docs say: Exit code 1 means failure', 'passed'],
  ])
})

describe('hidden checks that failed', () => {
  const failed: readonly (readonly [string, string])[] = [
    ['npx vitest run | tail', ' Test Files  1 failed | 3 passed (4)'],
    ['npx playwright test | tail', '  1 failed\n    [chromium] › a.spec.ts:3:1 › x\n  3 passed (4.2s)'],
    ['npx cypress run | tail', '    ✖  1 of 2 failed (50%)   00:12   3   2   1'],
    ['npx ava | tail', '  1 test failed'],
    ['node --test | tail', 'ℹ pass 3\nℹ fail 1'],
    ['deno test | tail', 'FAILED | 3 passed | 1 failed (12ms)'],
    ['go build ./... | tail', '# example.org/x\n./a.go:3:5: undefined: x'],
    ['go vet ./... | tail', '# example.org/x\nvet: ./a.go:3:2: undeclared name: y'],
    ['go test ./... | tail', 'FAIL'],
    ['go test ./... | tail', 'FAIL\texample.org/x [build failed]'],
    ['cargo test | tail', 'error: test failed, to rerun pass `--lib`'],
    ['dotnet build | tail', 'A.cs(3,5): error CS1002: ; expected [/x/A.csproj]'],
    ['dotnet test | tail', 'Test Run Failed.'],
    ['./gradlew test | tail', '> Task :test FAILED'],
    ['./gradlew test | tail', 'FAILURE: Build failed with an exception.'],
    ['./gradlew build | tail', 'e: file:///x/a.kt:3:5 Unresolved reference: y'],
    ['mvn test | tail', '[ERROR] There are test failures.'],
    ['swift test | tail', 'Executed 3 tests, with 1 failure (0 unexpected) in 0.1 seconds'],
    ['swift build | tail', "/x/a.swift:3:5: error: cannot find 'x' in scope"],
    ['vendor/bin/phpunit | tail', 'ERRORS!\nTests: 3, Assertions: 5, Errors: 1.'],
    ['vendor/bin/phpunit | tail', 'PHP Fatal error:  Uncaught Error: x'],
    ['vendor/bin/pest | tail', '  Tests:    1 failed, 3 passed (5 assertions)'],
    ['vendor/bin/phpstan | tail', ' [ERROR] Found 3 errors'],
    ['rails test | tail', '3 runs, 5 assertions, 1 failures, 0 errors, 0 skips'],
    ['rubocop | tail', '3 files inspected, 1 offense detected'],
    ['dart analyze | tail', '3 issues found.'],
    ['npx biome check . | tail', 'Found 3 errors.'],
    ['ruff check . | tail', 'a.py:1:8: F401 [*] `os` imported but unused'],
    ['pylint x | tail', "a.py:1:0: E0401: Unable to import 'x' (import-error)"],
    ['flake8 | tail', 'a.py:1:10: W291 trailing whitespace'],
    ['npx pyright | tail', '  /x/a.py:3:5 - error: Cannot access member'],
    ['cmake --build b | tail', 'ninja: build stopped: subcommand failed.'],
    ['cmake . | tail', 'CMake Error at CMakeLists.txt:3 (find_package):'],
    ['make | tail', 'collect2: error: ld returned 1 exit status'],
    ['make | tail', "x.c:(.text+0x5): undefined reference to `f'"],
    ['clang x.c | tail', 'clang: error: linker command failed with exit code 1 (use -v to see invocation)'],
    ['npx webpack | tail', 'webpack 5.1 compiled with 1 error in 100 ms'],
    ['npx vite build | tail', '✗ Build failed in 1.2s'],
    ['npx vite build | tail', 'error during build:\nRollupError: Could not resolve "./x"'],
    ['npx rollup -c | tail', '[!] RollupError: Could not resolve'],
    ['npx turbo run test | tail', ' ERROR  run failed: command  exited (1)'],
    ['npx turbo run test | tail', ' Tasks:    3 successful, 4 total\nFailed:    web#test'],
    ['npx nx test web | tail', ' NX   Running target test for project web failed'],
    ['npx lerna run test | tail', 'lerna ERR! npm run test exited 1 in web'],
    ['yarn test | tail', 'error Command failed with exit code 1.'],
    ['bun run test | tail', 'error: script "test" exited with code 1'],
    ['npm test | tail', 'npm error Lifecycle script `test` failed with error:'],
    [
      'pytest | tail',
      'ERROR tests/a.py - ImportError: x\n!!!! Interrupted: 1 error during collection !!!!\n1 error in 0.1s',
    ],
    ['python -m unittest | tail', 'Ran 3 tests in 0.1s\n\nFAILED (errors=1)'],
    ['ctest | tail', '67% tests passed, 1 tests failed out of 3'],
    ['sbt test | tail', '[error] Failed: Total 3, Failed 1, Errors 0, Passed 2'],
    ['npx eslint . | tail', '✖ 1 problem (1 error, 0 warnings)'],
    ['npx stylelint . | tail', '3 problems (3 errors, 0 warnings)'],
    ['helm lint x | tail', 'Error: 1 chart(s) linted, 1 chart(s) failed'],
    ['docker build . | tail', "The command '/bin/sh -c npm ci' returned a non-zero code: 1"],
    ['tsc --noEmit | tail', 'src/a.ts:3:5 - error TS2322: Type'],
    ['npx next build | tail', 'Failed to compile.\n\n./app/page.tsx:3:5\nType error: x'],
    ['make test > log; cat log; echo "rc=$?"', 'rc=2'],
    ['npm test; echo "status: $?"', 'x\nstatus: 1'],
    ['npm test; echo $?', '1'],
    ['npm test 2>&1 | tail -1; echo $PIPESTATUS', 'x\n1'],
  ]
  it.each(failed)('%s: %j failed', (command, output) => {
    const outcome = outcomeOf(describeCall('Bash', { command }), { ok: true, output })
    expect(outcome.status).toBe('failed')
  })
})

describe('hidden checks that passed', () => {
  const passed: readonly (readonly [string, string])[] = [
    ['npx vitest run | tail', ' Test Files  4 passed (4)\n      Tests  20 passed (20)\n   Duration  1.2s'],
    ['npx vitest run | tail', ' Test Files  4 passed | 1 skipped (5)'],
    ['npx playwright test | tail', '  3 passed (4.2s)'],
    ['npx playwright test | tail', '  1 flaky\n  3 passed (4.2s)'],
    ['deno test | tail', 'ok | 3 passed | 0 failed (12ms)'],
    ['go test ./... | tail', '?   \texample.org/y\t[no test files]\nok  \texample.org/x\t(cached)'],
    [
      'cargo build | tail',
      'warning: unused variable: `error`\n    Finished `dev` profile [unoptimized] in 1.2s',
    ],
    ['cargo clippy | tail', '    Finished dev [unoptimized] target(s) in 0.5s'],
    ['dotnet build | tail', 'Build succeeded.\n    0 Warning(s)\n    0 Error(s)'],
    ['./gradlew test | tail', 'BUILD SUCCESSFUL in 3s\n5 actionable tasks: 5 executed'],
    ['swift test | tail', 'Executed 3 tests, with 0 failures (0 unexpected) in 0.1 seconds'],
    ['vendor/bin/phpunit | tail', 'OK (3 tests, 5 assertions)'],
    ['vendor/bin/phpstan | tail', ' [OK] No errors'],
    ['rails test | tail', '3 runs, 5 assertions, 0 failures, 0 errors, 0 skips'],
    ['rubocop | tail', '3 files inspected, no offenses detected'],
    ['mix test | tail', '3 tests, 0 failures'],
    ['flutter test | tail', '00:02 +3: All tests passed!'],
    ['flutter analyze | tail', 'No issues found! (ran in 1.2s)'],
    ['npx biome check . | tail', 'Checked 12 files in 3ms. No fixes applied.'],
    ['ruff check . | tail', 'All checks passed!'],
    ['npx pyright | tail', '0 errors, 2 warnings, 0 informations'],
    ['npx webpack | tail', 'webpack 5.1 compiled successfully in 100 ms'],
    ['npx webpack | tail', 'webpack 5.1 compiled with 2 warnings in 100 ms'],
    ['npx vite build | tail', 'dist/index.html  0.46 kB │ gzip: 0.30 kB\n✓ built in 1.2s'],
    ['npx turbo run test | tail', ' Tasks:    4 successful, 4 total\nCached:    2 cached, 4 total'],
    ['npx nx test web | tail', ' NX   Successfully ran target test for project web'],
    ['python -m unittest | tail', 'Ran 3 tests in 0.1s\n\nOK'],
    ['ctest | tail', '100% tests passed, 0 tests failed out of 3'],
    ['sbt test | tail', '[info] All tests passed.\n[success] Total time: 3 s'],
    ['pytest | tail', '=== 3 passed, 2 warnings in 0.1s ==='],
    ['pytest | tail', '3 passed, 1 xfailed in 0.1s'],
    ['npx next build | tail', ' ✓ Compiled successfully\n ✓ Generating static pages (5/5)'],
    ['npm run lint | tail', '✔ No ESLint warnings or errors'],
    ['npx tsc --noEmit | head', ''],
    ['npx tsc --noEmit; echo "rc=$?"', 'rc=0'],
    ['npm test; echo $?', 'x\n0'],
    ['xcodebuild test | tail', '** TEST SUCCEEDED **'],
    ['bats t | tail', 'ok 1 adds\nok 2 fails with error'],
    ['docker build . | tail', '#12 naming to docker.io/library/x done'],
    [
      'npx jest | tail',
      'PASS src/a.test.ts\n  ✓ shows "2 failed" in the banner (3 ms)\nTests:       3 passed, 3 total',
    ],
  ]
  it.each(passed)('%s: %j succeeded', (command, output) => {
    const outcome = outcomeOf(describeCall('Bash', { command }), { ok: true, output })
    expect(outcome.status).toBe('passed')
  })
})

describe('surroundings that failed', () => {
  const rows: readonly (readonly [string, boolean | null, string])[] = [
    ['npm test', false, 'Exit code 127\nsh: 1: vitest: not found'],
    ['npm test', false, "Exit code 1\n'vitest' is not recognized as an internal or external command"],
    ['pnpm test', false, "Exit code 1\npnpm : The term 'pnpm' is not recognized as the name of a cmdlet"],
    [
      'npm test',
      false,
      'Exit code 254\nnpm error code ENOENT\nnpm error Could not read package.json: Error: ENOENT',
    ],
    ['npm start', false, 'Exit code 1\nError: listen EADDRINUSE: address already in use :::3000'],
    ['node x.js', false, 'Exit code 1\nError: connect ETIMEDOUT 10.0.0.1:443'],
    ['node x.js', false, 'Exit code 1\nError: getaddrinfo ENOTFOUND db'],
    [
      'npx prisma migrate deploy',
      false,
      "Exit code 1\nError: P1001: Can't reach database server at `db:5432`",
    ],
    ['npx playwright test', false, "Exit code 1\nError: browserType.launch: Executable doesn't exist at /x"],
    ['npx playwright test', false, 'Exit code 1\nHost system is missing dependencies to run browsers.'],
    ['cargo nextest run', false, 'Exit code 101\nerror: no such command: `nextest`'],
    [
      'cargo test',
      false,
      'Exit code 101\nerror: could not find `Cargo.toml` in `/x` or any parent directory',
    ],
    [
      'go test ./...',
      false,
      'Exit code 1\ngo: go.mod file not found in current directory or any parent directory',
    ],
    ['make test', false, "Exit code 2\nmake: *** No rule to make target 'test'.  Stop."],
    ['just test', false, 'Exit code 1\nerror: Justfile does not contain recipe `test`.'],
    ['docker compose up', false, 'Exit code 1\nno configuration file provided: not found'],
    [
      'docker build .',
      false,
      'Exit code 1\nERROR: Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?',
    ],
    ['ssh host npm test', false, 'Exit code 255\nHost key verification failed.'],
    ['kubectl apply -f x', false, 'Exit code 1\nThe connection to the server localhost:8080 was refused'],
    ['terraform plan', false, 'Exit code 1\nError: No valid credential sources found'],
    ['gh pr create', false, 'Exit code 4\nTo get started with GitHub CLI, please run:  gh auth login'],
    ['xcodebuild test', false, 'Exit code 1\nxcode-select: error: tool requires Xcode'],
    ['cd web && npm test', false, 'Exit code 1\nbash: line 1: cd: web: No such file or directory'],
    [
      'npm run build',
      false,
      'Exit code 134\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    ],
    ['curl -s localhost:3000 | head', true, ''],
    ['curl -sf localhost:3000', false, 'Exit code 7'],
  ]
  it.each(rows)('%s, ok %s, %j', (command, ok, output) => {
    expect(outcomeOf(describeCall('Bash', { command }), { ok, output }).status).toBe('failed')
  })
})

describe('runs of nothing', () => {
  const rows: readonly (readonly [string, boolean | null, string])[] = [
    [
      'pytest tests/x.py',
      false,
      'Exit code 4\nERROR: file or directory not found: tests/x.py\n\nno tests ran in 0.00s',
    ],
    ['pytest', false, 'Exit code 5\nno tests ran in 0.01s'],
    ['pytest | tail', true, 'collected 0 items\n\n=== no tests ran in 0.01s ==='],
    ['npx vitest run x', false, 'Exit code 1\nNo test files found, exiting with code 1'],
    ['npx jest x', false, 'Exit code 1\nNo tests found, exiting with code 1'],
    ['npx playwright test', false, 'Exit code 1\nError: No tests found'],
    ['cargo test | tail', true, 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored'],
  ]
  it.each(rows)('%s, ok %s, %j', (command, ok, output) => {
    expect(outcomeOf(describeCall('Bash', { command }), { ok, output }).status).toBe('ran-nothing')
  })
})

describe('answers that say that it failed', () => {
  const rows: readonly (readonly [string, boolean | null, string])[] = [
    ['curl -sI localhost', true, 'HTTP/2 503 \r\nserver: x'],
    [
      'curl -s -o /dev/null -w "%{http_code}\\n" localhost/a; curl -s -o /dev/null -w "%{http_code}\\n" localhost/b',
      true,
      '500\n502',
    ],
    [
      'for p in a b; do echo "$p $(curl -s -o /dev/null -w %{http_code} localhost/$p)"; done',
      true,
      'a 404\nb 404',
    ],
  ]
  it.each(rows)('%s, ok %s, %j', (command, ok, output) => {
    expect(outcomeOf(describeCall('Bash', { command }), { ok, output }).status).toBe('failed')
  })
})

describe('calls whose time was up', () => {
  const rows: readonly (readonly [string, boolean | null, string])[] = [
    ['npm test', false, 'Exit code 143\nCommand timed out after 2m 0.0s'],
  ]
  it.each(rows)('%s, ok %s, %j', (command, ok, output) => {
    expect(outcomeOf(describeCall('Bash', { command }), { ok, output }).status).toBe('end-unseen')
  })
})

describe('programs that exit with 0 and say that it failed', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['node scripts/smoke.js', 'GET /login\nAxiosError: Request failed with status code 401'],
    ['python check.py', 'Login: 200\nStatus: FAILED'],
    ['python check.py', 'passed: 3\nfailed: 2'],
    ['python check.py', 'Results: 3/5 passed, 2 failed'],
    ['node e2e.js', 'step 1\n❌ Could not find the button'],
    ['tsx scripts/check.ts', 'Error: relation "x" does not exist'],
    ['python run.py', 'Traceback (most recent call last):\n  File "run.py"\nKeyError: 1'],
    ['bash smoke.sh', 'health: ok\nlogin: FAIL'],
    ['bash smoke.sh', 'smoke.sh: line 3: foo: command not found'],
    ['python x.py', '[ERROR] upload failed: timeout'],
    ['node x.js', '(node:1) UnhandledPromiseRejectionWarning: Error: x'],
    ['mongosh --eval x', 'MongoServerError: not authorized'],
    ['mysql -e x', "ERROR 1146 (42S02) at line 1: Table 'x' doesn't exist"],
  ]
  it.each(rows)('%s: %j', (command, output) => {
    expect(outcomeOf(describeCall('Bash', { command }), { ok: true, output }).status).toMatch(/failed$/)
  })
})

describe('what only looks like a failure', () => {
  holds([
    ['npm test', true, 'console.error\n  Error: boom\n    at x.js\nTests: 3 passed, 3 total', 'passed'],
    ['npm run build', true, 'warning: something failed to optimise\n✓ built in 1s', 'passed'],
    ['python x.py', true, 'errors: 0\nfailed: 0\ndone', 'passed'],
    ['python x.py', true, '0 failed, 3 passed', 'passed'],
    ['node x.js', true, 'No errors found', 'passed'],
    ['node x.js', true, 'caught expected Error: bad input ✓', 'passed'],
    ['curl -s localhost/api', true, '{"items":[{"title":"404 Not Found"}]}', 'passed'],
    ['curl -s localhost', true, '{"errors":[],"ok":true}', 'passed'],
    ['git push', true, 'remote: error handling improved', 'passed'],
    ['git commit -m "fix: tests failed"', true, '[main 1] fix: tests failed', 'passed'],
    ['npm install', true, 'npm warn deprecated x\n2 vulnerabilities (1 critical)', 'passed'],
    ['cat ci.log', true, '1 failed\nFAIL src/a.test.ts', 'passed'],
    ['gh run view 1 --log-failed', true, 'test\tFAIL src/a.test.ts', 'passed'],
    ['grep -rn "error TS" log', true, 'error TS2322', 'passed'],
    ['tail -20 app.log', true, 'ECONNREFUSED', 'passed'],
    ['git diff', true, '+FAILED', 'passed'],
    ['which foo', false, 'Exit code 1', 'passed'],
    ['pgrep -f vite', false, 'Exit code 1', 'passed'],
    ['test -f x', false, 'Exit code 1', 'passed'],
    ['ls x 2>/dev/null | grep y', false, 'Exit code 1', 'passed'],
  ])
})

describe('calls that were not let through', () => {
  const rows: readonly string[] = [
    "Claude requested permissions to use Bash, but you haven't granted it yet.",
    'This Bash command contains multiple operations. The following part requires approval: npm test',
    "The user doesn't want to take this action right now. STOP what you are doing and wait",
    'Permission for this action has been denied. Reason: x',
    'aborted by user after 2.1s',
    'exec command rejected by user',
    'patch rejected by user',
    '[Operation Cancelled] Reason: User did not allow tool call',
    'The user denied this operation.',
    'The user rejected permission to use this specific tool call.',
    'Tool execution was denied by user',
    'Error: Command blocked by hook',
    'User rejected the command.',
    'The user chose to skip this command.',
  ]
  it.each(rows)('%j', (output) => {
    const outcome = outcomeOf(describeCall('Bash', { command: 'npm test' }), { ok: false, output })
    expect(`${outcome.status} ${outcome.reason}`).toBe('end-unseen refused')
  })
})
