/** What a piece of work is to a need, and what is known around it. Types, and the names of checks. */

import type { CheckKind } from '../calls/call-description.js'
import type { CallWork, Work } from '../work/work.js'

/** What a piece of work is to a need. */
export interface Weighed {
  /** How much it counts if it belongs to the item and worked, 0 to 1. */
  readonly weight: number
  /** What it is, in a few words for people: "test run", "file written". */
  readonly what: string
  /** True where it is a check of the kind that the need asks for. */
  readonly isCheck: boolean
  /** True where a second piece of the same adds nothing: said twice it is no truer. */
  readonly once?: boolean
}

/** What is known of the item's window beside the single pieces. */
export interface Surroundings {
  /** The position of the last write of product files in the window or before it, or -1. */
  readonly lastWrite: number
  /** True where the item was never started and what was written in its span hardly fits its words. */
  readonly writesOfOthers: boolean
  /** How many reads and searches come after that write, up to the mark. */
  readonly readsAfterWrite: number
  /** True where something was written while the item was in progress. */
  readonly writesOfItsOwn: boolean
  /** True where a written report or finding of the reads lies in the window or right after it. */
  readonly findings: boolean
  /** True where anything was read or run, by whomever, in the window, before it or in the next steps. */
  readonly looked: boolean
  /** True where such a look was at what the item names. */
  readonly lookedAtIt: boolean
  /** How far words are those of the item, by weight, 0 to 1. */
  readonly fitOf: (words: ReadonlySet<string>) => number
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
}

/** Programs that only say what is in a folder, and where one is. */
const listings: ReadonlySet<string> = new Set(['ls', 'pwd', 'cd', 'echo', 'tree', 'dir'])

/** True where the call only lists folders: that shows what there is, not how it is. */
export function listsOnly({ description: { commands } }: CallWork): boolean {
  return commands.length > 0 && commands.every(({ program }) => listings.has(program))
}

/** Counts for nothing. */
export const nothing: Weighed = { weight: 0, what: '', isCheck: false }

/** What each kind of check is called for people. */
const namesOfChecks: Readonly<Record<CheckKind, string>> = {
  test: 'test run',
  build: 'build run',
  lint: 'linter run',
  typecheck: 'type check run',
  format: 'formatter run',
  run: 'program run',
  probe: 'request made',
  browser: 'page looked at',
  database: 'database asked',
  deploy: 'deployment run',
}

/** What a check of some kinds is called for people. */
export function nameOfCheck([kind]: readonly CheckKind[]): string {
  return kind === undefined ? 'check run' : namesOfChecks[kind]
}

/** Checks that run over the whole project. */
export const suites: ReadonlySet<CheckKind> = new Set<CheckKind>([
  'test',
  'build',
  'lint',
  'typecheck',
  'format',
])
