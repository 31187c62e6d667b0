import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BackgroundCalls, type BackgroundEnd } from '../src/facts/calls/background.js'
import type { CallDescription, Outcome } from '../src/facts/calls/call.js'
import { describeCall } from '../src/facts/calls/describe.js'
import { textsIn } from '../src/facts/calls/input.js'
import { KnownTools } from '../src/facts/calls/tool-names.js'
import { outcomeOf, outcomeShownIn } from '../src/facts/outcomes/outcome.js'
import { ScriptWatch } from '../src/facts/shell/scripts.js'

const tools = new KnownTools([
  {
    names: {
      shell: 'execcommand',
      stdin: 'writestdin',
      read: 'bashoutput taskoutput agentoutputtool',
      delegate: 'spawnagent',
    },
  },
])

type Step = readonly [name: string, input: unknown, output?: string, ok?: boolean | null]

interface Call {
  readonly description: CallDescription
  outcome: Outcome | null
}

/** The calls of a session in which these were made, and in which inputs said this in between. */
function callsOf(steps: readonly (Step | string)[]): readonly Call[] {
  const scripts = new ScriptWatch()
  const background = new BackgroundCalls()
  const calls: Call[] = []
  const finish = (end: BackgroundEnd | null) => {
    const call = end === null ? undefined : calls[end.position]
    if (end === null || call === undefined) return
    call.outcome =
      end.ok === null
        ? (outcomeShownIn(call.description, end.output) ?? call.outcome)
        : outcomeOf({ ...call.description, background: false }, { ok: end.ok, output: end.output })
  }
  for (const step of steps) {
    if (typeof step === 'string') {
      finish(background.endReportedBy(step))
      continue
    }
    const [name, input, output, ok = true] = step
    const describe = () => describeCall(name, input, { scripts, tools })
    const called = describe()
    scripts.called(called, textsIn(input))
    const description = output !== undefined && scripts.returned(called, output) ? describe() : called
    const outcome = output === undefined ? null : outcomeOf(description, { ok, output })
    const end = output === undefined ? null : background.endShownBy(input, output)
    finish(end)
    if (outcome !== null && end === null) background.started(calls.length, outcome, output ?? '')
    calls.push({ description, outcome })
  }
  return calls
}

/** What a call of a session did and how it ended: `execute! test, passed`. */
function lastOf(steps: readonly (Step | string)[], index = -1): string {
  const call = callsOf(steps).at(index)
  if (call === undefined) throw new Error('no call')
  const { effect, verify, checks, filter } = call.description
  const what = [`${effect}${verify ? '!' : ''}`, checks.join('+'), filter === null ? '' : `~${filter.kind}`]
  return `${what.filter((part) => part !== '').join(' ')}, ${call.outcome?.status ?? 'no result'}`
}

const packageJson = (scripts: object) =>
  JSON.stringify(
    { name: 'app', version: '1.0.0', scripts, devDependencies: { test: '^1.0.0', vite: '5' } },
    null,
    2,
  )

const numbered = (text: string) =>
  text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n')

const run = (command: string, output = ''): Step => ['Bash', { command }, output]
const shows = (scripts: object): Step => [
  'Read',
  { file_path: '/x/package.json' },
  numbered(packageJson(scripts)),
]

describe('scripts of package.json by what they run', () => {
  const table: readonly (readonly [string, object, string, string])[] = [
    ['a test that echoes', { test: 'echo ok' }, 'npm test', 'execute, passed'],
    ['no test yet', { test: 'echo "Error: no test specified" && exit 1' }, 'npm test', 'execute, passed'],
    ['a test that only checks types', { test: 'tsc --noEmit' }, 'npm test', 'execute! typecheck, passed'],
    ['two checks', { test: 'eslint . && vitest run' }, 'npm test', 'execute! lint+test, passed'],
    [
      'scripts that run scripts',
      { ci: 'npm run a && npm run b', a: 'eslint .', b: 'jest' },
      'npm run ci',
      'execute! lint+test, passed',
    ],
    ['a name that says nothing', { x: 'vitest run' }, 'npm run x', 'execute! test, passed'],
    ['pnpm', { x: 'vitest run' }, 'pnpm x', 'execute! test, passed'],
    ['yarn', { x: 'mocha' }, 'yarn x', 'execute! test, passed'],
    ['bun', { x: 'vite build' }, 'bun run x', 'execute! build, passed'],
    ['what no table knows', { test: 'frob --all' }, 'npm test', 'execute! test, passed'],
    ['a program of its own', { build: 'node tools/pack.mjs' }, 'npm run build', 'execute! build, passed'],
    ['a script that swallows', { test: 'jest || true' }, 'npm test', 'execute! test ~status, masked'],
    ['itself', { a: 'npm run a' }, 'npm run a', 'execute, passed'],
    ['another folder', { test: 'jest' }, 'cd web && npm test', 'execute! test, passed'],
    ['a script that is not shown', { a: 'jest' }, 'npm run lint', 'execute! lint, passed'],
    ['a dependency of that name', {}, 'npm run vite', 'execute, passed'],
  ]
  it.each(table)('%s', (_, scripts, command, expected) => {
    expect(lastOf([shows(scripts), run(command)])).toBe(expected)
  })

  it('is read, printed, written, edited, patched and listed', () => {
    const scripts = { check: 'vitest run' }
    const ways: readonly Step[] = [
      shows(scripts),
      run('cat package.json', packageJson(scripts)),
      run("sed -n '1,20p' web/package.json", packageJson(scripts).slice(0, 100)),
      ['Write', { file_path: 'package.json', content: packageJson(scripts) }, 'ok'],
      [
        'Edit',
        { file_path: 'package.json', old_string: '"check": "tsc"', new_string: '"check": "vitest run"' },
        'ok',
      ],
      [
        'apply_patch',
        '*** Begin Patch\n*** Update File: package.json\n-    "check": "tsc",\n+    "check": "vitest run",\n*** End Patch',
        'ok',
      ],
      run(`cat > package.json <<'EOF'\n${packageJson(scripts)}\nEOF`),
    ]
    for (const way of ways) expect(lastOf([way, run('npm run check')])).toBe('execute! test, passed')
  })

  it('is what the run itself shows', () => {
    const output =
      '\n> app@1.0.0 check\n> npm run a && npm run b\n\n\n> app@1.0.0 a\n> tsc --noEmit\n\n\n> app@1.0.0 b\n> jest\n\nTests: 3 passed'
    expect(lastOf([run('npm run check', output)])).toBe('execute! typecheck+test, passed')
    expect(lastOf([run('pnpm check', '\n> app@1.0.0 check /x/app\n> vitest run\n\nTests 3 passed')])).toBe(
      'execute! test, passed',
    )
    expect(lastOf([run('yarn verify', 'yarn run v1.22.19\n$ eslint .\nDone in 0.5s.')])).toBe(
      'execute! lint, passed',
    )
    expect(lastOf([run('bun run verify', '$ bun test\n 3 pass\n 0 fail')])).toBe('execute! test, passed')
    expect(lastOf([run('npm test', '\n> app@1.0.0 test\n> echo ok\n\nok')])).toBe('execute, passed')
  })

  it('goes by the name where two files differ', () => {
    const files: readonly Step[] = [
      ['Read', { file_path: 'a/package.json' }, packageJson({ x: 'jest', test: 'tsc --noEmit' })],
      ['Read', { file_path: 'b/package.json' }, packageJson({ x: 'mocha', test: 'jest' })],
    ]
    expect(lastOf([...files, run('npm run x')])).toBe('execute! test, passed')
    expect(lastOf([...files, run('npm test')])).toBe('execute! test, passed')
  })

  it('changes with the file', () => {
    const steps: readonly Step[] = [
      shows({ check: 'jest' }),
      run('npm run check', '> app@1.0.0 check\n> jest\n'),
      [
        'Edit',
        { file_path: '/x/package.json', old_string: '"check": "jest"', new_string: '"check": "true"' },
        'ok',
      ],
    ]
    expect(lastOf([...steps, run('npm run check')])).toBe('execute, passed')
  })
})

describe('what was left running', () => {
  const start = (output: string, ok: boolean | null = true): Step => [
    'Bash',
    { command: 'npm test', run_in_background: true },
    output,
    ok,
  ]
  const started = 'Command running in background with ID: b1. Output is being written to: /tmp/x'

  it('is judged by what is shown of its end', () => {
    const look = (output: string): Step => ['BashOutput', { bash_id: 'b1' }, output]
    const end = (output: string) => lastOf([start(started), look(output)], 0)
    expect(end('<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<stdout>\n3 passed')).toBe(
      'execute! test, passed',
    )
    expect(end('<status>failed</status>\n\n<exit_code>1</exit_code>\n\n<stdout>\n1 failed')).toBe(
      'execute! test, failed',
    )
    expect(end('<status>running</status>\n\n<stdout>\n3 passed')).toBe('execute! test, end-unseen')
    expect(end('<status>killed</status>')).toBe('execute! test, end-unseen')
  })

  it('is judged by what the host tells of its end', () => {
    const told = (code: number) =>
      `<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>Background command "npm test" completed (exit code ${code})</summary>`
    expect(lastOf([start(started), told(0)], 0)).toBe('execute! test, passed')
    expect(lastOf([start(started), told(1)], 0)).toBe('execute! test, failed')
    expect(lastOf([start(started), told(1).replace('b1', 'b2')], 0)).toBe('execute! test, end-unseen')
  })

  it('is judged by what is written to it and read from it', () => {
    const begin: Step = [
      'exec_command',
      { cmd: 'npm test' },
      'Wall time: 10 seconds\nProcess running with session ID 7\nOutput:\n',
      null,
    ]
    const wait = (output: string): Step => ['write_stdin', { session_id: 7, chars: '' }, output, null]
    expect(
      lastOf([begin, wait('Wall time: 3 seconds\nProcess exited with code 0\nOutput:\n3 passed')], 0),
    ).toBe('execute! test, passed')
    expect(
      lastOf([begin, wait('Wall time: 3 seconds\nProcess exited with code 1\nOutput:\n1 failed')], 0),
    ).toBe('execute! test, failed')
    expect(
      lastOf([begin, wait('Wall time: 3 seconds\nProcess running with session ID 7\nOutput:\n')], 0),
    ).toBe('execute! test, end-unseen')
  })

  it('is a sub-agent whose report comes later', () => {
    const task: Step = [
      'Task',
      { prompt: 'x' },
      'Async agent launched successfully.\nagentId: a7 (internal)\n',
    ]
    const calls = callsOf([
      task,
      ['TaskOutput', { task_id: 'a7' }, `<status>completed</status>\n\n<output>\n${'It works. '.repeat(40)}`],
    ])
    expect(calls[0]?.outcome?.status).toBe('passed')
  })
})

describe('any text', () => {
  it('is searched for scripts without an exception', () => {
    const paths = fc.constantFrom('package.json', 'x.ts')
    const pieces = fc.constantFrom(
      '"scripts": {',
      '"test": "jest"',
      'test:',
      '\tmake test',
      '$(X)',
      '> a@1 test\n> jest',
      '}',
    )
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((list) => list.join('\n'))
    fc.assert(
      fc.property(paths, texts, (path, text) => {
        const scripts = new ScriptWatch()
        scripts.learnFile(path, text)
        scripts.linesOf({ runner: 'npm', name: 'test' })
        expect(typeof scripts.returned(describeCall('Bash', { command: 'yarn x' }), text)).toBe('boolean')
      }),
    )
  })

  it('that makes scripts run each other ends', () => {
    const scripts: Record<string, string> = {}
    for (let at = 0; at < 30; at += 1)
      scripts[`s${at}`] = `npm run s${(at + 1) % 30} && npm run s${(at + 2) % 30}`
    expect(lastOf([shows(scripts), run('npm run s0')])).toBe('execute, passed')
  })
})
