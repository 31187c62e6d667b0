/** What the log says of the files that an item names: written, never written, written as a stub, taken back. */

import { isNamed, normalizePath } from '../promise/named-files.js'
import type { Ask } from '../promise/promise.js'
import type { Fact } from '../result.js'
import type { CommandDescription } from './calls/call.js'
import { type Span, writersOf } from './span.js'
import { deedOfCall, factOf } from './state-fact.js'
import { type CallWork, type ChangeDigest, placeOf, succeeded } from './work/work.js'

type FileAsk = Ask & { readonly kind: 'file' }

/** What the item itself may ask for that would be nothing elsewhere. */
const asksForStub =
  /\b(?:stubs?|placeholders?|skeletons?|scaffold\w*|mock\w*|todo|boilerplate|comments?|docs?|document\w*|annotat\w*|interfaces?|types?|docstrings?|revert|undo|remove|delete|temporar\w*)\b|占位|注释|コメント|주석/iu

/** States whether the file that an item asks for was written. */
export function factsOfFile(ask: FileAsk, span: Span): readonly Fact[] {
  const writes = writersOf(ask.file, span).filter(succeeded)
  const last = writes.at(-1)
  if (last === undefined) return neverWritten(ask, span)
  const isUndone = writes.every((call) => span.undoneBy(call) !== undefined)
  const isStub = isHollow(writes.flatMap((call) => changesOf(call, ask.file)))
  if (ask.subject.length > 0 || !ask.sure || isUndone) return []
  if (isStub && !asksForStub.test(span.completion.text)) return []
  return [factOf(span, { kind: 'file-written', asked: ask.asked, call: last })]
}

function isHollow(changes: readonly ChangeDigest[]): boolean {
  return changes.length > 0 && changes.every(({ content }) => content !== 'code')
}

/** No call can have written it, and it was not there before. */
function neverWritten(ask: FileAsk, span: Span): readonly Fact[] {
  const { calls, after, completion, mayBeElsewhere } = span
  const isOpen =
    !ask.sure ||
    mayBeElsewhere ||
    completion.imported ||
    [...calls, ...after].some((call) => mayHaveWritten(call, ask.file))
  if (isOpen) return []
  const call = calls.at(-1) ?? null
  const clause = `${ask.file} was never written${call === null ? '' : `; the last call before the mark ${call.action}`}`
  const needs = `Write ${ask.file}`
  return [factOf(span, { kind: 'never-written', asked: ask.asked, call, tool: '', clause, needs })]
}

/** A script, a sub-agent, a shell that writes somewhere, a look at the file that was there already. */
function mayHaveWritten(call: CallWork, file: string): boolean {
  const { effect, opaque, files, commands } = call.description
  const name = normalizePath(file)
  return (
    opaque ||
    effect === 'delegate' ||
    effect === 'unknown' ||
    call.given.includes(name.split('/').at(-1) ?? name) ||
    files.some(({ path }) => isNamed(normalizePath(path), name)) ||
    commands.some((command) => writesMore(command, name))
  )
}

const writesNothing = /^(?:test|lint|typecheck|probe|browser)$/
/** What runs of checks leave behind, where their settings say so. */
const leftByRuns =
  /\.(?:snap|lcov|info|webm|log)$|(?:coverage|report|result|junit|snapshot|screenshot|trace|benchmark)[^\s]{0,200}\.(?:html|xml|json|csv|txt|png|svg)$/i

/** True for a command that may write files which it does not name. */
function writesMore(
  { effect, program, files, checks, words, dry }: CommandDescription,
  name: string,
): boolean {
  if (effect === 'read' || dry) return false
  if (checks.length > 0)
    return (
      !checks.every((kind) => writesNothing.test(kind)) ||
      leftByRuns.test(name) ||
      words.some((word) => /^-u$|^--update|^--fix/.test(word))
    )
  const written = files.filter(({ access }) => access === 'write').map(({ path }) => normalizePath(path))
  const mayHold = (path: string) => path === '.' || `/${name}`.includes(`/${path}/`)
  return written.length === 0 || /^(?:git|patch)$/.test(program) || written.some(mayHold)
}

/** What speaks against the files that an item names, whatever else it asks for. */
export function factsAgainstFiles(span: Span): readonly Fact[] {
  const { promise, completion } = span
  const asked = completion.text
  if (asksForStub.test(asked)) return []
  return promise.files.flatMap((file): readonly Fact[] => {
    const written = writersOf(file, span).filter((call) => succeeded(call) && !putsBack(call))
    const changes = written.map((call) => changesOf(call, file))
    const last = written.at(-1)
    // What was written by a shell or a tool that says no more is not looked at.
    if (last === undefined || changes.some(({ length }) => length === 0)) return []
    const call = span.undoneBy(last)
    const needs = (at: CallWork) => `Write into ${file} what the item asks for (${placeOf(at)})`
    if (call !== undefined && written.every((each) => span.undoneBy(each) !== undefined)) {
      const clause = `all that was written to ${file} was taken back: ${deedOfCall(call)}`
      return [factOf(span, { kind: 'undone', asked, call, clause, needs: needs(call) })]
    }
    const [first] = changes.flat()
    if (first === undefined || !isHollow(changes.flat())) return []
    const what = first.content === 'stub' ? 'a stub' : 'comments'
    const clause = `all that was written to ${file} is ${what} (${placeOf(last)})`
    return [factOf(span, { kind: 'stub', asked, call: last, quote: first.quote, clause, needs: needs(last) })]
  })
}

/** True where a call puts back what stood there, or takes a file away. */
function putsBack({ description }: CallWork): boolean {
  const writing = description.commands.filter(({ files }) => files.some(({ access }) => access === 'write'))
  return writing.length > 0 && writing.every(({ program }) => program === 'git' || program === 'rm')
}

function changesOf({ changes }: CallWork, file: string): readonly ChangeDigest[] {
  const name = normalizePath(file)
  return changes.filter(({ path }) => isNamed(path, name))
}
