/** What is read of a source, and who is told what passes. */

import type {
  EventOf,
  Point,
  Profile,
  ReadState,
  RedactionOptions,
  SessionState,
  TodoEvent,
} from '@todo-ledger/core'
import type { RecordingStep, TodoSourceName } from '@todo-ledger/recordings'
import type { ReadReport } from './read-report.js'

/** Whether a listener has seen what it needs. */
export type Wish = 'more' | 'enough'

/** What a listener wants that needs no events, but the state at one moment. */
export interface MomentWish {
  /** The moment. */
  readonly point: Point
  /**
   * Is told, in place of the events, what the session was at the moment.
   * @param read what it was; where it never came to the moment, what it is at its end
   */
  took(read: ReadState, cameToIt: boolean): void
}

/** What is done with one session. */
export interface SessionListener {
  /** The one moment that is wanted. Where the events need not all be read for it, they do not pass. */
  readonly moment?: MomentWish
  /** An event passed; `state` is the frozen state after it. */
  passed(event: TodoEvent, state: SessionState): Wish
  /** The session was read as far as it is wanted. Not called where its file can't be read to the end. */
  finished(): void | Promise<void>
}

/** Says what is done with a session that appears; null: nothing. */
export type ListenerFor = (opened: EventOf<'session.opened'>) => SessionListener | null

/** What is read of a source. */
export interface Reading {
  /** What is done with each session. */
  readonly listenerFor: ListenerFor
  /** The one session that is wanted, by its id or the beginning of it; all when absent. */
  readonly session?: string | undefined
  /** What is done with the sessions that are not wanted; nothing when absent. */
  readonly besides?: ListenerFor
  /** False: files of sub-agents that stand beside a recording are not read; when absent they are, where `besides` is given. */
  readonly beside?: boolean
  /** The profile that recordings are read under in place of the one that they name. */
  readonly profile?: Profile | undefined
  /** Where todos of recordings are also looked for, outside the todo tools; nowhere when absent. */
  readonly todos?: readonly TodoSourceName[]
  /** What is taken out of recordings before anything is made of them; nothing when absent. */
  readonly redaction?: RedactionOptions | false | undefined
  /** Is told each step of a recording before it is taken. */
  readonly coming?: (step: RecordingStep) => void
  /** Is waited for after each step, so that what listens is not outrun. */
  readonly settle?: () => Promise<void>
  /** Reads the files of a folder in its own way, and notes trouble in the order of the files; one after another when absent. */
  readonly readFiles?: ReadFiles
  /** Is told which file of a folder is next, to say how far the reading is; said plainly when absent. */
  readonly next?: (file: string, index: number) => void
}

/**
 * Reads the files of a folder.
 * @param files their paths, sorted
 * @param report where trouble is noted
 * @returns how many sessions there were in them
 */
export type ReadFiles = (files: readonly string[], report: ReadReport) => Promise<number>

/** How one file is read, a recording or a ledger. */
export interface FileReading {
  /** What is done with each session that is wanted. */
  readonly listenerFor: ListenerFor
  /** True once nothing more is wanted. */
  readonly isOver: () => boolean
  /** The profile in place of the one that the recording names. */
  readonly profile: Profile | undefined
  /** Where todos are also looked for, outside the todo tools; nowhere when absent. */
  readonly todos?: readonly TodoSourceName[]
  /** What is taken out of recordings before anything is made of them, or false. */
  readonly redaction: RedactionOptions | false
  /** Is told each step of a recording before it is taken. */
  readonly coming: (step: RecordingStep) => void
  /** Where pieces that were left out are noted. */
  readonly report: Pick<ReadReport, 'skipped'>
  /** Is waited for after each step. */
  readonly settle: () => Promise<void>
  /** Is asked at the end of a conversation that is kept an event a file whether there may be more; absent: it ends there. */
  readonly more?: () => Promise<boolean>
}
