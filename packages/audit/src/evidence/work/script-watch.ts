/** Watches a session's calls for what the project's scripts run, so that `npm test` is judged by its script. */

import type { CallDescription } from '../calls/call-description.js'
import { baseName } from '../shell/arguments.js'
import {
  holdsScripts,
  lineShownBy,
  ProjectScripts,
  type ShownScripts,
  scriptsInOutput,
} from '../shell/project-scripts.js'

/** A file in a folder, without an extension or with that of a command. */
const mayBeProgram = /[\\/][\w-]{1,60}(?:\.(?:cmd|bat|exe))?$/
const managers = new Set(['npm', 'pnpm', 'yarn', 'bun'])

/** What a session has shown of the project's scripts so far. */
export class ScriptWatch {
  readonly #scripts = new ProjectScripts()

  /** The scripts shown so far. */
  get shown(): ShownScripts {
    return this.#scripts
  }

  /** Takes in what a call writes. */
  called(description: CallDescription, strings: readonly string[]): void {
    for (const { path, access } of description.files) {
      if (access === 'write' && mayBeProgram.test(path)) this.#scripts.learnProgram(path)
      if (access === 'write' && holdsScripts(path))
        for (const text of strings) this.#scripts.learnFile(path, added(text))
    }
  }

  /** Takes in what a call showed. True where it showed what its own scripts run, so that it is to be described anew. */
  returned(description: CallDescription, output: string): boolean {
    for (const { path, access } of description.files) {
      if (access === 'read' && holdsScripts(path)) this.#scripts.learnFile(path, output)
    }
    const manager = description.commands.find((command) => managers.has(command.program))
    return manager !== undefined && this.#learnOutput(manager.words, output)
  }

  #learnOutput(words: readonly string[], output: string): boolean {
    let learned = false
    for (const [name, line] of scriptsInOutput(output)) {
      this.#learn(name, line)
      learned = true
    }
    const program = baseName(words[0] ?? '')
    if (learned || (program !== 'yarn' && program !== 'bun')) return learned
    const line = lineShownBy(output)
    const name = words.slice(1).find((word) => word !== 'run' && !word.startsWith('-'))
    if (line === null || name === undefined) return false
    this.#learn(name, line)
    return true
  }

  /** What a run itself showed is newer than any file that was read before. */
  #learn(name: string, line: string): void {
    this.#scripts.learnRun({ runner: 'npm', name }, line)
  }
}

/** A patch's added lines; any other text as it is. */
function added(text: string): string {
  if (!text.includes('*** Begin Patch') && !text.startsWith('--- ')) return text
  return text
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n')
}
