/**
 * Whether code that was found may run: the own rules of settings that nobody named run with the rights of whoever calls.
 * A person is asked once for each folder and content; where nobody can be asked, the option or the environment says so.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import type { Output } from '../output.js'
import { stateFolder } from '../person-folders.js'
import { someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import { appendLine } from '../written-file.js'
import { isOutside, textFound } from './found-file.js'

/** Code that a settings file names which was found. */
export interface FoundCode {
  /** The settings file. */
  readonly config: string
  /** The modules that it names. */
  readonly modules: readonly string[]
  /** Who is to read pages of the sessions: a command, or an address; undefined for nobody. */
  readonly reader: string | undefined
  /** The folder that none of them must lead out of, absolute. */
  readonly within: string
}

/** More modules than that are no rules of a project. */
const mostModules = 1000

/** What a module names that stands beside it. */
const relativeImport = /\b(?:from|import|require)\s{0,99}\(?\s{0,99}(["'])(\.{1,2}\/[^"'\n]{1,500})\1/g

/**
 * Sees to it that code runs only where it is trusted.
 * @param isTrusted true where the call says so
 * @throws Failure `not-trusted`, `not-taken`, and those of a file that can't be read
 */
export async function mustBeTrusted(
  code: FoundCode,
  isTrusted: boolean,
  { host, output }: { readonly host: Host; readonly output: Output },
): Promise<void> {
  const digest = digestOf(code)
  if (isTrusted || isTrustedFolder(code, host.env['TODO_REPLAY_TRUST'])) return
  const file = trustFile(host.env)
  if (file !== null && isKnown(file, digest)) return
  const folder = dirname(resolve(code.config))
  const does = [
    ...(code.modules.length === 0 ? [] : [`loads code: ${someOf(code.modules)}`]),
    ...(code.reader === undefined ? [] : [`has completions read by ${code.reader}`]),
  ]
  const what = `${printable(code.config)} was found, not named, and ${printable(does.join('; and '))}.`
  const isTerminal = 'isTTY' in host.stdin && host.stdin.isTTY === true && host.stderr.isTTY === true
  if (isTerminal) {
    output.message(`${what} It runs with your rights.`)
    if (await saysYes(host)) {
      if (file !== null) remember(file, `${digest} ${JSON.stringify(folder)}`, output)
      return
    }
    throw new Failure('not-trusted', 'Nothing was run. --no-config leaves these settings out.')
  }
  throw new Failure(
    'not-trusted',
    `${what} Look at it; then give --trust, or set TODO_REPLAY_TRUST to the folder (1: to every folder). --no-config leaves these settings out.`,
  )
}

/** What the folder, the settings, the modules and what they import from beside them come to. */
function digestOf({ config, modules, reader = '', within }: FoundCode): string {
  const hash = createHash('sha256')
  const open = [config, ...modules, ...filesIn(reader, within)].map((path) => resolve(path))
  const seen = new Set<string>()
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    if (seen.size > mostModules) {
      throw new Failure('not-taken', `${config}: its rules import more than ${mostModules} files.`)
    }
    const text = textFound({ file: path, within }, 'Name the rules with --rules, or give --no-config.')
    hash.update(`${JSON.stringify(path)} ${Buffer.byteLength(text)}\n${text}`)
    for (const [, , name = ''] of text.matchAll(relativeImport)) {
      const found = moduleAt(resolve(dirname(path), name))
      if (found !== null) open.push(found)
    }
  }
  hash.update(realpathSync(within))
  return hash.digest('hex')
}

/** The files of the folder that a command names. */
function filesIn(command: string, within: string): readonly string[] {
  const root = realpathSync(within)
  return command.split(/[\s"'`=:;|&<>()]+/).flatMap((word) => {
    const path = word === '' ? null : moduleAt(resolve(word))
    return path !== null && statSync(path).isFile() && !isOutside(realpathSync(path), root) ? [path] : []
  })
}

/** `require` also takes a name without its ending. What is not there fails when it is loaded. */
function moduleAt(path: string): string | null {
  for (const ending of ['', '.js', '.cjs', '.json']) {
    try {
      realpathSync(`${path}${ending}`)
      return `${path}${ending}`
    } catch {
      // It has another ending, or is not there.
    }
  }
  return null
}

/** True where the environment trusts the folder, one above it, or all. */
function isTrustedFolder({ config }: FoundCode, given = ''): boolean {
  if (given === '1') return true
  const folder = realpathSync(dirname(resolve(config)))
  return given.split(delimiter).some((each) => {
    if (each === '' || each === '0') return false
    try {
      return !isOutside(folder, realpathSync(each))
    } catch {
      return false
    }
  })
}

/** Where it is kept what a person has trusted; null where there is no place for it. */
function trustFile(env: Host['env']): string | null {
  try {
    return join(stateFolder(env), 'trusted')
  } catch {
    return null
  }
}

function isKnown(file: string, digest: string): boolean {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => line.startsWith(`${digest} `))
  } catch {
    return false
  }
}

function remember(file: string, line: string, output: Output): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    appendLine(file, line)
  } catch (error) {
    output.message(
      `It is not remembered: ${printable(error instanceof Error ? error.message : String(error))}`,
    )
  }
}

async function saysYes({ stdin, stderr }: Host): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    // The input may end without an answer.
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const answer = await Promise.race([
      lines.question('Run it, now and as long as it stays as it is? [y/N] '),
      ended,
    ])
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
