// npm run trial -- mutants: Stryker changes the code in small ways, one at a time; each that no test tells is a test that is
// missing, or code that is. Stryker is installed from npm, once on a machine: it is too large to be a dependency.
//   npm run trial -- mutants rules decide    these parts alone
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
const audit = 'packages/audit/src'
const parts = {
  rules: [`${core}/rules/**/*.ts`],
  reducer: [`${core}/reducer.ts`, `${core}/reducer/**/*.ts`],
  decide: [`${core}/decide.ts`],
  profiles: [`${core}/profiles/**/*.ts`],
  supervisor: [`${core}/supervisor/**/*.ts`],
  audit: [
    ...sampled(`${audit}/rules`, 6, 'defineAuditRule({'),
    ...sampled(`${audit}/facts/outcomes`, 2),
    ...sampled(`${audit}/facts/calls`, 2),
    `${audit}/why.ts`,
  ],
}
/** The score that a part is held to; the audit is only sampled. */
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
    const width = Math.max(...reports.flatMap(({ files }) => files.map(({ name }) => name.length))) + 2
    process.stdout.write(`\n${' '.repeat(width)}  score   killed  survived  not run\n`)
    for (const { part, files, ...all } of reports)
      for (const each of [
        { name: part, ...all },
        ...files.map(({ name, ...own }) => ({ name: `  ${name}`, ...own })),
      ])
        process.stdout.write(`${lineOf(each, width)}\n`)
    if (values.survivors)
      for (const { survivors } of reports) for (const line of survivors) process.stdout.write(`\n${line}\n`)
    const short = reports.filter(({ part, score }) => score < (goals[part] ?? 0))
    process.exitCode = short.length === 0 ? 0 : 1
  }
}

/** So many files of a folder, drawn by the digests of their names: the same in every run. @param has what a file must hold */
function sampled(folder, count, has = '') {
  const draw = (file) => createHash('sha256').update(file).digest('hex')
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .toSorted((one, other) => (draw(one) < draw(other) ? -1 : 1))
    .map((file) => `${folder}/${file}`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(has))
    .slice(0, count)
}

function install() {
  const folder = join(tmpdir(), `todo-ledger-mutants-${version}`)
  const done = join(folder, 'installed')
  if (existsSync(done)) return withOwnVitest(folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', ...packages]
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) return null
  writeFileSync(done, '')
  return withOwnVitest(folder)
}

/** Its runner must drive the Vitest that the tests are written for, which is another in each checkout. */
function withOwnVitest(folder) {
  const link = join(folder, 'node_modules/vitest')
  rmSync(link, { recursive: true, force: true })
  symlinkSync(join(root, 'node_modules/vitest'), link)
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
  return {
    part,
    ...counted(mutants),
    files: Object.keys(files).map((name) => ({
      name,
      ...counted(mutants.filter(({ file }) => file === name)),
    })),
    survivors: mutants.filter(isMissed).map(describe),
  }
}

function counted(mutants) {
  const count = (has) => mutants.filter(has).length
  const told = count(isTold)
  const missed = count(isMissed)
  const ignored = count(({ status }) => status === 'Ignored')
  return { told, missed, ignored, score: (100 * told) / (told + missed) }
}

// One that ran until the clock stopped it may only be slow, as everything is on a busy machine: that tells nothing.
function isTold({ status, statusReason = '' }) {
  return status === 'Killed' || (status === 'Timeout' && statusReason.startsWith('Hit limit'))
}

function isMissed(mutant) {
  return ['Survived', 'NoCoverage', 'Timeout'].includes(mutant.status) && !isTold(mutant)
}

function describe({ file, source, location: { start, end }, mutatorName, replacement, status }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return `${file}:${start.line}:${start.column} ${mutatorName} ${status}\n- ${lines.join('\n- ')}\n+ ${replacement}`
}

function lineOf({ name, score, told, missed, ignored }, width) {
  return `${name.padEnd(width)}${score.toFixed(1).padStart(5)} %  ${String(told).padStart(6)}  ${String(missed).padStart(8)}  ${String(ignored).padStart(7)}`
}
