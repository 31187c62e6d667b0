/** `command:…`: a command of the user's own, which reads the line of a page and prints an answer. */

import { type ReaderKind, ReaderTrouble } from '../reader.js'
import { fieldOf, runProgram } from './run-program.js'

const prefix = 'command:'

/** The kind of reader. */
export const command: ReaderKind = {
  form: 'command:…',
  named(name, env) {
    if (!name.startsWith(prefix)) return null
    const line = name.slice(prefix.length).trim()
    if (line === '')
      throw new ReaderTrouble('command: names no command, such as command:./read-page.sh', { isFinal: true })
    return {
      name,
      where: `the command ${line}`,
      async ask(page, signal) {
        const input = `${JSON.stringify(page)}\n`
        const words = () => ['-c', line]
        const cwd = process.cwd()
        const answer = await runProgram({ program: '/bin/sh', words, input, cwd, signal, env, missing: '' })
        const model = fieldOf(parsed(answer), 'model')
        return {
          answer,
          model: typeof model === 'string' ? model.slice(0, 100) : name.slice(0, 100),
          cost: null,
        }
      },
    }
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
