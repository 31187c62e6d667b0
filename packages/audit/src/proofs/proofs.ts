/** Proof of another kind than the log's evidence: what an item names as its proof, and what a repository shows. */

import type { RecordedPlace } from '@todo-ledger/core'
import type { Completion } from '../completions/item-histories.js'
import type { NeedKind } from '../evidence/items/item-class.js'
import { filesNamedIn, isNamed, normalizePath } from '../evidence/items/named-files.js'
import type { ItemSupport } from '../evidence/support/item-support.js'
import { supportedFrom } from '../evidence/support/limits.js'
import { type CallWork, succeeded, type Work } from '../evidence/work/work.js'
import { writesContent, writesNotesOnly } from '../evidence/work/work-sort.js'
import type { Reference } from './references.js'
import type { Repository, RepositoryCommit } from './repository.js'

/** One proof that was looked for. */
export interface Proof {
  /** What was named, as it was written: `commit:1a2b3c4`; null for what a repository shows unasked. */
  readonly named: string | null
  /** True where it was found. */
  readonly found: boolean
  /** Where it was found, or was looked for last. */
  readonly where: 'log' | 'repository'
  /** What was found or not, for people. */
  readonly detail: string
  /** The seq of the call that it names, where it stands in the log; else absent. */
  readonly seq?: number
  /** Where that call stands in the recorded file, for an imported session; else absent. */
  readonly source?: RecordedPlace
}

/** What proofs are looked for with. */
export interface ProofContext {
  /** The session's work, in order. */
  readonly work: readonly Work[]
  /** The repository, or null where none is given. */
  readonly repository: Repository | null
  /** When the event of a seq happened, in milliseconds since 1970; null where the recording does not say times. */
  readonly timeOf: (seq: number) => number | null
}

/** What was found for a completion. */
interface Found {
  readonly proof: Proof
  /** True where it shows that the work was done, not only that something is there. */
  readonly shows: boolean
}

/** A commit is often made right after the mark: so many milliseconds it counts. */
const afterMark = 10 * 60 * 1000

/**
 * The proofs of a completion, and its support with them. A commit of the item's time that holds the files it names, or
 * that it names itself, and a named command that worked and was not followed by a change, show the work; that a file or
 * an address is there shows nothing by itself. What is named and is nowhere leaves the completion weak at best.
 */
export function provenBy(
  completion: Completion,
  support: ItemSupport,
  context: ProofContext,
): { readonly support: ItemSupport; readonly proofs: readonly Proof[] } {
  const found = [
    ...completion.references.map((reference) => proofOf(reference, completion, support, context)),
    ...commitOf(completion, support, context),
  ]
  const proofs = found.map(({ proof }) => proof)
  if (found.some(({ proof }) => proof.named !== null && !proof.found)) {
    const isWeak = support.verdict === 'supported' || support.verdict === 'unknown'
    return {
      support: isWeak ? { ...support, support: supportedFrom - 0.01, verdict: 'weak', gap: null } : support,
      proofs,
    }
  }
  if (support.verdict === 'supported' || !found.some(({ shows }) => shows)) return { support, proofs }
  return {
    support: {
      ...support,
      support: Math.max(support.support, supportedFrom),
      verdict: 'supported',
      gap: null,
    },
    proofs,
  }
}

function proofOf(
  { kind, value }: Reference,
  completion: Completion,
  { itemClass, parts }: ItemSupport,
  context: ProofContext,
): Found {
  const named = `${kind}:${value}`
  switch (kind) {
    case 'cmd': {
      // A run shows no change, and a commit no run.
      const found = commandProof(named, value, completion, context)
      return { ...found, shows: found.shows && parts.every(({ need }) => runs.has(need.kind)) }
    }
    case 'commit': {
      const found = commitProof(named, value, completion, context)
      return { ...found, shows: found.shows && itemClass === 'change' }
    }
    case 'file':
      return fileProof(named, value, completion, context)
    case 'url': {
      const call = callsBefore(completion, context).findLast((one) => mentions(one, value))
      return call === undefined
        ? missing(named, 'log', 'no call of the log mentions it')
        : inLog(named, call, call.action, false)
    }
  }
}

/** What a run can show. */
const runs: ReadonlySet<NeedKind> = new Set(['check', 'inspection', 'execute'])

/** A command that the log is to hold. It is never run. */
function commandProof(named: string, value: string, completion: Completion, context: ProofContext): Found {
  const wanted = value.replace(/\s+/g, ' ')
  const call = callsBefore(completion, context).findLast(({ description: { commands }, label }) =>
    commands.length === 0
      ? label.includes(wanted)
      : [label, ...commands.map(({ words }) => words.join(' '))].some((line) => line.includes(wanted)),
  )
  if (call === undefined) return missing(named, 'log', 'no call of the log before the mark runs it')
  if (!succeeded(call) || call.outcome?.status !== 'succeeded')
    return {
      proof: {
        ...placed(call),
        named,
        found: false,
        where: 'log',
        detail: `it was run and did not pass: ${call.action}`,
      },
      shows: false,
    }
  const isStale = callsBefore(completion, context).some(
    (later) =>
      later.position > call.position && writesContent(later) && !writesNotesOnly(later) && succeeded(later),
  )
  return inLog(
    named,
    call,
    isStale ? `${call.action}, and files were changed after it` : call.action,
    !isStale,
  )
}

function commitProof(named: string, hash: string, completion: Completion, context: ProofContext): Found {
  const short = hash.toLowerCase()
  const known = context.repository?.commit(short) ?? null
  if (known !== null) {
    const inSpan = isInSpan(known, completion, context)
    const detail = `${describe(known)}${inSpan ? '' : ', at another time than the item'}`
    const shows = inSpan && holdsAll(known, filesNamedIn(completion.text))
    return { proof: { named, found: true, where: 'repository', detail }, shows }
  }
  if (context.repository !== null) return missing(named, 'repository', 'the repository has no such commit')
  const call = callsBefore(completion, context).findLast((one) => mentions(one, short.slice(0, 7)))
  return call === undefined
    ? missing(named, 'log', 'no call of the log mentions it')
    : inLog(named, call, call.action, false)
}

function fileProof(named: string, path: string, completion: Completion, context: ProofContext): Found {
  const name = normalizePath(path)
  const call = callsBefore(completion, context).findLast(
    (one) =>
      succeeded(one) &&
      one.description.files.some(
        (file) => file.access === 'write' && isNamed(normalizePath(file.path), name),
      ),
  )
  if (call !== undefined) return inLog(named, call, call.action, false)
  if (context.repository === null) return missing(named, 'log', 'no call of the log wrote it')
  return context.repository.hasFile(path)
    ? {
        proof: {
          named,
          found: true,
          where: 'repository',
          detail: 'the file is there; the log does not show who wrote it',
        },
        shows: false,
      }
    : missing(named, 'repository', 'the file is not there, and no call of the log wrote it')
}

/** What a repository shows unasked of a change that is not supported: a commit of its time with all the files it names. */
function commitOf(completion: Completion, support: ItemSupport, context: ProofContext): readonly Found[] {
  const { repository } = context
  if (repository === null || support.verdict === 'supported' || support.itemClass !== 'change') return []
  const files = filesNamedIn(completion.text)
  const span = spanOf(completion, context)
  if (files.length === 0 || span === null) return []
  const commit = repository.commitsBetween(span.from, span.to).findLast((one) => holdsAll(one, files))
  if (commit === undefined) return []
  return [{ proof: { named: null, found: true, where: 'repository', detail: describe(commit) }, shows: true }]
}

function holdsAll({ files }: RepositoryCommit, named: readonly string[]): boolean {
  return named.map(normalizePath).every((file) => files.some((path) => isNamed(normalizePath(path), file)))
}

/** From when the item was listed, or started, to some minutes after its mark; null where the recording does not say times. */
function spanOf(
  { added, started, at }: Completion,
  { timeOf }: ProofContext,
): { readonly from: number; readonly to: number } | null {
  const from = timeOf(Math.min(added.seq, started?.seq ?? added.seq))
  const to = timeOf(at.seq)
  return from === null || to === null ? null : { from, to: to + afterMark }
}

function isInSpan({ time }: RepositoryCommit, completion: Completion, context: ProofContext): boolean {
  const span = spanOf(completion, context)
  return span !== null && time >= span.from && time <= span.to
}

function describe({ hash, time, files }: RepositoryCommit): string {
  const rest = files.length > 3 ? ` and ${files.length - 3} more` : ''
  const at = new Date(time).toISOString().slice(0, 16).replace('T', ' ')
  return `commit ${hash.slice(0, 10)} of ${at} UTC changes ${files.slice(0, 3).join(', ') || 'nothing'}${rest}`
}

function callsBefore({ at }: Completion, { work }: ProofContext): readonly CallWork[] {
  return work.slice(0, at.position).filter((piece): piece is CallWork => piece.kind === 'call')
}

/** True where the call's label or words hold the text; of outputs only their words are kept. */
function mentions({ label, words }: CallWork, text: string): boolean {
  const parts = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 1)
  return (
    label.toLowerCase().includes(text.toLowerCase()) ||
    (parts.length > 0 && parts.every((part) => words.has(part)))
  )
}

function placed({ seq, source }: CallWork): Pick<Proof, 'seq' | 'source'> {
  return { seq, ...(source === null ? {} : { source }) }
}

function inLog(named: string, call: CallWork, detail: string, shows: boolean): Found {
  return { proof: { ...placed(call), named, found: true, where: 'log', detail }, shows }
}

function missing(named: string, where: Proof['where'], detail: string): Found {
  return { proof: { named, found: false, where, detail }, shows: false }
}
