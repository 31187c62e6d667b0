// Installs and builds, and skips what is already done. Says what it does on standard error alone,
// so that standard output belongs to the program.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = [20, 19]
const pageFolder = join(root, 'packages', 'report-page')
const server = join(root, 'packages', 'server')
const replayCli = join(root, 'packages', 'replay-cli')
/** The pages, how each is built, and where to: that of `todo-replay report`, and the live one of `todo-ledger serve`. */
const pages = [
  { config: 'vite.config.ts', files: ['replay-cli/page/page.js', 'replay-cli/page/page.css'] },
  { config: 'vite.live.config.ts', files: ['server/page/live.js', 'server/page/live.css'] },
]
const stamps = join(root, 'node_modules', '.todo-ledger-set-up')

/** Installs and builds where something changed since the last time. Says why where it fails; never throws. */
export function setUp() {
  try {
    return nodeIsNewEnough() && install() && build() && buildClient() && buildPages() && bundleProgram()
  } catch (error) {
    return fail(`The set-up failed: ${error}`)
  }
}

/** The JavaScript file behind a program of a package that `from` installs, so that no shell is needed to run it. @param {string} packageName @param {string} name */
export function program(packageName, name, from = root) {
  const folder = join(from, 'node_modules', packageName)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** The folders of the workspace's packages. */
export function packageFolders() {
  const packages = join(root, 'packages')
  return readdirSync(packages)
    .map((name) => join(packages, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
}

/** @param {string} file */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The environment for child processes: npm hands down this project's `loglevel=silent`, which would hide their errors. */
export function childEnvironment() {
  const { NODE_ENV: _, ...environment } = process.env // pnpm leaves out what we build with when it says production
  return { ...environment, npm_config_loglevel: 'error' }
}

function nodeIsNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return true
  return fail(`Node.js ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`)
}

function install() {
  const folders = [root, ...packageFolders()]
  const inputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'].map((name) => join(root, name))
  inputs.push(...folders.map((folder) => join(folder, 'package.json')))
  const stamp = hash([process.version, process.platform, process.arch], inputs)
  const linked = folders.every((folder) => existsSync(join(folder, 'node_modules')))
  if (linked && isStamped('install', stamp)) return true

  say('Installing the dependencies …')
  const pnpm = readJson(join(root, 'package.json')).packageManager.split('+')[0]
  const args = ['install', '--frozen-lockfile', '--prod=false', '--loglevel=error']
  const { status, output } = run('npx', ['-y', pnpm, ...args])
  if (status !== 0) {
    const reason = output.replace(/^npm error +at .*\n/gm, '') // npm prints where in npm
    return fail(
      `${reason}\nInstalling with ${pnpm} failed; it needs the npm registry. The reason stands above.`,
    )
  }
  writeStamp('install', stamp)
  return true
}

function build() {
  const folders = packageFolders().filter((folder) => folder !== pageFolder) // its code is bundled, not compiled
  const sources = folders.flatMap(sourcesOf)
  const settings = [root, ...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => join(folder, name)),
  )
  const compiler = readJson(join(root, 'node_modules', 'typescript', 'package.json')).version
  const stamp = hash([compiler], [...settings, ...sources])
  const outputs = folders.flatMap(outputsOf)
  const missing = outputs.some((file) => !existsSync(file))
  if (!missing && isStamped('build', stamp)) return true

  say('Building …')
  removeStaleOutputs(folders, new Set(outputs))
  // The compiler's own record doesn't notice that an output was deleted.
  const args = missing ? ['-b', '--force'] : ['-b']
  const { status, output } = run(process.execPath, [program('typescript', 'tsc'), ...args])
  if (status !== 0) return fail(`${output}\nThe build failed.`)
  writeStamp('build', stamp)
  return true
}

/** Builds the client of the server, typed by what the built server says of itself. */
function buildClient() {
  const folder = join(server, 'client')
  const own = ['client.ts', 'describe.mjs', 'tsconfig.json'].map((name) => join(folder, name))
  const inputs = [join(root, 'pnpm-lock.yaml'), ...own, ...sourcesOf(server)]
  return make('client', inputs, [join(folder, 'dist', 'client.js')], 'the client', [
    [join(folder, 'describe.mjs')],
    [program('typescript', 'tsc'), '-p', folder],
  ])
}

/** Builds the pages into the packages that give them out. */
function buildPages() {
  const settings = ['package.json', 'tsconfig.json', ...pages.map(({ config }) => config)]
  const sources = [
    join(pageFolder, 'src'),
    ...['session-view', 'text'].map((name) => join(replayCli, 'src', name)),
    join(root, 'packages', 'core', 'src'), // the live page folds events
  ]
  const inputs = [
    ...settings.map((name) => join(pageFolder, name)),
    ...sources.flatMap((folder) => filesIn(folder)),
  ]
  const outputs = pages.flatMap(({ files }) => files).map((file) => join(root, 'packages', file))
  const vite = [program('vite', 'vite', pageFolder), 'build', pageFolder, '--config']
  const commands = pages.map(({ config }) => [...vite, join(pageFolder, config)])
  return make('page', inputs, outputs, 'the pages', commands)
}

/** Makes the one bundle that `todo-replay` is. */
function bundleProgram() {
  const bundler = join(root, 'tools', 'bundle-program.mjs')
  const folders = packageFolders().filter((folder) => folder !== pageFolder)
  const inputs = [join(root, 'pnpm-lock.yaml'), bundler]
  inputs.push(...folders.flatMap((folder) => [join(folder, 'package.json'), ...sourcesOf(folder)]))
  return make('program', inputs, [join(replayCli, 'program', 'main.js')], 'the program', [[bundler]])
}

/** Runs what makes the outputs, unless they are there and the inputs are as they were. @param {string} name @param {string[]} inputs @param {string[]} outputs @param {string} title @param {string[][]} commands */
function make(name, inputs, outputs, title, commands) {
  const stamp = hash([process.version], inputs)
  if (outputs.every((file) => existsSync(file)) && isStamped(name, stamp)) return true
  say(`Building ${title} …`)
  for (const args of commands) {
    const { status, output } = run(process.execPath, args)
    if (status !== 0) return fail(`${output}\nBuilding ${title} failed.`)
  }
  writeStamp(name, stamp)
  return true
}

/** What a package is built from: the tests beside its sources are not. @param {string} folder */
function sourcesOf(folder) {
  return filesIn(join(folder, 'src')).filter((file) => !file.endsWith('.test.ts'))
}

/** The JavaScript files that a package's sources compile to. @param {string} folder */
function outputsOf(folder) {
  return sourcesOf(folder)
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => join(folder, 'dist', relative(join(folder, 'src'), file).replace(/\.tsx?$/, '.js')))
}

/** What is left of a source that was renamed or removed would still be imported and shipped. @param {readonly string[]} folders @param {ReadonlySet<string>} outputs */
function removeStaleOutputs(folders, outputs) {
  for (const folder of folders) {
    for (const file of filesIn(join(folder, 'dist'))) {
      const output = file.replace(/(\.d\.ts|\.js)(\.map)?$/, '.js')
      if (output.endsWith('.js') && !outputs.has(output)) rmSync(file)
    }
  }
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** @param {readonly string[]} words @param {readonly string[]} files */
function hash(words, files) {
  const sum = createHash('sha256').update(JSON.stringify(words))
  for (const file of files)
    sum.update(JSON.stringify([file.slice(root.length), readFileSync(file, 'base64')]))
  return sum.digest('hex')
}

/** @param {string} name @param {string} stamp */
function isStamped(name, stamp) {
  const file = join(stamps, name)
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/** @param {string} name @param {string} stamp */
function writeStamp(name, stamp) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), stamp)
}

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const shell = process.platform === 'win32' && command === 'npx' // npx is a batch file there
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: childEnvironment(),
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, output: error ? `${command}: ${error.message}` : `${stdout}${stderr}`.trim() }
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`)
}

/** @param {string} text */
function fail(text) {
  say(text.trim())
  return false
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = setUp() ? 0 : 3
