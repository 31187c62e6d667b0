// npm run trial -- NAME [options]: what is tried at length. Without a name it lists the trials; NAME --help says more of one.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childEnvironment, setUp } from '../tools/set-up.mjs'

const scriptOf = (/** @type {string} */ name) => fileURLToPath(new URL(`${name}/run.mjs`, import.meta.url))
const trials = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => name !== 'bench' && existsSync(scriptOf(name)),
)

const [name, ...words] = process.argv.slice(2)
if (name === undefined || !trials.includes(name)) {
  process.stderr.write(`Name a trial: npm run trial -- crash\n\n${trials.map(described).join('\n')}\n`)
  process.exitCode = 2
} else if (words.includes('--help')) process.stdout.write(`${headOf(name)}\n`)
else if (setUp()) {
  const script = [scriptOf(name), ...words]
  process.exitCode =
    spawnSync(process.execPath, script, { env: childEnvironment(), stdio: 'inherit' }).status ?? 1
} else process.exitCode = 3

/** The comment that a trial's script begins with, without its marks. @param {string} trial */
function headOf(trial) {
  const script = readFileSync(scriptOf(trial), 'utf8')
  const [comment = ''] = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(script) ?? []
  return comment.replaceAll(/^(?:\/\*\*| \*\/| \*|\/\/) ?/gm, '').trim()
}

/** Its first sentence. @param {string} trial */
function described(trial) {
  const head = headOf(trial)
    .replaceAll('\n', ' ')
    .replace(/^npm run trial -- \S+: /, '')
  return `${trial.padEnd(12)} ${/^.*?[.:](?=\s|$)/.exec(head)?.[0].slice(0, -1) ?? ''}`
}
