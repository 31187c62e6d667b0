/** What a page's index says of a session. */

import { shortened } from '../replay/shortened.js'
import { countFindings } from '../session-view/concerns.js'
import type { ReportEntry } from '../session-view/report-data.js'
import type { SessionReplay } from '../session-view/session-replay.js'

/** As many UTF-16 units of the first input name a session. */
const titleLimit = 120

/** Makes the entries of an index; two sessions of one id get two keys. */
export class ReportEntries {
  readonly #keys = new Set<string>()

  /** The entry of the next session. */
  next(replay: SessionReplay): ReportEntry {
    const { session, profile, file, parent, began, turns, items, audit } = replay
    return {
      key: this.#keyOf(session),
      session,
      title: titleOf(replay),
      profile,
      file,
      parent,
      began,
      turns: Math.max(0, turns.length - 1),
      items: items.length,
      verdicts: audit.summary.verdicts,
      findings: countFindings(audit),
    }
  }

  #keyOf(session: string): string {
    let key = session
    for (let number = 2; this.#keys.has(key); number += 1) key = `${session} (${number})`
    this.#keys.add(key)
    return key
  }
}

/** The beginning of the first input, in one line. */
function titleOf({ turns }: SessionReplay): string | null {
  for (const { events } of turns) {
    for (const { kind, text } of events) {
      if (kind !== 'input') continue
      const said = text
        .replace(/^[a-z]+: /, '')
        .replace(/<[^<>]{1,200}>/g, ' ') // agents wrap what a person typed in tags of their own
        .replace(/\s+/g, ' ')
        .trim()
      if (said !== '') return shortened(said, titleLimit)
    }
  }
  return null
}
