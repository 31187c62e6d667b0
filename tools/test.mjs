// npm test: sets up, runs every check, and says at the end what failed.
// Arguments go to vitest: npm test -- packages/core
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment, program, readJson, root, setUp } from './set-up.mjs'

if (setUp()) test()
else process.exitCode = 3

function test() {
  const counts = { passed: 0, failed: 0 }
  const steps = {
    'format and lint': () => check(program('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'),
    'import direction': () => check(program('dependency-cruiser', 'depcruise'), 'packages/*/src'),
    'unused code': () => check(program('knip', 'knip')),
    'JSON Schemas': () => check(join(root, 'tools', 'write-schemas.mjs'), '--check'),
    'types of the page': () => check(program('typescript', 'tsc'), '-p', 'packages/report-page'),
    'types of the tests': () => check(program('typescript', 'tsc'), '-p', 'tsconfig.test.json'),
    tests: () => runTests(counts),
    packages: () => check(join(root, 'tools', 'check-packages.mjs')),
  }
  const failed = Object.keys(steps).filter((name) => !step(name, steps[name]))
  if (failed.length > 0) say(`failed: ${failed.join(', ')}`)
  say(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

/** Runs one step and says what came of it, with its output where it failed. */
function step(name, run) {
  const begin = performance.now()
  const { ok, output } = run()
  say(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
  if (!ok && output) say(output.trim())
  return ok
}

function check(file, ...args) {
  const { status, stdout, stderr, error } = node([file, ...args], 'pipe')
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}` }
}

/** Vitest reports to the terminal as it goes; the numbers come from its JSON. */
function runTests(counts) {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const colour = process.stdout.isTTY ? [] : ['--no-color']
  const args = [...reporters, ...colour, ...process.argv.slice(2)]
  const { status } = node([program('vitest', 'vitest'), 'run', ...args], 'inherit')
  if (existsSync(report)) count(readJson(report), counts)
  // What fails outside any test, such as an unhandled rejection, is in no count.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  rmSync(folder, { recursive: true })
  return { ok: status === 0 }
}

function count(report, counts) {
  counts.passed = report.numPassedTests
  // A file that fails to load, or whose hooks fail, has no failed test: it counts as one.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  counts.failed = report.numFailedTests + brokenFiles.length
}

function node(args, output) {
  return spawnSync(process.execPath, args, {
    cwd: root,
    env: childEnvironment(),
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', output, output],
  })
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
