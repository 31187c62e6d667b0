/** A neutral recording as data: what a regression case is made of, and what is taken from it piece by piece. */

import type { TodoEvent } from '@todo-ledger/core'
import {
  type RecordingCall,
  type RecordingEntry,
  type RecordingHeader,
  type RecordingLine,
  RecordingLines,
  recordingLineText,
  type SubagentWork,
} from '@todo-ledger/core/recording'
import { printableJson } from '../../text/printable.js'

/** A neutral recording. */
export interface CaseRecording {
  /** Its first line. */
  readonly header: RecordingHeader
  /** Its other lines, without the end. */
  readonly entries: readonly RecordingEntry[]
}

/** How much a recording holds. */
export interface RecordingSize {
  /** Turns. */
  readonly turns: number
  /** Calls, those of sub-agents too. */
  readonly calls: number
  /** Characters of its file. */
  readonly characters: number
}

/**
 * The recording of a session's events; null where there is no first one.
 * @param childEvents the events of its sub-agents, by their sessions
 */
export function recordingOf(
  events: readonly TodoEvent[],
  childEvents: ReadonlyMap<string, readonly TodoEvent[]>,
): CaseRecording | null {
  const lines = new RecordingLines((child) => {
    const events = childEvents.get(child)
    return events === undefined ? undefined : workOf(events)
  })
  const [header, ...rest] = [...events.flatMap((event) => lines.take(event)), ...lines.finish()]
  if (header === undefined || !('recording' in header)) return null
  return { header, entries: rest.filter(isEntry) }
}

function isEntry(line: RecordingLine): line is RecordingEntry {
  return !('recording' in line) && !('end' in line)
}

/** What a sub-agent did: its calls and words, as the one line of its parent's recording holds them. */
function workOf(events: readonly TodoEvent[]): SubagentWork {
  const lines = new RecordingLines()
  const turns = [...events.flatMap((event) => lines.take(event)), ...lines.finish()].filter(
    (line) => 'turn' in line,
  )
  const texts = turns.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const calls = turns.flatMap((turn) => turn.calls ?? [])
  return { calls, ...(texts.length === 0 ? {} : { text: texts.join('\n') }) }
}

/** The recording's lines as text, each with its newline; its turns are numbered anew. */
export function textsOf({ header, entries }: CaseRecording): readonly string[] {
  let turn = 0
  const numbered = entries.map((entry) => {
    if (!('turn' in entry)) return entry
    turn += 1
    return { ...entry, turn }
  })
  return [header, ...numbered, { end: true } as const].map((line) => printableJson(recordingLineText(line)))
}

/** The calls of a line, in order. */
export function callsOf(entry: RecordingEntry): readonly RecordingCall[] {
  return 'turn' in entry || 'subagent' in entry ? (entry.calls ?? []) : []
}

/** The line with other calls; a turn that has none left says nothing of calls. */
export function withCalls(entry: RecordingEntry, calls: readonly RecordingCall[]): RecordingEntry {
  if ('subagent' in entry) return { ...entry, calls }
  if (!('turn' in entry)) return entry
  const { calls: _, ...rest } = entry
  return calls.length === 0 ? rest : { ...rest, calls }
}

/** How much a recording holds. */
export function sizeOf(recording: CaseRecording): RecordingSize {
  const { entries } = recording
  return {
    turns: entries.filter((entry) => 'turn' in entry).length,
    calls: entries.reduce((sum, entry) => sum + callsOf(entry).length, 0),
    characters: textsOf(recording).reduce((sum, text) => sum + text.length, 0),
  }
}
