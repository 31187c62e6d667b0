/** What was found out of recorded files before, as far as it still holds. */

import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { FileProjects } from '@todo-ledger/recordings/agents'
import { cacheFolder } from '../../cache/cache-folder.js'
import { type FileStamp, fileStamp } from '../../cache/file-stamp.js'
import { LineCache } from '../../cache/line-cache.js'
import { programIdentity } from '../../cache/program-identity.js'
import { type BesideFinder, besideFinder } from '../../sources/beside.js'
import type { Environment } from '../../text/style.js'
import type { BesideFacts, FileOverview, OverviewRead, OverviewSetup } from './session-overview.js'

/** What is kept of a file. It holds for as long as all marks are the same, and no others stand beside it. */
interface Entry {
  readonly marks: readonly string[]
  readonly beside: BesideFacts
  readonly overview: FileOverview
  /** Null where the file alone does not say. */
  readonly projects: FileProjects | null
}

/** What is known of a file. */
export interface KnownFile {
  /** What it says of its sessions. */
  readonly overview: FileOverview
  /** Where they were begun, where the file alone says so. */
  readonly projects: FileProjects | null
}

/** Overviews of files, kept over runs. */
export class OverviewCache {
  readonly #lines: LineCache<Entry>
  /** The files as they were when they were asked for, before they were read. */
  readonly #asked = new Map<string, FileStamp>()
  readonly #findBeside = besideFinder()

  /** @param env says where it is; null: nothing is kept. @param setup how files are read */
  constructor(env: Environment | null, setup: OverviewSetup) {
    const restsOn = createHash('sha256').update(programIdentity()).update(serialize(setup)).digest('hex')
    this.#lines = new LineCache({ folder: env === null ? null : cacheFolder(env), kind: 'sessions', restsOn })
  }

  /** What is known of a file; null where it, or what stands beside it, is no longer what it was. */
  async known(file: string): Promise<KnownFile | null> {
    const stamp = await fileStamp(file)
    if (stamp === null) return null
    this.#asked.set(file, stamp)
    const entry = this.#lines.get(file)
    if (entry === undefined || entry.marks[0] !== stamp.mark) return null
    const { beside, overview, projects } = entry
    for (const [index, path] of beside.files.entries()) {
      if ((await fileStamp(path))?.mark !== entry.marks[index + 1]) return null
    }
    return (await standsAsBefore(file, beside, this.#findBeside)) ? { overview, projects } : null
  }

  /** Keeps what was read of a file, where it and its sub-agents' files stayed as they were, and it is worth it. */
  keep(file: string, { overview, beside, stamps }: OverviewRead, projects: FileProjects | null): void {
    const isLasting = overview.troubles.every(({ kind }) => kind === 'no-session')
    if (stamps === null || !isLasting || stamps[0]?.mark !== this.#asked.get(file)?.mark) return
    this.#lines.set(file, { marks: stamps.map(({ mark }) => mark), beside, overview, projects })
  }

  /** Writes what is to be kept. @param files all files that there are */
  close(files: readonly string[]): void {
    const all = new Set(files)
    this.#lines.close((file) => all.has(file))
  }
}

async function standsAsBefore(file: string, beside: BesideFacts, find: BesideFinder): Promise<boolean> {
  const { format, children, files } = beside
  const sessions = new Set(beside.sessions)
  const found = await find({ file, format, sessions, children: new Set(children) })
  return found.length === files.length && found.every((path) => files.includes(path))
}
