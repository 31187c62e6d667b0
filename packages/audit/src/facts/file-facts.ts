/** What the log says of the files that an item names: written, never written, written as a stub, taken back. */

import { isNamed, normalizePath } from '../promise/named-files.js'
import type { Ask } from '../promise/promise.js'
import type { Fact } from '../result.js'
import type { Span } from './span.js'
import { factOf } from './state-fact.js'
import { type CallWork, placeOf, succeeded } from './work/work.js'

type FileAsk = Ask & { readonly kind: 'file' }

/** What the item itself may ask for that would be nothing elsewhere. */
const asksForStub =
  /\b(?:stubs?|placeholders?|skeletons?|scaffold\w*|mock\w*|todo|boilerplate|comments?|docs?|document\w*|annotat\w*|interfaces?|types?|docstrings?|revert|undo|remove|delete|temporar\w*)\b|占位|注释|コメント|주석/iu

/** States whether the file that an item asks for was written. */
export function factsOfFile(ask: FileAsk, span: Span): readonly Fact[] {
  const writes = span.writersOf(ask.file).filter(succeeded)
  if (writes.length === 0) return neverWritten(ask, span)
  const last = writes.at(-1)
  if (last === undefined || ask.subject.length > 0 || !ask.sure) return []
  if (writes.every((call) => span.undoneBy(call) !== undefined)) return []
  const changes = writes.flatMap((call) => changesOf(call, ask.file))
  if (
    changes.length > 0 &&
    changes.every(({ content }) => content !== 'code') &&
    !asksForStub.test(span.completion.text)
  )
    return []
  return [
    factOf(span, {
      kind: 'file-written',
      says: 'for',
      asked: ask.asked,
      call: last,
      tool: last.label,
      quote: '',
      clause: '',
      needs: null,
    }),
  ]
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
  const last = calls.at(-1) ?? null
  return [
    factOf(span, {
      kind: 'never-written',
      says: 'against',
      asked: ask.asked,
      call: last,
      tool: '',
      quote: '',
      clause: `${ask.file} was never written${last === null ? '' : `; the last call before the mark ${last.action}`}`,
      needs: `Write ${ask.file}`,
    }),
  ]
}

/** A script, a sub-agent, a shell that writes somewhere, a look at the file that was there already. */
function mayHaveWritten(call: CallWork, file: string): boolean {
  const { effect, opaque, files, commands } = call.description
  const name = normalizePath(file).split('/').at(-1) ?? file
  return (
    opaque ||
    effect === 'delegate' ||
    effect === 'unknown' ||
    call.given.includes(name) ||
    files.some(({ path }) => isNamed(normalizePath(path), normalizePath(file))) ||
    commands.some(
      (command) => command.effect !== 'read' && command.files.length === 0 && command.checks.length === 0,
    )
  )
}

/** What speaks against the files that an item names, whatever else it asks for. */
export function factsAgainstFiles(span: Span): readonly Fact[] {
  const { promise } = span
  if (asksForStub.test(span.completion.text)) return []
  return promise.files.flatMap((file) => {
    const written = span.writersOf(file).filter((call) => succeeded(call) && !takesBack(call))
    const writes = written.filter((call) => changesOf(call, file).length > 0)
    const last = writes.at(-1)
    // What was written by a shell or a tool that says no more is not looked at.
    if (last === undefined || writes.length < written.length) return []
    const taken = span.undoneBy(last)
    if (taken !== undefined && writes.every((call) => span.undoneBy(call) !== undefined)) {
      const clause = `all that was written to ${file} was taken back: ${taken.action} (PLACE)`
      return [against(span, 'undone', file, taken, '', clause)]
    }
    const changes = writes.flatMap((call) => changesOf(call, file))
    const [hollow] = changes.filter(({ content }) => content !== 'code')
    if (hollow === undefined || changes.some(({ content }) => content === 'code')) return []
    // Code that was moved in by other means is not seen here.
    const what = hollow.content === 'stub' ? 'a stub' : 'comments'
    const clause = `all that was written to ${file} is ${what} (PLACE)`
    return [against(span, 'stub', file, last, hollow.quote, clause)]
  })
}

function against(
  span: Span,
  kind: 'stub' | 'undone',
  file: string,
  call: CallWork,
  quote: string,
  clause: string,
): Fact {
  const { text } = span.completion
  return factOf(span, {
    kind,
    says: 'against',
    asked: text,
    call,
    tool: call.label,
    quote,
    clause,
    needs: `Write into ${file} what the item asks for (${placeOf(call)})`,
  })
}

/** True where a call puts back what stood there, or takes a file away. */
function takesBack({ description }: CallWork): boolean {
  const writing = description.commands.filter(({ files }) => files.some(({ access }) => access === 'write'))
  return writing.length > 0 && writing.every(({ program }) => program === 'git' || program === 'rm')
}

function changesOf({ changes }: CallWork, file: string) {
  const name = normalizePath(file)
  return changes.filter(({ path }) => isNamed(path, name))
}
