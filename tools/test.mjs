// npm test: sets up, runs every check, and says at the end what failed. Other arguments go to vitest:
//   npm test -- packages/core    tests of one folder or file
//   npm test -- --long           also tests that start many processes or a browser, and more random inputs
//   TEST_SEED=42 npm test        other random inputs
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment, program, readJson, root, setUp } from './set-up.mjs'

const words = process.argv.slice(2).filter((word) => word !== '--long')
const isLong = process.argv.includes('--long')
const environment = { ...childEnvironment(), ...(isLong ? { TODO_LEDGER_TESTS: 'long' } : {}) }

if (setUp()) await test()
else process.exitCode = 3

async function test() {
  const checks = {
    'format and lint': [program('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
    'import direction': [program('dependency-cruiser', 'depcruise'), 'packages/*/src'],
    'unused code': [program('knip', 'knip')],
    'types of the tests': [program('typescript', 'tsc'), '-p', 'tsconfig.test.json'],
    'types of the client': [program('typescript', 'tsc'), '-p', 'examples/client'],
    'types of the page': [program('typescript', 'tsc'), '-p', 'packages/report-page'],
    // What is published: it changes with package.json alone.
    ...(isLong ? { packages: [join(root, 'tools', 'check-packages.mjs')] } : {}),
  }
  const failed = []
  const step = async (name, run) => {
    const begin = performance.now()
    const { status, output } = await run()
    const isOk = status === 0
    console.log(
      `${isOk ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`,
    )
    if (isOk) return
    failed.push(name)
    if (output) console.log(output.trim())
  }
  const waiting = Object.entries(checks)
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, check] = next
      await step(name, () => node(check, 'pipe'))
    }
  }
  await Promise.all([lane(), lane()])
  const counts = { passed: 0, failed: 0 }
  await step('tests', () => runTests(counts))
  if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

/** Vitest reports to the terminal as it goes; the numbers come from its JSON. */
async function runTests(counts) {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const colour = process.stdout.isTTY ? [] : ['--no-color']
  const { status } = await node(
    [program('vitest', 'vitest'), 'run', ...reporters, ...colour, ...words],
    'inherit',
  )
  if (existsSync(report)) count(readJson(report), counts)
  // What fails outside any test, such as an unhandled rejection, is in no count.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  rmSync(folder, { recursive: true })
  return { status }
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
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', output, output],
  })
  return new Promise((resolve) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
    child.on('error', (error) => resolve({ status: null, output: error.message }))
    child.on('close', (status) => resolve({ status, output: text }))
  })
}
