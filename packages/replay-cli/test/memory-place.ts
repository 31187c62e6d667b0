/** A folder in which the program runs in this process: quicker than a process for each call. */

import { type MemoryHostOptions, runInMemory } from './memory-host.js'
import { type ProgramRun, Workplace } from './run-program.js'

/** As `Workplace`, for the commands that need no process of their own. The test file's process moves into the folder. */
export class MemoryPlace extends Workplace {
  constructor() {
    super()
    process.chdir(this.folder)
  }

  /** Runs the program with these words, in the folder. A word in single quotes may hold spaces. */
  override async run(words: string, options: MemoryHostOptions = {}): Promise<ProgramRun> {
    process.chdir(this.folder)
    const argv = [...words.matchAll(/'([^']*)'|[^ ']+/g)].map(([word, quoted]) => quoted ?? word)
    return runInMemory(argv, options)
  }
}
