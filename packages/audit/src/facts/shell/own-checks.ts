/** Check commands that people name themselves: which commands of a shell line they are. */

import { HostError } from '@todo-ledger/core'
import type { CheckKind, CommandUse } from '../calls/call.js'
import { interpreterOf } from './interpreters.js'
import { parseShell } from './syntax.js'
import { nothing } from './uses.js'
import { baseName, filesAmong, isOption } from './words.js'
import { unwrap } from './wrappers.js'

/** An own check: a command that runs something which can fail on the work. */
export interface OwnCheck {
  /** The command's words, such as `make acceptance`; options between and behind them are passed over. */
  readonly command: string
  /** What kind of check it is; `deploy` brings something out and verifies nothing. */
  readonly kind: CheckKind
}

/** Own check commands, ready to be recognised. */
export class OwnChecks {
  readonly #checks: readonly { readonly words: readonly string[]; readonly kind: CheckKind }[]

  /** @throws HostError `bad-own-check` where one is not one simple command */
  constructor(checks: readonly OwnCheck[] = []) {
    this.#checks = checks.map(({ command, kind }) => ({ words: wordsOfCommand(command), kind }))
  }

  /** What a command is where it is one of them, the first that fits; else null. Wrappers are taken off already. */
  useOf(words: readonly string[]): CommandUse | null {
    // `bash scripts/accept.sh` runs scripts/accept.sh.
    const file = interpreterOf(baseName(words[0] ?? '').toLowerCase()) === null ? [] : words.slice(1)
    const found = this.#checks.find((own) => standsIn(own.words, words) || standsIn(own.words, file))
    if (found === undefined) return null
    const { kind } = found
    return {
      ...nothing,
      effect: 'execute',
      checks: [kind],
      declared: true,
      verify: kind !== 'deploy',
      files: filesAmong(words),
    }
  }
}

/** None. */
export const noOwnChecks = new OwnChecks()

function wordsOfCommand(command: string): readonly string[] {
  const [pipeline, ...others] = parseShell(command)
  const stage = pipeline?.stages.length === 1 ? pipeline.stages[0] : undefined
  const words = stage?.kind === 'command' && others.length === 0 ? unwrap(stage.words).words : []
  if (words.length > 0) return words
  throw new HostError(
    'bad-own-check',
    `A check must be one command, such as "make acceptance", without pipes, && and quoted scripts; got ${JSON.stringify(command.slice(0, 200))}.`,
  )
}

/** True where the command is the own one: its program first, then its words in order, options passed over. */
function standsIn([program = '', ...own]: readonly string[], words: readonly string[]): boolean {
  const path = (word: string) => word.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const [first = ''] = words
  // A program by its bare name is the same in any folder; one that is named by a path must end in that path.
  if (
    !(program.includes('/') ? `/${path(first)}`.endsWith(`/${path(program)}`) : baseName(first) === program)
  )
    return false
  let at = 1
  for (const word of own) {
    const fits = () => path(word) === path(words[at] ?? '')
    // An option may take the word behind it as its value: `make -C app acceptance`.
    while (at < words.length && !fits() && [at, at - 1].some((index) => isOption(words[index] ?? ''))) at += 1
    if (at >= words.length || !fits()) return false
    at += 1
  }
  return true
}
