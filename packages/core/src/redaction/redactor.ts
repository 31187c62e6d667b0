/** What takes secrets out of texts, values and events before they are decided, hashed or stored. */

import { hash } from 'node:crypto'
import { HostError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import {
  builtinPatternNames,
  createFinder,
  type FindSecrets,
  type OwnPattern,
  type TextPattern,
} from './find-secrets.js'
import { secretOfField } from './named-secrets.js'
import { createTextRedactor, markOf, type RedactText } from './redact-text.js'
import { redactValue, type ValueRedaction } from './redact-value.js'

/** A pattern of one's own for what must not be stored. */
export interface RedactionPattern {
  /** What a redacted place shows: `[redacted:<name>]`. Small letters, digits and hyphens. */
  readonly name: string
  /** What is taken out. It is looked for anywhere in a text, also in what is encoded there. */
  readonly pattern: TextPattern
}

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

/**
 * Makes a redactor.
 * @param redaction which patterns; false: nothing is taken out
 * @throws HostError `unknown-pattern`, `bad-pattern`
 */
export function createRedactor(redaction: RedactionOptions | false = {}): Redactor {
  if (redaction === false) return nothing
  const off = new Set(redaction.off ?? [])
  for (const name of off) {
    if (builtinPatternNames.includes(name)) continue
    throw new HostError(
      'unknown-pattern',
      `There is no built-in redaction pattern ${JSON.stringify(name)}. There are ${builtinPatternNames.join(', ')}.`,
    )
  }
  const own = (redaction.patterns ?? []).map(checkedPattern)
  const isFieldOff = (name: string | null): string | null => (name === null || off.has(name) ? null : name)
  const find = createFinder({ off, own, thorough: false })
  return new PatternRedactor(find, own, (field, value) => isFieldOff(secretOfField(field, value)))
}

/** What is to be taken out of a log that holds it already. */
export type Leak =
  | {
      /** The secret itself, as a text. */
      readonly secret: string
    }
  | {
      /** What the secret looks like. */
      readonly pattern: TextPattern
    }
  | {
      /** Whatever the built-in patterns find. */
      readonly builtin: true
    }

/** The name that a redacted place shows where a secret was given, not a pattern. */
const leakedSecretName = 'secret'
/** The name that a redacted place shows where a pattern was given. */
const leakedPatternName = 'pattern'

/** A shorter secret would be found everywhere. In characters. */
const shortestSecret = 4

/**
 * Makes a redactor for one leak. It looks into everything that can be decoded.
 * @throws HostError `bad-secret`, `bad-pattern`
 */
export function createLeakRedactor(leak: Leak): Redactor {
  if ('builtin' in leak) return createRedactor()
  if ('secret' in leak && leak.secret.length < shortestSecret) {
    throw new HostError(
      'bad-secret',
      `The secret has ${leak.secret.length} characters. Give at least ${shortestSecret}, or a pattern.`,
    )
  }
  const pattern =
    'secret' in leak
      ? { name: leakedSecretName, pattern: new RegExp(quoted(leak.secret), 'g') }
      : checkedPattern({ name: leakedPatternName, pattern: leak.pattern })
  const own = [pattern]
  return new PatternRedactor(createFinder({ off: null, own, thorough: true }), own, () => null)
}

/** The pattern with a flag of its own, so that a host's `lastIndex` has no say. */
function checkedPattern({ name, pattern }: RedactionPattern): OwnPattern {
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name)) {
    throw new HostError(
      'bad-pattern',
      `${JSON.stringify(name)} is no name of a redaction pattern. Use small letters, digits and hyphens.`,
    )
  }
  const own =
    pattern instanceof RegExp ? new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`) : pattern
  if (Array.from(own[Symbol.matchAll]('')).length > 0) {
    throw new HostError(
      'bad-pattern',
      `The redaction pattern ${name} (${pattern.source}) matches the empty text. Write one that needs a character.`,
    )
  }
  return { name, pattern: own }
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Digits of the digest beside the mark in an id: enough that two ids of one session never meet. */
const idDigits = 12

/** A digest of a key that a program made says nothing of it, and keeps two ids apart. */
function markInId(name: string, secret: string): string {
  return `${markOf(name)}#${hash('sha256', secret).slice(0, idDigits)}`
}

/** The fields of events' data that hold ids of calls, events and sessions. */
const idFields: ReadonlySet<string> = new Set(['call', 'child', 'parent', 'update'])

class PatternRedactor implements Redactor {
  readonly #text: RedactText
  readonly #id: RedactText
  readonly #value: ValueRedaction

  constructor(find: FindSecrets, own: readonly OwnPattern[], field: ValueRedaction['field']) {
    const names = new Set([
      ...builtinPatternNames,
      leakedSecretName,
      leakedPatternName,
      ...own.map(({ name }) => name),
    ])
    this.#text = createTextRedactor(find, names)
    this.#id = createTextRedactor(find, names, markInId)
    this.#value = { text: this.#text, field }
  }

  text(text: string, found?: FoundListener): string {
    return this.#text(text, found)
  }

  value<T>(value: T, found?: FoundListener): T {
    return redactValue(value, this.#value, found) as T // texts stay texts, lists lists, and so on
  }

  id(id: string, found?: FoundListener): string {
    return this.#id(id, found)
  }

  data<T extends object>(data: T, found?: FoundListener): T {
    // Ids first: what refers to another event or session must go on doing so.
    let changed: { [field: string]: unknown } | null = null
    for (const field of Object.keys(data)) {
      const value: unknown = Reflect.get(data, field)
      const id = this.#idOf(field, value, found)
      if (id === value) continue
      changed ??= {}
      changed[field] = id
    }
    return this.value(changed === null ? data : { ...data, ...changed }, found)
  }

  event(event: TodoEvent, found?: FoundListener): TodoEvent {
    const { source, actor } = event
    const id = this.id(event.id, found)
    const session = this.id(event.session, found)
    const call = source?.call === undefined ? undefined : this.id(source.call, found)
    const actorId = actor === undefined ? undefined : this.id(actor.id, found)
    const data = this.data(event.data, found)
    const isSame = id === event.id && session === event.session && call === source?.call
    if (isSame && actorId === actor?.id && data === event.data) return event
    return {
      ...event,
      id,
      session,
      data,
      ...(source === undefined || call === undefined ? {} : { source: { ...source, call } }),
      ...(actor === undefined || actorId === undefined ? {} : { actor: { ...actor, id: actorId } }),
    } as TodoEvent // only texts were replaced, by texts
  }

  #idOf(field: string, value: unknown, found?: FoundListener): unknown {
    if (typeof value === 'string') return idFields.has(field) ? this.id(value, found) : value
    if (field !== 'delivers' || !Array.isArray(value)) return value
    const ids = value.map((id: unknown) => (typeof id === 'string' ? this.id(id, found) : id))
    return ids.every((id, index) => id === value[index]) ? value : ids
  }
}

const nothing: Redactor = {
  text: (text) => text,
  value: (value) => value,
  id: (id) => id,
  data: (data) => data,
  event: (event) => event,
}
