/** What an index of sessions says of one. */

import { titleOf } from '@todo-ledger/core'
import { countFindings } from '../session-view/concerns.js'
import type { ReportEntry } from '../session-view/report-data.js'
import type { SessionReplay } from '../session-view/session-replay.js'

/** The entry of a session. @param key what links name it by */
export function reportEntry(replay: SessionReplay, key: string): ReportEntry {
  const { session, profile, file, parent, ended, turns, items, audit } = replay
  return {
    key,
    session,
    title: replayTitle(replay),
    profile,
    file,
    parent,
    ended,
    turns: Math.max(0, turns.length - 1),
    items: items.length,
    verdicts: audit.summary.verdicts,
    findings: countFindings(audit),
  }
}

/** The beginning of the first input that says something. */
function replayTitle({ turns }: SessionReplay): string | null {
  for (const { events } of turns) {
    for (const { kind, text } of events) {
      const title = kind === 'input' ? titleOf(text.replace(/^[a-z]+: /, '')) : null
      if (title !== null) return title
    }
  }
  return null
}
