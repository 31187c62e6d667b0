/** What an item's words ask for: the checks and deeds that they name, and whether they name anything else. */

import type { CheckKind, Deed } from '../facts/calls/call.js'
import { describeShell } from '../facts/shell/line.js'
import { filesNamedIn } from './named-files.js'
import { type AskedCheck, toolIn } from './tool-words.js'
import { english, type Language, languagesOf, type Meaning } from './words/index.js'

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
  const line = withoutLabel(text.slice(0, longestItem).replace(/\s+/gu, ' ').trim())
  const lower = line.toLowerCase()
  const read = lower.length === line.length ? line : lower
  const languages = languagesOf(lower)
  const clauses = clausesOf(read, languages)
  const found: Ask[] = []
  let covered = read !== '' && text.length <= longestItem
  let verbOf: Language | null = null
  let last = ''
  for (const clause of clauses) {
    const before: Before = { asks: found.length, verbOf, last }
    const command = commandIn(clause)
    const reading = command ?? languages.map((language) => readClause(clause, language, before)).find(isKnown)
    // "Run tests, lint and types" has one verb.
    verbOf = languages.find((language) => hasVerb(clause, language)) ?? verbOf
    if (reading === undefined) last = clause
    else found.push(...reading.asks)
    covered = covered && reading?.covered === true
  }
  // "Implement US-005: Run the migrations" names a story, and not what is to be run.
  const isTitled = /^[^:]{3,80}[:：]\s/u.test(read)
  const asks = isTitled ? found.map((ask) => ({ ...ask, sure: false })) : found
  return {
    asks,
    covered: covered && asks.length > 0,
    wantsFailure: languages.some(({ words }) => lower.search(words('failing')) >= 0),
    mends: languages.some(({ frames }) => frames(lower, 'mend')),
    files: filesNamedIn(read),
  }
}

/** What a clause asks for, and whether that is all that it says. */
interface Clause {
  readonly asks: readonly Ask[]
  readonly covered: boolean
}

/** What the clauses before one leave to it: how much they ask for, whose verb they had, what was not understood last. */
interface Before {
  readonly asks: number
  readonly verbOf: Language | null
  readonly last: string
}

function isKnown(clause: Clause | null): clause is Clause {
  return clause !== null
}

function hasVerb(clause: string, { frames }: Language): boolean {
  const text = clause.toLowerCase()
  return frames(text, 'run') || frames(text, 'confirm')
}

/** The clauses of a text; what stands in quotation marks stays whole. */
function clausesOf(text: string, languages: readonly Language[]): readonly string[] {
  const kept: string[] = []
  let rest = text.replace(/`[^`]+`|"[^"]+"/gu, (whole) => `\uE000${kept.push(whole) - 1}\uE001`)
  for (const { words } of languages) {
    const joins = [...rest.toLowerCase().matchAll(words('joins'))].toReversed()
    for (const { 0: word, index } of joins)
      rest = `${rest.slice(0, index)}\uE002${rest.slice(index + word.length)}`
  }
  return rest
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

/** Null where the language does not know the clause. */
function readClause(clause: string, language: Language, before: Before): Clause | null {
  const { words, frames } = language
  const at = clause.toLowerCase().search(words('purpose'))
  const asked = at > 0 ? clause.slice(0, at).trim() : clause
  const text = asked.toLowerCase()
  const rest = (...meanings: readonly Meaning[]) => restOf(text, language, meanings)
  const ask = (what: AskFor, subject: readonly string[], passing = false, sure = true): Clause => {
    const isShort = what.kind === 'exercise' || subject.length <= longestSubject
    const whole = text.search(words('whole')) >= 0
    return { asks: [{ ...what, asked, subject, whole, passing, sure: sure && isShort }], covered: isShort }
  }
  for (const [meaning, deed] of deeds)
    if (frames(text, meaning)) return ask({ kind: 'deed', deed }, rest(meaning, 'run'))
  const runs = frames(text, 'run')
  const confirms = frames(text, 'confirm')
  const isListed = before.verbOf === language
  const check = checkIn(text, language, runs, confirms, isListed)
  if (check !== null) return ask(check.what, check.subject, check.passing || at > 0)
  if (frames(text, 'buildOrWrite') && rest('buildOrWrite').length === 0)
    return ask({ kind: 'check', check: 'build', tool: null }, [], false, false)
  const [file] = filesNamedIn(asked)
  if (file !== undefined && frames(text, 'create')) {
    const name = file.toLowerCase()
    const subject = restOf(text.replace(name, ' '), language, ['create'])
    const isFirst = restOf(text.slice(0, text.indexOf(name)), language, ['create']).length === 0
    return {
      ...ask({ kind: 'file', file }, subject, false, isFirst),
      covered: subject.length === 0 && at < 0,
    }
  }
  // "Add a test and run it"
  if (runs && rest('run', 'pronoun').length === 0 && /\btests?\b/iu.test(before.last))
    return ask({ kind: 'check', check: 'test', tool: null }, [])
  const saysNoMore =
    ((runs || confirms) && rest('run', 'confirm', 'pronoun', 'passes').length === 0) ||
    // "Nothing is broken", "fix any errors"
    (before.asks > 0 && restOf(clause.toLowerCase(), language, ['repair', 'passes', 'pronoun']).length === 0)
  if (saysNoMore) return { asks: [], covered: true }
  if (!frames(text, 'exercise') || file !== undefined) return null
  return { ...ask({ kind: 'exercise' }, rest('exercise')), covered: false }
}

/** The check that a clause asks for, or null. */
function checkIn(text: string, language: Language, runs: boolean, confirms: boolean, isListed: boolean) {
  const tool = toolIn(text)
  const check = tool?.check ?? checks.find((kind) => names(text, language, kind))
  if (check === undefined) return null
  const beside = tool === null ? text : text.replace(tool.name, ' ')
  const subject = restOf(beside, language, [check, 'run', 'confirm', 'passes'])
  const passes = text.search(language.words('passes')) >= 0
  // "验证并测试新结构": with an object the word is the verb, and anything may have tried it out.
  const isTriedOut = subject.length > 0 && language.frames(text, 'exercise')
  const isAsked =
    runs ||
    subject.length === 0 ||
    (confirms && (passes || tool !== null)) ||
    (language === english && check !== 'test' && language.frames(text, check)) ||
    (!confirms && isListed && subject.length <= 2 && !isTriedOut)
  if (!isAsked || subject.length > longestSubject + 2) return null
  const what: AskFor = { kind: 'check', check, tool: tool?.name ?? null }
  return { what, subject, passing: confirms || passes }
}

/** True where a clause names a check. "Build" is one only where nothing else is built. */
function names(text: string, { words, spaced }: Language, check: AskedCheck): boolean {
  const at = text.search(words(check))
  return at === 0 || (at > 0 && !(check === 'build' && spaced && text.startsWith('build')))
}

/** The words of a clause beside those with a meaning. */
function restOf(text: string, { words, spaced }: Language, meanings: readonly Meaning[]): readonly string[] {
  let rest = text
  for (const meaning of [...meanings, 'whole', 'filler'] as const) rest = rest.replace(words(meaning), ' ')
  const left = rest.match(spaced ? /[\p{L}\p{N}][\p{L}\p{N}._/-]*/gu : /[\p{L}\p{N}]+/gu) ?? []
  return left.filter((word) => !/^[stdl]$/u.test(word))
}

const programs =
  /^(?:\.\/[\w./-]+|npm|pnpm|yarn|bun|npx|bunx|cargo|go|make|just|task|poe|python3?|node|deno|docker|docker-compose|git|mvn|gradle|dotnet|mix|poetry|uv|tox|nox|bundle|rake|php|composer|swift|flutter|dart|terraform|helm|kubectl|sbt|hatch|nx|turbo|pytest|jest|vitest|tsc|eslint|cypress|playwright)$/u

/** A command that a clause gives as it is typed, after a verb or alone. */
function commandIn(clause: string): Clause | null {
  const quoted = /^(?:(?:re-?)?run|execute|verify|check|ensure)?\s*`([^`]{2,200})`/iu.exec(clause)
  const typed = /^(?:(?:re-?)?run|execute)?\s*((?:\.\/)?[\w.-]+(?:\/[\w./-]+)?\s\S.{0,200}|\.\/\S+)$/iu.exec(
    clause,
  )
  const line = (quoted?.[1] ?? typed?.[1]?.replace(behindCommand, ''))?.trim()
  if (line === undefined) return null
  const words = line.split(/\s+/u)
  // "go through the tests" and "make sure" are no commands.
  if (!programs.test(words[0] ?? '') || (quoted === null && noCommand.test(line))) return null
  const [command] = describeShell(line)
  if (command === undefined) return null
  const check = command.checks[0] ?? null
  const sure = quoted === null || quoted[0].length === clause.length
  const what = { kind: 'command', words, check, asked: clause, subject: [] } as const
  return { asks: [{ ...what, whole: false, passing: false, sure }], covered: true }
}

/** What stands behind a command that is not in quotation marks. */
const behindCommand =
  /\s(?:until|to (?:verify|check|make|ensure|confirm|see)|so that|in order|again|passes|succeeds|with no errors)\b.*$/iu

const noCommand =
  /^(?:make (?:sure|the|it|a|all|changes)|go (?:through|over|to|back|live)|task \d|just (?:the|a)|node (?:version|modules?)|docker (?:image|container|compose (?:file|setup|config\w*)|file|setup|build works)|git (?:hooks?|history|integration|status (?:bar|line))|swift package|python (?:package|version|tests?|module|code|files?|types?)|playwright tests?|cypress tests?|jest (?:tests?|suite)|pytest (?:tests?|suite)|vitest (?:tests?|suite)|cargo (?:tests pass|build succeeds)|go (?:tests?\b (?!\.)|packages?|code|types?))/iu

/** So many texts are remembered. */
const mostRemembered = 2000

/** What an item names as its proof asks for nothing; of a file its path stays, which is what the item is about. */
const reference = /\bfile:(?=\S)|(?<![\w:])(?:commit|cmd|url):\s?(?:"[^"\n]+"|`[^`\n]+`|[^\s"`,;)\]}]+)/giu

/** `promiseOf`, which reads each text once. */
export function rememberedPromises(): (text: string) => ItemPromise {
  const known = new Map<string, ItemPromise>()
  return (text) => {
    const promise = known.get(text) ?? promiseOf(text.replace(reference, ''))
    if (known.size < mostRemembered) known.set(text, promise)
    return promise
  }
}
