// npm run test:mutants: Stryker changes the code in small ways, one at a time; each that no test tells is a test that is
// missing, or code that is. Stryker is installed from npm, once on a machine: it is too large to be a dependency.
//   npm run test:mutants -- rules decide    these parts alone
//   --survivors                             print what survived
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, setUp } from '../../tools/set-up.mjs'

const version = '9.6.1'
const core = 'packages/core/src'
const auditRules = 'packages/audit/src/rules'
const parts = {
  rules: [`${core}/rules/**/*.ts`],
  reducer: [`${core}/reducer.ts`, `${core}/reducer/**/*.ts`],
  decide: [`${core}/decide.ts`, `${core}/decide/**/*.ts`],
  profiles: [`${core}/profiles/**/*.ts`],
  supervisor: [`${core}/supervisor/**/*.ts`],
  audit: sampled(auditRules, 6).map((file) => `${auditRules}/${file}`),
}
/** The score that a part is held to; the audit's rules are only looked at. */
const goals = { rules: 90, reducer: 90, decide: 90, profiles: 90, supervisor: 90 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { survivors: { type: 'boolean', default: false } },
})
const chosen = positionals.length === 0 ? Object.keys(parts) : positionals
const unknown = chosen.filter((part) => !Object.hasOwn(parts, part))

if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.\n`)
  process.exitCode = 2
} else if (!setUp()) process.exitCode = 3
else {
  const folder = install()
  if (folder === null) {
    process.stderr.write(`NOTHING WAS TRIED: npm did not install @stryker-mutator/core@${version}.\n`)
    process.exitCode = 2
  } else {
    const reports = chosen.map((part) => mutate(part, folder))
    process.stdout.write(`\n${'part'.padEnd(12)}score   killed  survived  not run\n`)
    for (const report of reports) process.stdout.write(`${lineOf(report)}\n`)
    if (values.survivors)
      for (const { survivors } of reports) for (const line of survivors) process.stdout.write(`\n${line}\n`)
    const short = reports.filter(({ part, score }) => score < (goals[part] ?? 0))
    process.exitCode = short.length === 0 ? 0 : 1
  }
}

/** So many files of a folder, the same in every run. */
function sampled(folder, count) {
  const draw = (file) => createHash('sha256').update(file).digest('hex')
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .toSorted((one, other) => (draw(one) < draw(other) ? -1 : 1))
    .slice(0, count)
}

function install() {
  const folder = join(tmpdir(), `todo-ledger-mutants-${version}`)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', ...packages]
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) return null
  // Its runner must drive the Vitest that the tests are written for.
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
  writeFileSync(done, '')
  return folder
}

function mutate(part, folder) {
  const reportFile = join(folder, `${part}-report.json`)
  const config = {
    plugins: [join(folder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: parts[part],
    coverageAnalysis: 'perTest',
    // What is read once, when a module is loaded: a run of its own for each, and mostly texts.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: join(folder, `${part}-incremental.json`),
    concurrency: 1,
    timeoutMS: 20_000,
    disableTypeChecks: false,
    allowEmpty: false,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: reportFile },
    tempDirName: join(folder, 'sandboxes'),
    cleanTempDir: 'always',
    warnings: false,
    ignorePatterns: [
      ...['/*', '!/packages', '/packages/*', '!/packages/core', '!/packages/audit'],
      ...[
        '!/test',
        '/test/*',
        '!/test/random.ts',
        '!/test/mutants',
        '!/package.json',
        '!/tsconfig.base.json',
      ],
    ],
  }
  const configFile = join(folder, `${part}.json`)
  writeFileSync(configFile, JSON.stringify(config))
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { status } = spawnSync(process.execPath, [stryker, 'run', configFile], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CI: '1', TODO_LEDGER_TESTS: 'mutants', MUTANTS_OF: part },
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status}: ${part} was not looked at.`)
  return readReport(part, JSON.parse(readFileSync(reportFile, 'utf8')))
}

function readReport(part, { files }) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  )
  const count = (has) => mutants.filter(has).length
  // One that ran until the clock stopped it may only be slow, as everything is on a busy machine: that tells nothing.
  const isTold = ({ status, statusReason = '' }) =>
    status === 'Killed' || (status === 'Timeout' && statusReason.startsWith('Hit limit'))
  const isMissed = (mutant) =>
    ['Survived', 'NoCoverage', 'Timeout'].includes(mutant.status) && !isTold(mutant)
  const told = count(isTold)
  const missed = count(isMissed)
  return {
    part,
    told,
    missed,
    ignored: count(({ status }) => status === 'Ignored'),
    score: (100 * told) / (told + missed),
    survivors: mutants.filter(isMissed).map(describe),
  }
}

function describe({ file, source, location: { start, end }, mutatorName, replacement, status }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return `${file}:${start.line}:${start.column} ${mutatorName} ${status}\n- ${lines.join('\n- ')}\n+ ${replacement}`
}

function lineOf({ part, score, told, missed, ignored }) {
  return `${part.padEnd(12)}${score.toFixed(1)} %  ${String(told).padStart(6)}  ${String(missed).padStart(8)}  ${String(ignored).padStart(7)}`
}
