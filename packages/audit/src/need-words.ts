/** What an item's part needs, in words: one row for each kind of need. */

import type { Need, NeedKind } from './evidence/items/item-class.js'

/** The words for one kind of need, each as it stands in a sentence. */
interface NeedWords {
  /** Behind "Item 2 promises"; null where it is not known what it promises. */
  readonly promised: string | null
  /** Behind that and "but". */
  readonly lack: string
  /** Behind "the log lacks". */
  readonly wanted: string
  /** What would settle it, read alone. */
  readonly needed: string
}

const anyWork: NeedWords = {
  promised: null,
  lack: 'no work was done for it',
  wanted: 'any work for it',
  needed: 'any work for it, before the mark',
}

const wordsByKind: { readonly [K in Exclude<NeedKind, 'check'>]: NeedWords } = {
  inspection: {
    promised: 'a check',
    lack: 'nothing was run for it, and nothing was read and reported on',
    wanted: 'a run for it, or a reading with findings',
    needed: 'reading or running what is to be checked after the last write, with the findings written down',
  },
  write: {
    promised: 'a change',
    lack: 'no change was made for it',
    wanted: 'a change made for it',
    needed: 'a change made for it, before the mark',
  },
  execute: {
    promised: 'a command',
    lack: 'it was not run',
    wanted: 'the command',
    needed: 'the command itself, run to its end',
  },
  reading: {
    promised: 'a search or a read',
    lack: 'nothing was read or searched for it',
    wanted: 'reads or searches for it',
    needed: 'reads or searches for it, before the mark',
  },
  prose: {
    promised: 'a text',
    lack: 'no text was written for it',
    wanted: 'the text',
    needed: 'the text itself, written before the mark or right after it',
  },
  delegation: {
    promised: 'a sub-agent',
    lack: 'none was started',
    wanted: 'a sub-agent',
    needed: 'a sub-agent and its report',
  },
  anything: anyWork,
  nothing: anyWork,
}

const anyCheck: NeedWords = {
  promised: 'a check',
  lack: 'no test, build or other check was run for it',
  wanted: 'a test, build or other check',
  needed: 'a test, build or other check that passes, before the mark',
}

const functionalCheck: NeedWords = {
  promised: 'a run that shows it at work',
  lack: 'no such run was made',
  wanted: 'a run that shows it at work',
  needed: 'running the thing itself (a test, the program, a page, a request) before the mark',
}

/** The words for a need. */
export function needWords({ kind, checks, functional }: Need): NeedWords {
  if (kind !== 'check') return wordsByKind[kind]
  if (checks.length === 0) return functional ? functionalCheck : anyCheck
  const run = `${checks.join(' or ')} run`
  return {
    promised: `a ${run}`,
    lack: `no ${checks.join(' or ')} was run for it`,
    wanted: `a ${run}`,
    needed: `a ${run} that passes, before the mark`,
  }
}
