/** The kinds of readers. Another one is another file, and a line here. */

import { didYouMean } from '../../text/did-you-mean.js'
import { type Reader, type ReaderKind, ReaderTrouble } from '../reader.js'
import { claude } from './claude.js'
import { codex } from './codex.js'
import { command } from './command.js'
import { gemini } from './gemini.js'
import { model } from './model.js'

const kinds: readonly ReaderKind[] = [claude, codex, gemini, model, command]

/** How readers are named, for the help. */
export const readerForms: string = kinds.map(({ form }) => form).join(', ')

/** The reader of a name. @throws ReaderTrouble where there is none, or something that it needs is missing */
export function readerNamed(name: string, env: NodeJS.ProcessEnv): Reader {
  for (const kind of kinds) {
    const reader = kind.named(name, env)
    if (reader !== null) return reader
  }
  const programs = kinds.map(({ form }) => form).filter((form) => /^[a-z]+$/.test(form))
  throw new ReaderTrouble(
    `There is no reader ${name}.${didYouMean(name, programs)} There are ${readerForms}.`,
    {
      isFinal: true,
    },
  )
}
