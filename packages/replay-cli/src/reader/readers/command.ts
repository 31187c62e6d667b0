/** `command:…`: a command of the user's own, which reads the line of a page and prints an answer. */

import { type Reader, ReaderTrouble } from '../reader.js'
import { fieldOf, printedBy } from './program.js'

/** @throws ReaderTrouble where no command is named */
export function commandReader(name: string, line: string, env: NodeJS.ProcessEnv): Reader {
  if (line === '')
    throw new ReaderTrouble('command: names no command, such as command:./read-page.sh', { isFinal: true })
  return {
    name,
    where: `the command ${line}`,
    async ask(page, signal) {
      const input = `${JSON.stringify(page)}\n`
      const args = ['-c', line]
      const answer = await printedBy({ program: '/bin/sh', args, input, cwd: process.cwd(), signal, env })
      const model = fieldOf(parsed(answer), 'model')
      return { answer, model: (typeof model === 'string' ? model : name).slice(0, 100), cost: null }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
