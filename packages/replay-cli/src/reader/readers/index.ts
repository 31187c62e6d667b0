/** The readers that can be named. */

import { didYouMean } from '../../text/did-you-mean.js'
import { type Reader, ReaderTrouble } from '../reader.js'
import { claude } from './claude.js'
import { codex } from './codex.js'
import { commandReader } from './command.js'
import { gemini } from './gemini.js'
import { modelReader } from './model.js'

const asks = new Map([
  ['claude', claude],
  ['codex', codex],
  ['gemini', gemini],
])

/** The programs that people may have already. */
export const programs: readonly string[] = [...asks.keys()]

/** How readers are named, for the help. */
export const readerForms: string = [...programs, 'MODEL@URL', 'command:…'].join(', ')

/** The reader of a name. @throws ReaderTrouble where there is none, or something that it needs is missing */
export function readerNamed(name: string, env: NodeJS.ProcessEnv): Reader {
  const program = asks.get(name)
  if (program !== undefined)
    return {
      name,
      where: `the program ${name}, and by it to its provider`,
      ask: (page, signal) => program(page, signal, env),
    }
  if (name.startsWith('command:')) return commandReader(name, name.slice('command:'.length).trim(), env)
  const model = modelReader(name, env)
  if (model !== null) return model
  throw new ReaderTrouble(
    `There is no reader ${name}.${didYouMean(name, programs)} There are ${readerForms}.`,
    { isFinal: true },
  )
}
