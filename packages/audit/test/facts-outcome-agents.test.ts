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
