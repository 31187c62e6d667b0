/** Secrets that the names before them give away: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, the field of an object. */

import type { FoundSecret } from './kinds.js'
import { isLiteral, isWordy, looksMade, type Written } from './literals.js'

/** The name of the pattern for passwords, which people choose: shorter, and less random than keys. */
export const passwordName = 'password'
/** The name of the pattern for keys and tokens, which programs make. */
export const secretName = 'named-secret'

const keyOwners =
  'api|app|access|private|auth|encryption|signing|account|master|license|storage|service|admin|webhook|deploy|root|shared|jwt|ssh'
const names = `pass(?:w(?:or)?d|phrase|code)?|pwd|secret(?:[-_ ]?access)?(?:[-_ ]?key)?(?:[-_ ]?base)?|token|(?:${keyOwners})[-_ ]?key|credentials?|_auth|jwt`
/** What may stand after the word in a name: `SECRET_KEY_PROD`, `token2`. */
const nameEnd =
  '(?:[-_]?(?:prod|production|staging|stage|dev|live|value|old|new|current|primary|secondary|v?\\d{1,2}))?'

const namedHere = new RegExp(`(?:${names})${nameEnd}(?![\\w-])`, 'iy')
/** How names begin: in small letters, in capitals, or as a word within a name. */
export const nameBeginnings: readonly string[] = [
  ...new Set(['pass', 'pwd', 'secret', 'token', 'credential', '_auth', ...keyOwners.split('|')]),
].flatMap((word) => [...new Set([word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])])
const wholeName = new RegExp(`(?:^|[-_.\\s]|(?<=[a-z0-9]))(?:${names})${nameEnd}$`, 'i')

const quote = '\\\\*["\'`]'
/** What stands between a name and its value: a sign, or a space as behind a flag; and a quote. */
const separators = new RegExp(
  `((?:${quote})?\\]?[ \\t]{0,24}(?:=>|:=|[:=>])(?:\\s{0,24}(?=${quote})|[ \\t]{0,24})|[ \\t]{1,3})(${quote})?`,
  'y',
)
/** Most names are followed by something else. */
const beginsSeparator = /[ \t"'`\\:=\]>]/

const passwordWord =
  /pass(?:w(?:or)?d|phrase|code)|pwd|(?:[-_.]|(?:db|user|smtp|mysql|pg|root|admin|redis))pass$|[a-z]Pass$/i
/** Its values are of one form, in which a slash is no path's. */
const ofAws = /secret[-_ ]?access/i
/** Names of which every literal is a secret; of the others what a program made. */
const telling =
  /secret|(?:api|access|private|encryption|signing|master|jwt|webhook|deploy|shared)[-_ ]?key|(?:access|auth|api|refresh|bearer|bot|session|personal|oauth|deploy|github|gh|gitlab|npm|slack)[-_ ]?token|_auth/i
/** Tokens that are no secrets: places in a listing, and what ends a wait. */
const otherTokens =
  /(?:next|page|paging|continuation|continue|sync|cancel|cancellation|abort|cursor|resume|eos|bos|pad|stop|start|end|mask|sep|special|unk|first|last|prev|previous|public|design|per|by)[-_ ]?$/i

const inCapitals = /^[A-Z][A-Z0-9_]*$/

/** What a name says of the value beside it. */
type Telling = 'password' | 'secret' | 'maybe'

/** No value is longer, in characters. */
const longestValue = 512
const bare = /[^\s"'`<>\\;|]{1,512}/y
const inQuotes = new Map([
  ['"', /(?:[^\s"\\]|\\[^\s]){1,512}/y],
  ["'", /(?:[^\s'\\]|\\[^\s]){1,512}/y],
  ['`', /(?:[^\s`\\]|\\[^\s]){1,512}/y],
])
const inEscapedQuotes = /[^\s"'`\\]{1,512}/y

/** A name, and a value that stands beside it. */
interface Assigned {
  readonly name: string
  /** What of the name stands before the word that says secret. */
  readonly owner: string
  /** The text before the name, as far as it matters. */
  readonly before: string
  /** The sign between the name and the value; empty for a space alone. */
  readonly separator: string
  /** True for `name: value` and `name= value`. */
  readonly isSpaced: boolean
  /** The quote before the value, with the backslashes before it; empty where there is none. */
  readonly opening: string
  readonly value: string
  /** What follows the value, as far as it matters. */
  readonly after: string
}

/**
 * The secret that a name gives away which begins at a place, or null, and where to look on.
 * @param from where the secret before it ends: what is taken out says nothing of what follows
 */
export function namedSecretAt(
  text: string,
  index: number,
  from: number,
): { readonly end: number; readonly secret: FoundSecret | null } {
  namedHere.lastIndex = index
  if (!namedHere.test(text)) return { end: index + 1, secret: null }
  const end = namedHere.lastIndex
  const nothing = { end, secret: null }
  if (!beginsSeparator.test(text.charAt(end))) return nothing
  separators.lastIndex = end
  const [whole, separator = '', opening = ''] = separators.exec(text) ?? []
  if (whole === undefined) return nothing
  const start = end + whole.length
  const value = opening === '' ? bareValue(text, start) : quotedValue(text, start, opening)
  if (value.length < 4) return nothing
  let nameStart = index
  while (index - nameStart < longestName && ofName[text.charCodeAt(nameStart - 1)] === 1) nameStart -= 1
  const secret = secretIn({
    name: text.slice(nameStart, end),
    owner: text.slice(Math.max(nameStart, index - 16), index),
    before: text.slice(Math.max(from, nameStart - 120), nameStart),
    separator: separator.trim(),
    isSpaced: /^\s*[=:]\s/.test(separator),
    opening,
    value,
    after: text.slice(start + value.length, start + value.length + 20),
  })
  if (secret === null) return nothing
  const after = start + secret.value.length
  return { end: after, secret: { start, end: after, name: nameOf(secret.says) } }
}

const longestName = 100
const ofName = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** What of a value is a secret, or null where it is none. */
function secretIn(assigned: Assigned): { readonly value: string; readonly says: Telling } | null {
  const { name, owner, before, opening } = assigned
  const says = tellingOf(name)
  if (otherTokens.test(owner) || /arn:[\w:-]*$/.test(before)) return null
  const written = writtenAs(assigned)
  if (written === null) return null
  // In code a comma ends the value; outside quotes the sentence's full stop is none of it.
  const whole = written === 'code' ? assigned.value.replace(/,.*$/, '') : assigned.value
  const isOfAws = ofAws.test(name) && /^[A-Za-z0-9+/]{40}$/.test(whole)
  if (!isOfAws && !isSecret(whole, says, written)) return null
  return { value: opening === '' ? whole.replace(/[.:!?]+$/, '') : whole, says }
}

function nameOf(says: Telling): string {
  return says === 'password' ? passwordName : secretName
}

function tellingOf(name: string): Telling {
  if (passwordWord.test(name)) return /^-{0,2}pwd$/i.test(name) ? 'maybe' : 'password' // the working folder
  return telling.test(name) || /^[A-Z0-9]+_[A-Z0-9_]*TOKEN/.test(name) ? 'secret' : 'maybe'
}

/** The text up to the closing quote, or nothing where there is none in the line. */
function quotedValue(text: string, start: number, opening: string): string {
  const shape = inQuotes.get(opening) ?? inEscapedQuotes
  shape.lastIndex = start
  const value = shape.exec(text)?.[0] ?? ''
  return /^\\*["'`]/.test(text.slice(start + value.length, start + value.length + 12)) ? value : ''
}

function bareValue(text: string, start: number): string {
  bare.lastIndex = start
  if (!bare.test(text)) return ''
  // `?token=…&next=…`, `password=…,user=…`
  const value = text
    .slice(start, bare.lastIndex)
    .replace(/&[\w.-]{1,60}=.*$/, '')
    .replace(/,(?:[A-Za-z_]{2,60}=.+)?$/, '')
  // `f(token=abc)`, `{password: abc}`: without the bracket that was opened before.
  let open = 0
  for (const { 0: sign, index } of value.matchAll(/[()[\]{}]/g)) {
    open += '([{'.includes(sign) ? 1 : -1
    if (open < 0) return value.slice(0, index)
  }
  return value
}

/** Words of a sentence after the name of an option. */
const sentenceWord =
  /^(?:and|are|argument|as|at|but|by|can|does|flag|for|from|has|if|in|instead|is|must|of|on|option|parameter|should|so|stdin|than|then|was|when|which|will|with)$/i

/** `setx API_KEY …`, `aws configure set aws_secret_access_key …`, `npm config set //host/:_authToken …` */
const settingCommand = /(?:\bsetenv|\bsetx|\bconfig(?:ure)? set)\s{1,3}["']?(?:\/\/[\w./-]{1,80}:)?$/i

/** How a value stands there; null where it is none, as after a name in a sentence. */
function writtenAs({ name, before, separator, isSpaced, opening, value, after }: Assigned): Written | null {
  const isFlag = name.startsWith('-')
  if (separator === '') {
    if (settingCommand.test(before)) return 'plain'
    // `--token abc`; a line of .netrc
    if (isFlag) return value.startsWith('-') || sentenceWord.test(value) ? null : 'plain'
    return /^password$/i.test(name) && /\blogin\s+\S+\s[^\n]{0,8}\n?[^\n]{0,60}$/.test(before)
      ? 'plain'
      : null
  }
  if (opening !== '') return /\?\s{0,3}["'`]$/.test(before) ? null : 'quoted' // `is ? 'password' : 'other'`
  if (isFlag || /^(?:x|private)-[\w-]+$/i.test(name)) return 'plain' // `X-Api-Key: …`
  const isEndOfLine = /^[ \t]*(?:\||#|`|$|\r?\n|\\{1,7}[rn])/.test(after)
  if (separator === '=' && !isSpaced) {
    if (inCapitals.test(name)) return value.startsWith('=') ? 'code' : 'plain'
    // `https://example.com/?access_token=…`, `User Id=ada;Password=…;`
    if (/:\/\/\S*[?&]$/.test(before) || /[a-z]=[^\n=;]*;\s?[\w ]*$/i.test(before)) return 'plain'
    if (/(?:export|env|set|-e)\s$/.test(before)) return 'plain'
    return name.split('.').length > 2 && isEndOfLine ? 'plain' : 'code'
  }
  // A line of YAML. A word alone may be a variable or a type of code.
  const isLine = isSpaced && isEndOfLine && /(?:^|[\n\s|:+#/>-])$/.test(before)
  return isLine && !/[,({[]$/.test(value) && !isWordy(value) ? 'plain' : 'code'
}

/** True where a value under the name of a secret is one, as far as can be seen. */
function isSecret(value: string, says: Telling, written: Written): boolean {
  // Most values fall here already, at little cost.
  if (written === 'code' && !/\d/.test(value)) return false
  if (says === 'maybe') return looksMade(value) && isLiteral(value, written)
  if (!isLiteral(value, written)) return false
  if (written !== 'code') return says === 'password' || value.length >= 6
  return says === 'password' ? isChosen(value) : looksMade(value)
}

/** What code could name as well is a password where it has a digit, and is no name in small letters. */
function isChosen(value: string): boolean {
  return (
    value.length >= 6 &&
    /[A-Za-z]/.test(value) &&
    !/^[a-z]+\d*(?:_[a-z\d]+)+$/.test(value) &&
    !/^[\w$.]+(?:[?:&+*=!-]+[\w$.]+)*[?:&+*=]+[\w$.]+$/.test(value)
  )
}

/** The pattern that a field's value falls under by the field's name, or null. */
export function secretOfField(field: string, value: string): string | null {
  if (field.length > 100 || value.length > longestValue || value.length < 4 || /\s/.test(value)) return null
  const match = wholeName.exec(field)
  if (match === null || otherTokens.test(field.slice(0, match.index + 1))) return null
  const says = tellingOf(field)
  return isSecret(value, says, 'quoted') ? nameOf(says) : null
}
