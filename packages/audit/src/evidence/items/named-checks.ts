/** The kinds of checks that a text names: "Run tests and lint" names two. */

import type { CheckKind } from '../calls/call-description.js'
import { anyOf, saying, sourceOf, TextPattern } from '../languages/index.js'

const patterns: readonly (readonly [CheckKind, TextPattern])[] = [
  ['test', saying('testCheck')],
  ['lint', saying('lintCheck')],
  ['typecheck', saying('typeCheck')],
  ['build', saying('buildCheck')],
  ['format', saying('formatCheck')],
]

/** The kinds that a text names, in a fixed order. Linear: the text of an item, cut to its line. */
export function checksNamedIn(text: string): readonly CheckKind[] {
  return patterns.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind)
}

/** Words that name a check and nothing else. */
const onlyACheck = new TextPattern(
  String.raw`^(?:(?:unit|integration|e2e|end-to-end|full|existing|new|type|code|static|${anyOf('articles')})[\s-]*){0,4}${sourceOf('checkName')}(?:\s+(?:checks?|pass(?:es)?|again|locally|suite|clean))?[.!]?$`,
  'iu',
)

/** True where a text names a check and nothing else: "the unit tests", "type checks". */
export function namesOnlyChecks(text: string): boolean {
  return onlyACheck.test(text.trim())
}

/**
 * How far a check of one kind meets the need for another, 0 to 1. A build of a typed language checks its types; a
 * type check says nothing of a page.
 */
const substitutes: ReadonlyMap<CheckKind, ReadonlyMap<CheckKind, number>> = new Map([
  // A program, a page or a service that is run and looked at is tested, if not by its test suite.
  [
    'test',
    new Map<CheckKind, number>([
      ['run', 0.8],
      ['browser', 0.8],
      ['probe', 0.8],
      ['database', 0.7],
    ]),
  ],
  ['typecheck', new Map<CheckKind, number>([['build', 0.85]])],
  [
    'build',
    new Map<CheckKind, number>([
      ['test', 0.6],
      ['typecheck', 0.5],
      ['run', 0.85],
    ]),
  ],
  ['lint', new Map<CheckKind, number>([['format', 0.4]])],
  ['format', new Map<CheckKind, number>([['lint', 0.8]])],
])

/** How far checks that were run meet one that was asked for, 0 to 1. */
export function metBy(asked: CheckKind, run: readonly CheckKind[]): number {
  if (run.includes(asked)) return 1
  return Math.max(0, ...run.map((kind) => substitutes.get(asked)?.get(kind) ?? 0))
}
