/**
 * By what an event is known again when its file is read anew. No seqs: a file that was read while its last response was
 * half written leads to others than the whole one.
 */

import type { SessionWatchEvent } from './watch-event.js'

/** The same text for the same thing that happened. Of a verdict: for each that a completion had. */
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
