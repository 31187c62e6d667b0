/** What `watch --json` prints, one line each: what happens in a session while it is recorded. All texts are foreign. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import {
  type Actor,
  type Change,
  calledBy,
  countCompleted,
  isOpen,
  type RecordedPlace,
  type RunTrigger,
  type SessionState,
  type TodoEvent,
  type TodoStatus,
  type Violation,
  type YieldTarget,
} from '@todo-ledger/core'

/** Where in a session something happened. */
export interface WatchPlace {
  /** The session's id. */
  readonly session: string
  /** The turn, from 1; 0 before the first. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
  /** Where it stands in the recorded file, for a recording. */
  readonly source?: RecordedPlace
  /** Who did it, where somebody is named. */
  readonly actor?: Actor
}

/** Where and when in a session something happened. */
export interface WatchMoment extends WatchPlace {
  /** When, as ISO 8601 in UTC. */
  readonly at: string
}

/** A session was found, or began. */
export interface SessionSeen extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'session'
  /** Its profile. */
  readonly profile: string
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
  /** The name of the file's format, or null for a live session. */
  readonly format: string | null
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** The list's goal, or null. */
  readonly goal: string | null
}

/** An input came, and a run began. */
export interface InputSeen extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'input'
  /** What started the run. */
  readonly trigger: RunTrigger
  /** The input's text. */
  readonly text: string
}

/** An item of the list as it stands now. */
export interface WatchedItem {
  /** The item's internal key, as changes name it. */
  readonly key: string
  /** The item's id, as people and models see it. */
  readonly id: string
  /** Its text. */
  readonly text: string
  /** Its status. */
  readonly status: TodoStatus
  /** Who gave it that, where somebody is named. */
  readonly actor?: Actor
}

/** The list changed. */
export interface ListChanged extends WatchMoment {
  /** The kind of event: an update, or one that was voided. */
  readonly kind: 'update' | 'roll-back'
  /** The todo tool, or null for a roll-back. */
  readonly tool: string | null
  /** The id of the call, or null for a roll-back. */
  readonly call: string | null
  /** What changed, in order. */
  readonly changes: readonly Change[]
  /** The rules that it broke and that stopped nothing. */
  readonly flags: readonly Violation[]
  /** The whole list after it. */
  readonly items: readonly WatchedItem[]
  /** How many of the items are completed, of how many. */
  readonly progress: { readonly completed: number; readonly total: number }
}

/** An update was refused. */
export interface UpdateRefused extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'rejection'
  /** The todo tool. */
  readonly tool: string
  /** The id of the call. */
  readonly call: string
  /** What was wrong. */
  readonly violations: readonly Violation[]
}

/** The model was reminded. */
export interface NagSeen extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'nag'
  /** The nag policy's name; `recorded` where the recording gives the nag. */
  readonly policy: string
  /** How strong it is, from 1. */
  readonly level: number
  /** The reminder as the model reads it. */
  readonly text: string
}

/** A run was started because todos are open, or none was although it could have been. */
export interface ContinuationSeen extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'continuation' | 'continuation-stopped'
  /** Why, or why not. */
  readonly cause: string
  /** The input of the new run; null where there is none. */
  readonly prompt: string | null
}

/** The conversation was compacted. */
export interface CompactionSeen extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'compaction'
}

/** Control went back from the agent. */
export interface YieldSeen extends WatchMoment {
  /** The kind of event. */
  readonly kind: 'yield'
  /** Where to. */
  readonly to: YieldTarget
  /** How many items were open then. */
  readonly open: number
}

/** An item was completed, and judged as far as the log went by then; or it is judged otherwise now. */
export interface CompletionJudged extends WatchPlace {
  /** The kind of event. */
  readonly kind: 'completion'
  /** The item's id. */
  readonly item: string
  /** Its text in the completing call. */
  readonly text: string
  /** The id of the call that completed it. */
  readonly call: string
  /** The verdict. */
  readonly verdict: Verdict
  /** The verdict that was emitted before; null the first time. */
  readonly before: Verdict | null
  /** Why it is doubted, in a sentence; absent where it is supported. */
  readonly why?: string
  /** What would change the verdict. */
  readonly needs: readonly string[]
}

/** A finding came up, or what came after took it away. */
export interface FindingSeen extends WatchPlace {
  /** The kind of event. */
  readonly kind: 'finding' | 'finding-gone'
  /** The audit rule. */
  readonly rule: string
  /** How grave it is. */
  readonly severity: Severity
  /** The id of the item that it is about, or null. */
  readonly item: string | null
  /** What is wrong. */
  readonly message: string
  /** Why its completion is doubted, in a sentence; absent where the finding says something else. */
  readonly why?: string
}

/** Something about the source itself. */
export interface SourceChanged {
  /**
   * The kind of event. `waiting`: there is no such file yet, or it is gone; `restarted`: another file took its name, or
   * it was written anew, and it is read from its start; what was emitted already is not emitted again. `caught-up`: all
   * that was there is read, and what follows happens from now on; after each of the other two, it comes again.
   */
  readonly kind: 'waiting' | 'restarted' | 'caught-up'
  /** The source as it was named. */
  readonly source: string
  /** Why, in a few words; empty for `caught-up`. */
  readonly reason: string
}

/** Something that happens in a session. */
export type SessionWatchEvent =
  | SessionSeen
  | InputSeen
  | ListChanged
  | UpdateRefused
  | NagSeen
  | ContinuationSeen
  | CompactionSeen
  | YieldSeen
  | CompletionJudged
  | FindingSeen

/** One line of `watch --json`. */
export type WatchEvent = SessionWatchEvent | SourceChanged

const sourceKinds: ReadonlySet<string> = new Set(['waiting', 'restarted', 'caught-up'])

/** True for an event about the source itself. */
export function isOfSource(event: WatchEvent): event is SourceChanged {
  return sourceKinds.has(event.kind)
}

/** What a watch emits of a session's event; null for those that say nothing of the list or of the supervisor. */
export function watchEventOf(event: TodoEvent, state: SessionState): SessionWatchEvent | null {
  const moment = momentOf(event)
  switch (event.type) {
    case 'session.opened': {
      const { profile, source, parent, goal } = event.data
      const file = source?.file ?? null
      return { kind: 'session', ...moment, profile, file, format: source?.format ?? null, parent, goal }
    }
    case 'run.started':
      return { kind: 'input', ...moment, trigger: event.data.trigger, text: event.data.text }
    case 'todos.updated': {
      const { call, changes, flags, query } = event.data
      const tool = calledBy(event)
      if (query || (changes.length === 0 && flags.length === 0)) return null
      return { kind: 'update', ...moment, tool, call, changes, flags, ...listOf(state) }
    }
    case 'todos.rolled-back': {
      const { changes } = event.data
      return { kind: 'roll-back', ...moment, tool: null, call: null, changes, flags: [], ...listOf(state) }
    }
    case 'todos.rejected': {
      const { call, violations } = event.data
      return { kind: 'rejection', ...moment, tool: calledBy(event), call, violations }
    }
    case 'nag.issued': {
      const { policy, level, text } = event.data
      return { kind: 'nag', ...moment, policy, level, text }
    }
    case 'continuation.issued':
      return { kind: 'continuation', ...moment, cause: event.data.cause, prompt: event.data.prompt }
    case 'continuation.stopped':
      return { kind: 'continuation-stopped', ...moment, cause: event.data.reason, prompt: null }
    case 'context.compacted':
      return { kind: 'compaction', ...moment }
    case 'session.yielded':
      return { kind: 'yield', ...moment, to: event.data.to, open: state.items.filter(isOpen).length }
    default:
      return null
  }
}

function momentOf({ session, turn, seq, at, source, actor }: TodoEvent): WatchMoment {
  const place = { session, turn, seq, at: at.toISOString(), ...(source === undefined ? {} : { source }) }
  return actor === undefined ? place : { ...place, actor }
}

function listOf({ items }: SessionState) {
  return {
    items: items.map(({ key, id, text, status, actor }) => ({
      key,
      id,
      text,
      status,
      ...(actor === null ? {} : { actor }),
    })),
    progress: { completed: countCompleted(items), total: items.length },
  }
}

/**
 * By what an event is known again when its file is read anew: the same text for the same thing that happened; of a verdict
 * for each that a completion had. No seqs: a file that was read while its last response was half written leads to others
 * than the whole one.
 */
export function identityOf(event: SessionWatchEvent): string {
  return JSON.stringify([event.kind, event.session, ...ownPart(event)])
}

function ownPart(event: SessionWatchEvent): readonly unknown[] {
  switch (event.kind) {
    case 'session':
      return []
    case 'input':
      return [event.turn, event.trigger, event.text]
    case 'update':
    case 'rejection':
      return [event.call]
    case 'roll-back':
      return [event.turn, event.changes]
    case 'nag':
      return [event.turn, event.text]
    case 'continuation':
    case 'continuation-stopped':
      return [event.turn, event.cause, event.prompt]
    case 'compaction':
      return [event.turn, event.source?.line ?? event.seq]
    case 'yield':
      return [event.turn, event.to]
    case 'completion':
      return [event.call, event.item, event.verdict, event.before]
    case 'finding':
    case 'finding-gone':
      return [event.rule, event.item, event.turn, event.source?.call ?? event.message]
  }
}
