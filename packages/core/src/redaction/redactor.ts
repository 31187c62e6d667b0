/** Takes secrets out of texts, values and events before they are decided, hashed or stored, and says in their places what stood there. */

import { hash } from 'node:crypto'
import { HostError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import { encodedForms } from './encodings.js'
import { builtinPatternNames, createFinder, type RedactionPattern, type TextPattern } from './find-secrets.js'
import type { FoundSecret } from './kinds.js'
import { secretOfField } from './named-secrets.js'
import { redactValue } from './redact-value.js'

/** What is taken out of what a session stores. The built-in patterns are on. */
export interface RedactionOptions {
  /** The names of built-in patterns that are off. */
  readonly off?: readonly string[]
  /** Patterns of one's own. */
  readonly patterns?: readonly RedactionPattern[]
}

/** Is called with the name of the pattern for each secret that is taken out. */
export type FoundListener = (name: string) => void

/** Takes secrets out. Every method gives the same for the same, and gives back what it gave. */
export interface Redactor {
  /** The text without its secrets. */
  text(text: string, found?: FoundListener): string
  /** The value without its secrets, keys included: the very same one where it holds none. */
  value<T>(value: T, found?: FoundListener): T
  /** An id without its secrets. Ids that differ stay different: a short digest stands beside the mark. */
  id(id: string, found?: FoundListener): string
  /** An event's data without the secrets of its texts and its ids: the very same where it holds none. */
  data<T extends object>(data: T, found?: FoundListener): T
  /** The event without the secrets of its data and its ids: the very same one where it holds none. */
  event(event: TodoEvent, found?: FoundListener): TodoEvent
}

const nothing: Redactor = {
  text: (text) => text,
  value: (value) => value,
  id: (id) => id,
  data: (data) => data,
  event: (event) => event,
}

/**
 * Makes a redactor.
 * @param redaction which patterns; false: nothing is taken out
 * @throws HostError `unknown-pattern`, `bad-pattern`
 */
export function createRedactor(redaction: RedactionOptions | false = {}): Redactor {
  if (redaction === false) return nothing
  const off = new Set(redaction.off ?? [])
  const unknown = [...off].find((name) => !builtinPatternNames.includes(name))
  if (unknown !== undefined) {
    const known = `There are ${builtinPatternNames.join(', ')}.`
    const message = `There is no built-in redaction pattern ${JSON.stringify(unknown)}. ${known}`
    throw new HostError('unknown-pattern', message)
  }
  const own = (redaction.patterns ?? []).map(checkedPattern)
  return redactorOf(createFinder({ off, own }), own, (field, value) => {
    const name = secretOfField(field, value)
    return name === null || off.has(name) ? null : name
  })
}

/** What is to be taken out of a log that holds it already: a text, what it looks like, or whatever the built-in patterns find. */
export type Leak =
  | { readonly secret: string }
  | { readonly pattern: TextPattern }
  | { readonly builtin: true }

/** A shorter secret would be found everywhere. In characters. */
const shortestSecret = 4

/**
 * Makes a redactor for one leak.
 * @throws HostError `bad-secret`, `bad-pattern`
 */
export function createLeakRedactor(leak: Leak): Redactor {
  if ('builtin' in leak) return createRedactor()
  if ('secret' in leak && leak.secret.length < shortestSecret) {
    const fix = `Give at least ${shortestSecret}, or a pattern.`
    throw new HostError('bad-secret', `The secret has ${leak.secret.length} characters. ${fix}`)
  }
  const pattern =
    'secret' in leak
      ? { name: 'secret', pattern: new RegExp(encodedForms(leak.secret), 'g') }
      : checkedPattern({ name: 'pattern', pattern: leak.pattern })
  return redactorOf(createFinder({ off: null, own: [pattern] }), [pattern], () => null)
}

/** The pattern with a flag of its own, so that a host's `lastIndex` has no say. */
function checkedPattern({ name, pattern }: RedactionPattern): RedactionPattern {
  const bad = (message: string) => new HostError('bad-pattern', message)
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name)) {
    const fix = 'Use small letters, digits and hyphens.'
    throw bad(`${JSON.stringify(name)} is no name of a redaction pattern. ${fix}`)
  }
  const own =
    pattern instanceof RegExp ? new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`) : pattern
  if (Array.from(own[Symbol.matchAll]('')).length > 0) {
    const fix = 'Write one that needs a character.'
    throw bad(`The redaction pattern ${name} (${pattern.source}) matches the empty text. ${fix}`)
  }
  return { name, pattern: own }
}

/** What stands in the place of a secret. */
const markOf = (name: string): string => `[redacted:${name}]`
const marks = /\[redacted:([a-z0-9][a-z0-9-]*)\]/g

/** A digest of a key that a program made says nothing of it; so many digits keep any two ids of a session apart. */
const markInId = (name: string, secret: string): string =>
  `${markOf(name)}#${hash('sha256', secret).slice(0, 12)}`

/** A text whose secrets are out may hold another one only then: beside a mark. So often is looked again. */
const mostPasses = 8

/** The fields of events' data that hold ids of calls, events and sessions. */
const idFields: ReadonlySet<string> = new Set(['call', 'child', 'parent', 'update'])

/** So many texts without secrets are known again, and none that is longer (in characters). */
const mostKept = 1_000
const longestKept = 200

function redactorOf(
  find: ReturnType<typeof createFinder>,
  own: readonly RedactionPattern[],
  field: (field: string, value: string) => string | null,
): Redactor {
  // Only what is marked with one of these is a mark, for anyone can write `[redacted:…]`.
  const names = new Set([...builtinPatternNames, 'secret', 'pattern', ...own.map(({ name }) => name)])

  /** Done twice it changes nothing more: marks stay as they are. */
  function withoutSecrets(given: string, mark: typeof markInId, found?: FoundListener): string {
    let text = given
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const secrets = find(text)
      const outside = text.includes('[redacted:') ? outsideOfMarks(text, secrets, names) : secrets
      if (outside.length === 0) return text
      let done = 0
      const parts: string[] = []
      for (const { start, end, name } of outside) {
        parts.push(text.slice(done, start), mark(name, text.slice(start, end)))
        done = end
        found?.(name)
      }
      text = parts.join('') + text.slice(done)
    }
    return text
  }

  /** Texts without secrets: a list repeats its own with every update. */
  const clean = new Set<string>()
  const text: Redactor['text'] = (given, found) => {
    if (clean.has(given)) return given
    const redacted = withoutSecrets(given, markOf, found)
    // A pattern of one's own may find more the next time.
    if (redacted === given && own.length === 0 && given.length <= longestKept) {
      if (clean.size >= mostKept) clean.clear()
      clean.add(given)
    }
    return redacted
  }
  /** A call's id stands in five places one after another. */
  let cleanId: string | undefined
  const id: Redactor['id'] = (given, found) => {
    if (given === cleanId) return given
    const clean = withoutSecrets(given, markInId, found)
    if (clean === given) cleanId = given
    return clean
  }
  const value: Redactor['value'] = (given, found) =>
    redactValue(given, { text, field, mark: markOf }, found) as typeof given // texts stay texts, lists lists, and so on
  const idIn = (name: string, held: unknown, found?: FoundListener): unknown => {
    if (typeof held === 'string') return idFields.has(name) ? id(held, found) : held
    if (name !== 'delivers' || !Array.isArray(held)) return held
    const ids = held.map((each) => idIn('call', each, found))
    return ids.every((each, index) => each === held[index]) ? held : ids
  }
  return {
    text,
    value,
    id,
    data(data, found) {
      // Ids first: what refers to another event or session must go on doing so.
      const changed = Object.entries(data).flatMap(([name, held]) => {
        const redacted = idIn(name, held, found)
        return redacted === held ? [] : [[name, redacted] as const]
      })
      return value(changed.length === 0 ? data : { ...data, ...Object.fromEntries(changed) }, found)
    },
    event(event, found) {
      let seen = 0
      const listen = (name: string) => {
        seen += 1
        found?.(name)
      }
      const { source, actor } = event
      const call = source?.call === undefined ? undefined : id(source.call, listen)
      const redacted = {
        ...event,
        id: id(event.id, listen),
        session: id(event.session, listen),
        data: this.data(event.data, listen),
        ...(source === undefined || call === undefined ? {} : { source: { ...source, call } }),
        ...(actor === undefined ? {} : { actor: { ...actor, id: id(actor.id, listen) } }),
      }
      return seen === 0 ? event : (redacted as TodoEvent) // only texts were replaced, by texts
    },
  }
}

/** What was found and is no mark, nor reaches into one: of such a secret the parts between the marks. */
function outsideOfMarks(
  text: string,
  secrets: readonly FoundSecret[],
  names: ReadonlySet<string>,
): readonly FoundSecret[] {
  const kept = [...text.matchAll(marks)].filter(([, name = '']) => names.has(name))
  let next = 0
  return secrets.flatMap(({ start, end, name }) => {
    const outside: FoundSecret[] = []
    let from = start
    const endOf = (index: number) => (kept[index]?.index ?? 0) + (kept[index]?.[0].length ?? 0)
    while (next < kept.length && endOf(next) <= from) next += 1
    for (let index = next; index < kept.length && (kept[index]?.index ?? 0) < end; index += 1) {
      const mark = kept[index]?.index ?? 0
      if (mark > from) outside.push({ start: from, end: mark, name })
      from = Math.max(from, endOf(index))
    }
    return from < end ? [...outside, { start: from, end, name }] : outside
  })
}
