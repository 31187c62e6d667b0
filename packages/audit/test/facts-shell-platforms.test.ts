import { describe, expect, it } from 'vitest'
import { describeCall } from '../src/facts/calls/describe.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'
import { describeShell } from '../src/facts/shell/line.js'

/** `effect checks files written` of a line of one command. */
function useOf(line: string): string {
  const [command] = describeShell(line)
  if (command === undefined) return ''
  const written = command.files.filter(({ access }) => access === 'write').map(({ path }) => path)
  return [command.effect, command.checks.join('+'), ...written].filter((part) => part !== '').join(' ')
}

describe('engines, devices, settings and benchmarks', () => {
  const byUse: { readonly [use: string]: readonly string[] } = {
    'execute test': [
      'godot --headless -s addons/gut/gut_cmdln.gd -gexit',
      'godot4 --headless --script res://tests/run_tests.gd',
      'Unity -batchmode -runTests -projectPath .',
      './gradlew connectedAndroidTest',
      'xcodebuild test -scheme App',
      'flutter test',
      'k6 run load.js',
      'cargo bench',
    ],
    'execute test+run': ['go test -run xxx -bench Insert ./...', 'go test -bench=. -run=^$ ./...'],
    'execute build': [
      'go test -run xxx ./...',
      'godot --headless --export-release Linux out/game',
      'gem build a.gemspec',
    ],
    'execute run': ['godot --path .', 'adb shell am start -n a.b', 'hyperfine ./a'],
    'execute probe': ['wrk -t2 http://localhost:1', 'ab -n 9 http://localhost/'],
    'execute database': ['pgbench -c 4 shop'],
    read: [
      'adb devices',
      'adb -s emu logcat',
      'flutter emulators',
      'kubectl get pods',
      'docker ps',
      'systemctl status web',
      'tar tf a.tgz',
      'jar tf a.jar',
      'gem contents rake',
    ],
    'write Info.plist': [],
    'execute deploy': ['make staging', 'make preprod'],
  }
  const rows = Object.entries(byUse).flatMap(([use, lines]) => lines.map((line) => [line, use] as const))
  it.each(rows)('%s: %s', (line, use) => {
    expect(useOf(line)).toBe(use)
  })
})

describe('how they came out', () => {
  const table: readonly (readonly [string, boolean | null, string, string])[] = [
    [
      'godot --headless -s addons/gut/gut_cmdln.gd | tail -5',
      true,
      'Tests           2\nPassing Tests   1\nFailing Tests   1',
      'failed',
    ],
    ['godot --headless -s addons/gut/gut_cmdln.gd | tail -5', true, 'Tests   2\nPassing Tests   2', 'passed'],
    [
      'pytest -q',
      null,
      "Chunk ID: 1\nProcess exited with code 4\nOutput:\nE   ModuleNotFoundError: No module named 'x'",
      'failed',
    ],
    ['pytest -q', null, 'Chunk ID: 1\nProcess exited with code 1\nOutput:\n1 failed in 0.1s', 'failed'],
    ['psql shop -f a.sql', true, 'psql:a.sql:1: ERROR:  permission denied for schema public', 'failed'],
    ['psql shop -f a.sql', true, 'CREATE TABLE', 'passed'],
    ['npm outdated', false, 'Exit code 1\nPackage Current Wanted Latest', 'passed'],
    ['npm audit', false, 'Exit code 1\n1 moderate severity vulnerability', 'failed'],
  ]
  it.each(table)('%s, %s, %j: %s', (command, ok, output, status) => {
    expect(outcomeOf(describeCall('Bash', { command }), { ok, output }).status).toBe(status)
  })

  it('tells a status by its number, not by the words of the body', () => {
    const command = 'npx tsx a.ts & sleep 1; curl -s -w "%{http_code}" localhost:1/health; kill %1'
    const output = '{"error":"ECONNREFUSED"}\n503'
    expect(outcomeOf(describeCall('Bash', { command }), { ok: true, output }).reason).toBe('HTTP 503')
  })
})
