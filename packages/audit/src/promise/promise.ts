/** What an item's words ask for: the checks and deeds that they name, and whether they name anything else. */

import type { CheckKind, Deed } from '../facts/calls/call.js'
import { describeShell } from '../facts/shell/line.js'
import { withoutReferences } from '../proofs/references.js'
import { filesNamedIn } from './named-files.js'
import { toolIn } from './tool-words.js'
import { english, type Language, languages, type Meaning } from './words/index.js'

/** The checks that an item can ask for by name. */
export type AskedCheck = Extract<CheckKind, 'test' | 'lint' | 'typecheck' | 'build' | 'format'>

/** What one clause asks for. `exercise`: something must be run for it, and nobody can say what. */
export type AskFor =
  | { readonly kind: 'check'; readonly check: AskedCheck; readonly tool: string | null }
  | { readonly kind: 'deed'; readonly deed: Deed }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly check: CheckKind | null }
  | { readonly kind: 'exercise' }

/** One thing that an item asks for in so many words. */
export type Ask = AskFor & {
  /** The words of the item. */
  readonly asked: string
  /** The words that say of what: of "run the login tests" the word "login". Lower case. */
  readonly subject: readonly string[]
  /** True where all of it is asked for. */
  readonly whole: boolean
  /** True where it is to come out well: "make sure that the tests pass". */
  readonly passing: boolean
  /** True where the words can mean nothing else. */
  readonly sure: boolean
}

/** What an item's words ask for. */
export interface ItemPromise {
  readonly asks: readonly Ask[]
  /** True where the words name nothing beside what is asked for. */
  readonly covered: boolean
  /** True where a failing run, or findings, may be the point: "reproduce", "see which tests fail". */
  readonly wantsFailure: boolean
  /** True where the item is to mend something. */
  readonly mends: boolean
  /** The files that it names, as written. */
  readonly files: readonly string[]
  /** Its words in lower case. */
  readonly words: ReadonlySet<string>
}

const longestItem = 600
const deeds: readonly (readonly [Meaning, Deed])[] = [
  ['migrate', 'migrate'],
  ['pullRequest', 'pull-request'],
  ['commit', 'commit'],
  ['push', 'push'],
  ['deploy', 'deploy'],
  ['publish', 'publish'],
  ['install', 'install'],
]
const checks: readonly AskedCheck[] = ['typecheck', 'lint', 'format', 'build', 'test']

/** So many words beside the ones that are understood may say of what; a longer clause is about something else. */
const longestSubject = 4

/** Reads what an item's text asks for. What is not recognised is not asked for, and leaves the item not covered. */
export function promiseOf(text: string): ItemPromise {
  const read = text.slice(0, longestItem).replace(/\s+/gu, ' ').trim()
  const reader = new ClauseReader()
  // "Implement US-005: Run the migrations" names a story, and not what is to be run.
  const isTitled = /^[^:]{3,80}[:：]\s/u.test(withoutLabel(read))
  let covered = read !== '' && text.length <= longestItem
  for (const clause of clausesOf(read)) covered = reader.read(clause) && covered
  const says = (meaning: Meaning) => languages.some(({ words }) => read.search(words(meaning)) >= 0)
  const asks = isTitled ? reader.asks.map((ask) => ({ ...ask, sure: false })) : reader.asks
  return {
    asks,
    covered: covered && asks.length > 0,
    wantsFailure: says('failing'),
    mends: languages.some(({ frames }) => frames(read, 'mend')),
    files: filesNamedIn(read),
    words: new Set(read.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  }
}

/** The clauses of a text; what stands in quotation marks or is a path stays whole. */
function clausesOf(text: string): readonly string[] {
  const kept: string[] = []
  const keep = (whole: string) => `\uE000${kept.push(whole) - 1}\uE001`
  let line = withoutLabel(text).replace(/`[^`]+`|"[^"]+"/gu, keep)
  for (const { spaced, words } of languages)
    line = line.replace(words('joins'), (word) =>
      spaced || !/^(?:和|与|と|와|과)$/u.test(word) ? '\uE002' : word,
    )
  return line
    .split(/\uE002|[,，;；:：()（）、+&→⇒]|\s(?:[-–—/]|=>|->)\s/u)
    .map((clause) => clause.replace(/\uE000(\d+)\uE001/gu, (_, at: string) => kept[Number(at)] ?? '').trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
}

/** "Phase 2: create a.ts" is about a.ts. */
function withoutLabel(text: string): string {
  return text.replace(
    /^(?:(?:phase|step|task|stage|part|todo)\s*[\w.]*|[\w.]{1,4}|[A-Z]{1,3}-\d+)\s*[:：.)-]\s+/iu,
    '',
  )
}

/** Reads an item's clauses one after the other: "run tests and lint" asks for two runs with one verb. */
class ClauseReader {
  readonly asks: Ask[] = []
  /** What the clauses so far leave to the next: "run" of "run tests, lint and types". */
  #verb: 'run' | 'confirm' | null = null

  /** True where the clause is understood wholly. */
  read(clause: string): boolean {
    const command = commandIn(clause)
    if (command !== null) {
      this.asks.push(command)
      return true
    }
    for (const language of languages) {
      const understood = this.#readIn(clause, language)
      if (understood !== null) return understood
    }
    return this.asks.length > 0 && saysNothingMore(clause)
  }

  /** Null where the language does not know the clause. */
  #readIn(clause: string, language: Language): boolean | null {
    const { words, frames, spaced } = language
    const at = clause.search(words('purpose'))
    const head = at > 0 ? clause.slice(0, at) : clause
    for (const [meaning, deed] of deeds) {
      if (frames(head, meaning)) {
        const subject = restOf(head, language, [meaning, 'run'])
        return this.#ask({ kind: 'deed', deed }, head, subject, language)
      }
    }
    const runs = frames(head, 'run')
    const confirms = frames(head, 'confirm')
    if (runs || confirms) this.#verb = runs ? 'run' : 'confirm'
    const passes = head.search(words('passes')) >= 0
    const tool = toolIn(head)
    const check = tool?.check ?? checks.find((kind) => names(head, language, kind)) ?? null
    if (check !== null) {
      const beside = tool === null ? head : head.replace(new RegExp(tool.name, 'iu'), ' ')
      const subject = restOf(beside, language, [check, 'run', 'confirm', 'passes'])
      const asksForIt =
        runs ||
        subject.length === 0 ||
        (confirms && (passes || tool !== null)) ||
        (language === english && actsAsVerb(head, language, check)) ||
        (!confirms && this.#verb !== null && subject.length <= 2)
      if (asksForIt && (!spaced || subject.length <= longestSubject + 2))
        return this.#ask({ kind: 'check', check, tool: tool?.name ?? null }, head, subject, language, true, confirms || passes)
    }
    if (frames(head, 'buildOrWrite') && restOf(head, language, ['buildOrWrite']).length === 0)
      return this.#ask({ kind: 'check', check: 'build', tool: null }, head, [], language, false)
    const [file] = filesNamedIn(head)
    if (file !== undefined && frames(head, 'create')) {
      const subject = restOf(head.replace(file, ' '), language, ['create'])
      const before = restOf(head.slice(0, head.indexOf(file)), language, ['create'])
      this.asks.push({ ...base(head, subject, language), kind: 'file', file, sure: before.length === 0 })
      return subject.length === 0 && at < 0
    }
    const earlier = this.asks.at(-1)
    if ((runs || confirms) && earlier !== undefined && restOf(head, language, ['run', 'confirm', 'pronoun', 'passes']).length === 0)
      return true
    if ((runs || confirms) && /\btests?\b/iu.test(this.#last) && restOf(head, language, ['run', 'pronoun']).length === 0) {
      this.#ask({ kind: 'check', check: 'test', tool: null }, clause, [], language)
      return true
    }
    this.#last = clause
    if (this.asks.length > 0 && restOf(clause, language, ['repair', 'passes', 'pronoun']).length === 0) return true
    if (frames(head, 'exercise') && file === undefined) {
      this.#ask({ kind: 'exercise' }, head, restOf(head, language, ['exercise']), language)
      return false
    }
    return null
  }

  #last = ''

  #ask(what: AskFor, clause: string, subject: readonly string[], language: Language, sure = true, passing = false): boolean {
    const isShort = what.kind === 'exercise' || subject.length <= longestSubject
    this.asks.push({ ...base(clause, subject, language), ...what, passing, sure: sure && isShort })
    return isShort
  }
}

function base(clause: string, subject: readonly string[], { words }: Language) {
  return { asked: clause.trim(), subject, whole: clause.search(words('whole')) >= 0, passing: false, sure: true }
}

/** True where a clause names a check. "Build" is one only where nothing else is built. */
function names(clause: string, { words, spaced }: Language, check: AskedCheck): boolean {
  const at = clause.search(words(check))
  if (at < 0) return false
  return check !== 'build' || !spaced || !/^\s*build\b/iu.test(clause) || at <= clause.search(/\S/u)
}

/** "Lint the components", "Type-check both packages": the name of the check is the verb. A test or a build is none. */
function actsAsVerb(clause: string, { frames }: Language, check: AskedCheck): boolean {
  return check !== 'test' && frames(clause, check)
}

/** The words of a clause beside those with a meaning. */
function restOf(clause: string, { words, spaced }: Language, meanings: readonly Meaning[]): readonly string[] {
  let rest = clause
  for (const meaning of [...meanings, 'whole', 'filler'] as const) rest = rest.replace(words(meaning), ' ')
  const left = rest.toLowerCase().match(spaced ? /[\p{L}\p{N}][\p{L}\p{N}._/-]*/gu : /[\p{L}\p{N}]+/gu) ?? []
  return left.filter((word) => !/^(?:s|t|d|l)$/u.test(word))
}

/** True for a clause that only says what was said: "nothing is broken". */
function saysNothingMore(clause: string): boolean {
  return languages.some((language) => restOf(clause, language, ['passes', 'pronoun', 'repair']).length === 0)
}

const programs =
  /^(?:\.\/[\w./-]+|npm|pnpm|yarn|bun|npx|bunx|cargo|go|make|just|task|poe|python3?|node|deno|docker|docker-compose|git|mvn|gradle|dotnet|mix|poetry|uv|tox|nox|bundle|rake|php|composer|swift|flutter|dart|terraform|helm|kubectl|sbt|hatch|nx|turbo|pytest|jest|vitest|tsc|eslint|cypress|playwright)$/u

/** A command that a clause gives as it is typed, after a verb or alone. */
function commandIn(clause: string): Ask | null {
  const quoted = /^(?:(?:re-?)?run|execute|verify|check|ensure)?\s*`([^`]{2,200})`/iu.exec(clause)
  const typed = /^(?:(?:re-?)?run|execute)?\s*((?:\.\/)?[\w.-]+(?:\/[\w./-]+)?\s\S.{0,200}|\.\/\S+)$/iu.exec(clause)
  const line = (quoted?.[1] ?? typed?.[1])?.trim()
  if (line === undefined) return null
  const words = line.split(/\s+/u)
  // "go through the tests" and "make sure" are no commands.
  if (!programs.test(words[0] ?? '') || (quoted === null && noCommand.test(line))) return null
  const [command] = describeShell(line)
  if (command === undefined) return null
  const check = command.checks[0] ?? null
  const isWhole = quoted === null || quoted[0].length === clause.length
  return { kind: 'command', words, check, asked: clause, subject: [], whole: false, passing: false, sure: isWhole }
}

const noCommand =
  /^(?:make (?:sure|the|it|a|all|changes)|go (?:through|over|to|back|live)|task \d|just (?:the|a)|node (?:version|modules?)|docker (?:image|container|compose (?:file|setup|config\w*)|file|setup|build works)|git (?:hooks?|history|integration|status (?:bar|line))|swift package|python (?:package|version|tests?|module|code|files?|types?)|playwright tests?|cypress tests?|jest (?:tests?|suite)|pytest (?:tests?|suite)|vitest (?:tests?|suite)|cargo (?:tests pass|build succeeds)|go (?:tests?\b (?!\.)|packages?|code|types?))/iu

/** So many texts are remembered. */
const mostRemembered = 2000

/** `promiseOf`, which reads each text once. References to proofs are taken out first: they ask for nothing. */
export function rememberedPromises(): (text: string) => ItemPromise {
  const known = new Map<string, ItemPromise>()
  return (text) => {
    const promise = known.get(text) ?? promiseOf(withoutReferences(text))
    if (known.size < mostRemembered) known.set(text, promise)
    return promise
  }
}
