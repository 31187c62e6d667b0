/** Proof of another kind than the log's facts: what an item names as its proof, and what a repository shows. */

import type { RecordedPlace } from '@todo-ledger/core'
import { type CallWork, codeChangedBy, succeeded, type Work } from '../facts/work/work.js'
import type { Completion } from '../list/item-histories.js'
import { filesNamedIn, isNamed, normalizePath } from '../promise/named-files.js'
import type { Reference } from './references.js'
import type { Repository, RepositoryCommit } from './repository.js'

/** One proof that was looked for. */
export interface Proof {
  /** What was named, as it was written: `commit:1a2b3c4`; null for what a repository shows unasked. */
  readonly named: string | null
  readonly found: boolean
  /** Where it was found, or was looked for last. */
  readonly where: 'log' | 'repository'
  /** What was found or not, for people. */
  readonly detail: string
  /** The seq of the call that it names, where it stands in the log; else absent. */
  readonly seq?: number
  readonly source?: RecordedPlace
}

/** What proofs are looked for with. */
export interface ProofContext {
  readonly work: readonly Work[]
  readonly repository: Repository | null
  /** In milliseconds since 1970; null where the recording does not say times. */
  readonly timeOf: (seq: number) => number | null
}

/** A commit is often made right after the mark: so many milliseconds it counts. */
const afterMark = 10 * 60 * 1000

/**
 * The proofs of a completion. That something is there shows no work by itself: what is named and is nowhere is a doubt,
 * and what is found is shown to people beside the facts.
 */
export function proofsOf(completion: Completion, context: ProofContext): readonly Proof[] {
  return [
    ...completion.references.map((reference) => proofOf(reference, completion, context)),
    ...commitOf(completion, context),
  ]
}

function proofOf({ kind, value }: Reference, completion: Completion, context: ProofContext): Proof {
  const named = `${kind}:${value}`
  switch (kind) {
    case 'cmd':
      return commandProof(named, value, completion, context)
    case 'commit':
      return commitProof(named, value, completion, context)
    case 'file':
      return fileProof(named, value, completion, context)
    case 'url': {
      const call = callsBefore(completion, context).findLast((one) => mentions(one, value))
      return call === undefined ? missing(named, 'log', 'no call of the log mentions it') : inLog(named, call)
    }
  }
}

/** A command that the log is to hold. It is never run. */
function commandProof(named: string, value: string, completion: Completion, context: ProofContext): Proof {
  const wanted = value.replace(/\s+/g, ' ')
  const calls = callsBefore(completion, context)
  const call = calls.findLast(({ description: { commands }, label }) =>
    [label, ...commands.map(({ words }) => words.join(' '))].some((line) => line.includes(wanted)),
  )
  if (call === undefined) return missing(named, 'log', 'no call of the log before the mark runs it')
  if (call.outcome?.status !== 'passed')
    return { ...inLog(named, call), found: false, detail: `it was run and did not pass: ${call.action}` }
  const isStale = calls.some((later) => later.position > call.position && codeChangedBy(later).length > 0)
  const proof = inLog(named, call)
  return isStale ? { ...proof, detail: `${call.action}, and files were changed after it` } : proof
}

function commitProof(named: string, hash: string, completion: Completion, context: ProofContext): Proof {
  const { repository } = context
  const short = hash.toLowerCase()
  if (repository === null) {
    const call = callsBefore(completion, context).findLast((one) => mentions(one, short.slice(0, 7)))
    return call === undefined ? missing(named, 'log', 'no call of the log mentions it') : inLog(named, call)
  }
  const known = repository.commit(short)
  if (known === null) return missing(named, 'repository', 'the repository has no such commit')
  const span = timesOf(completion, context)
  const isInSpan = span !== null && known.time >= span.from && known.time <= span.to
  const detail = `${describe(known)}${isInSpan ? '' : ', at another time than the item'}`
  return { named, found: true, where: 'repository', detail }
}

function fileProof(named: string, path: string, completion: Completion, context: ProofContext): Proof {
  const name = normalizePath(path)
  const call = callsBefore(completion, context).findLast(
    (one) =>
      succeeded(one) &&
      one.description.files.some(
        (file) => file.access === 'write' && isNamed(normalizePath(file.path), name),
      ),
  )
  if (call !== undefined) return inLog(named, call)
  if (context.repository === null) return missing(named, 'log', 'no call of the log wrote it')
  return context.repository.hasFile(path)
    ? {
        named,
        found: true,
        where: 'repository',
        detail: 'the file is there; the log does not show who wrote it',
      }
    : missing(named, 'repository', 'the file is not there, and no call of the log wrote it')
}

/** What a repository shows unasked: a commit of the item's time with all the files that it names. */
function commitOf(completion: Completion, context: ProofContext): readonly Proof[] {
  const { repository } = context
  const span = timesOf(completion, context)
  const files = filesNamedIn(completion.text).map(normalizePath)
  if (repository === null || span === null || files.length === 0) return []
  const commit = repository
    .commitsBetween(span.from, span.to)
    .findLast((one) => files.every((file) => one.files.some((path) => isNamed(normalizePath(path), file))))
  return commit === undefined
    ? []
    : [{ named: null, found: true, where: 'repository', detail: describe(commit) }]
}

/** From when the item was listed, or started, to some minutes after its mark; null where the recording does not say times. */
function timesOf(
  { added, started, at }: Completion,
  { timeOf }: ProofContext,
): { readonly from: number; readonly to: number } | null {
  const from = timeOf(Math.min(added.seq, started?.seq ?? added.seq))
  const to = timeOf(at.seq)
  return from === null || to === null ? null : { from, to: to + afterMark }
}

function describe({ hash, time, files }: RepositoryCommit): string {
  const rest = files.length > 3 ? ` and ${files.length - 3} more` : ''
  const at = new Date(time).toISOString().slice(0, 16).replace('T', ' ')
  return `commit ${hash.slice(0, 10)} of ${at} UTC changes ${files.slice(0, 3).join(', ') || 'nothing'}${rest}`
}

function callsBefore({ at }: Completion, { work }: ProofContext): readonly CallWork[] {
  return work.slice(0, at.position).filter((piece): piece is CallWork => piece.kind === 'call')
}

/** True where the call was given the text, or a line that it printed is quoted with it. */
function mentions({ label, given, outcome }: CallWork, text: string): boolean {
  return `${label} ${given} ${outcome?.line ?? ''}`.toLowerCase().includes(text.toLowerCase())
}

function inLog(named: string, { seq, source, action }: CallWork): Proof {
  return { named, found: true, where: 'log', detail: action, seq, ...(source === null ? {} : { source }) }
}

function missing(named: string, where: Proof['where'], detail: string): Proof {
  return { named, found: false, where, detail }
}
