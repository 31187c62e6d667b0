/** What a call's changes hold, digested: never their texts. */

import { hash } from 'node:crypto'
import { detached } from '../../compact/detached.js'
import type { CallDescription } from '../calls/call-description.js'
import { isSameCode } from '../calls/cosmetic-edit.js'
import { changesIn, type TextChange } from './changes.js'
import { isStub } from './hollow-code.js'
import { weakeningBy, weakeningOf } from './weakened-checks.js'
import type { CallWork, ChangeDigest } from './work.js'

/** The changes of a call, and what they do to a check where they do nothing else. */
export function contentOf(
  description: CallDescription,
  input: unknown,
  strings: readonly string[],
): Pick<CallWork, 'changes' | 'weakening'> {
  const changes = description.effect === 'write' ? changesIn(input, strings) : []
  const weakenings = [
    ...changes.map(({ path, before, after }) => weakeningOf(path, before, after)),
    ...description.commands.map(weakeningBy).filter((weakening) => weakening !== null),
  ]
  const [weakening = null] = weakenings
  return {
    changes: changes.map(digestOf),
    weakening: weakenings.includes(null) ? null : weakening,
  }
}

/** Comments of documents are their text. */
const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kts?|scala|cs|fs|rb|php|exs?|swift|dart|c|h|cc|cpp|hpp|lua|jl|r|zig|hs|clj)$/u
const document = /\.(?:mdx?|txt|rst|adoc|html?)$/u

function digestOf({ path, before, after, everywhere }: TextChange): ChangeDigest {
  // A settings file may be all comments; a file of code is not.
  const mayBe = (before ?? '').trim() === '' ? code.test(path) : !document.test(path)
  const isComment = mayBe && isSameCode(path, before ?? '', after)
  return {
    path: detached(path),
    before: before === null ? null : digest(before),
    after: digest(after),
    lines: everywhere ? Number.MAX_SAFE_INTEGER : changedLines(before ?? '', after),
    content: isComment ? 'comments' : isStub(before, after) ? 'stub' : 'code',
  }
}

function digest(text: string): string {
  return hash('sha1', text.trim(), 'base64url').slice(0, 12)
}

function changedLines(before: string, after: string): number {
  const [old, put] = [before.split('\n'), after.split('\n')]
  const [known, kept] = [new Set(old), new Set(put)]
  return Math.max(put.filter((line) => !known.has(line)).length, old.filter((line) => !kept.has(line)).length)
}
