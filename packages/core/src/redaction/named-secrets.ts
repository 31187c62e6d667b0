/** Secrets that the names before them give away: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, the field of an object. */

import type { FoundSecret } from './kinds.js'
import { isLiteral, isWordy, looksMade, type Written } from './literals.js'

/** The name of the pattern for passwords, which people choose: shorter, and less random than keys. */
export const passwordName = 'password'
/** The name of the pattern for keys and tokens, which programs make. */
export const secretName = 'named-secret'

const keyOwners =
  'api|app|access|private|auth|encryption|encrypt|signing|account|master|license|storage|service|admin|webhook|deploy|root|user|write|read|shared[-_ ]?access|jwt|hmac|aes|ssh'
const names = `pass(?:w(?:or)?d|phrase|code)?|pwd|secret(?:[-_ ]?access)?(?:[-_ ]?key)?(?:[-_ ]?base)?|token|(?:${keyOwners})[-_ ]?key|credentials?|_auth|jwt`
/** What may stand after the word in a name: `SECRET_KEY_PROD`, `token2`. */
const nameEnd =
  '(?:[-_]?(?:prod|production|staging|stage|dev|live|base64|b64|hex|value|plain|old|new|current|primary|secondary|v?\\d{1,2}))?'

const namedHere = new RegExp(`(?:${names})${nameEnd}(?![\\w-])`, 'iy')
/** How names begin: in small letters, in capitals, or as a word within a name. */
export const nameBeginnings: readonly string[] = [
  ...new Set(['pass', 'pwd', 'secret', 'token', 'credential', '_auth', 'shared', ...keyOwners.split('|')]),
]
  .filter((word) => /^\w+$/.test(word))
  .flatMap((word) => [...new Set([word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])])
/** What may stand between a name and its value begins so; most names are followed by something else. */
const beginsSeparator = /[ \t"'`\\:=?!\]>,|*\n]/

const quote = '\\\\*["\'`]'
/** `password: str = "…"` */
const annotation = `[?!]?[ \\t]{0,3}:[ \\t]{0,3}[&A-Za-z_][^\\n="',;(){}]{0,40}=[ \\t]{0,3}(?=${quote})`
const equal = `[ \\t]{0,3}[=!]==?[ \\t]{0,3}(?=${quote})`
const usual = `(?:${quote})?\\]?[ \\t]{0,24}(?:=>|:=|[:=>])(?:\\s{0,24}(?=${quote})|[ \\t]{0,24})`
/** The next cell of a table. */
const cell = '[*_`]{0,3}[ \\t]{0,40}\\|[ \\t]{0,3}[*_]{0,3}(?=[^\\s|])'
const separators = new RegExp(`(${annotation}|${equal}|${usual}|${cell}|[ \\t]{1,3})(${quote})?`, 'y')
/** `name: DB_PASSWORD`, then `value: …`, in one line or two. */
const valueOfPair = new RegExp(
  `((?:${quote})?(?:\\s{0,3},?\\s{0,60}|[^\\n"',]{0,9}(?:\\n|\\\\{1,7}n)[^\\n"']{0,60}?[\\s|:+/])(?:${quote})?value(?:${quote})?[ \\t]{0,3}[:=][ \\t]{0,3})(${quote})?`,
  'iy',
)
const nameOfPair = /(?:name|key|id|variable)\\*["'`]?[ \t]{0,3}[:=][ \t]{0,3}\\*["'`]?$/i
const wholeName = new RegExp(`(?:^|[-_.\\s]|(?<=[a-z0-9]))(?:${names})${nameEnd}$`, 'i')

const passwordWord = /pass(?:w(?:or)?d|phrase|code)|pwd/i
/** `pass` is what a test does, too, and the end of other words. */
const barePass = /pass$/i
const passOfSomething =
  /(?:^|[-_.])(?:[a-z0-9]+[-_])+pass$|(?:db|my|user|smtp|mysql|pg|root|admin|ftp|sudo|redis|mail|ldap|http)pass$|[a-z]Pass$/i
/** Its values are of one form, in which a slash is no path's. */
const ofAws = /secret[-_ ]?access/i
/** The folder that a program runs in has the same name. */
const workingFolder = /^-{0,2}pwd$/i
/** Names of which every literal is a secret; of the others what a program made. */
const telling =
  /secret|(?:api|access|private|encrypt(?:ion)?|signing|master|jwt|hmac|aes|webhook|deploy|shared[-_ ]?access)[-_ ]?key|(?:access|auth|api|refresh|bearer|bot|session|personal|oauth|deploy|github|gh|gitlab|npm|slack)[-_ ]?token|_auth/i
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
  if (!beginsSeparator.test(text.charAt(end))) return { end, secret: null }
  const assigned = assignedAt(text, { index, end, from })
  const secret = assigned === null ? null : secretAt(text, assigned)
  return { end: secret?.end ?? end, secret }
}

/** A name, and a value that stands beside it. */
interface Assigned {
  /** The whole name, and where it starts. */
  readonly name: string
  readonly nameStart: number
  /** The text before the word in the name that says secret, as far as it matters. */
  readonly before: string
  /** What stands between the name and the value, without a quote. */
  readonly separator: string
  /** The quote before the value, with the backslashes before it; empty where there is none. */
  readonly opening: string
  /** True for `name: NAME`, then `value: …`. */
  readonly isPair: boolean
  readonly value: string
  /** Where the value starts. */
  readonly start: number
}

function assignedAt(
  text: string,
  { index, end, from }: { readonly index: number; readonly end: number; readonly from: number },
): Assigned | null {
  let nameStart = index
  while (index - nameStart < longestName && ofName[text.charCodeAt(nameStart - 1)] === 1) nameStart -= 1
  const name = text.slice(nameStart, end)
  const before = text.slice(Math.max(from, index - 120), index)
  separators.lastIndex = end
  const separated = separators.exec(text)
  const said = separated?.[1] ?? ''
  // Of what stands behind a space, flags have values, and passwords: `--token abc`, `PASSWORD 'abc'`.
  const isBeside =
    (isCell(said) ? beginsCell.test(before) : said.trim() !== '') ||
    name.startsWith('-') ||
    /^passw/i.test(text.slice(index, end)) ||
    isSetByCommand(text, nameStart)
  const usually = isBeside ? separated : null
  if (usually === null && !isNameOfPair(text, nameStart)) return null
  valueOfPair.lastIndex = end
  const [whole, separator = '', opening = ''] = usually ?? valueOfPair.exec(text) ?? []
  if (whole === undefined) return null
  const start = end + whole.length
  const value = opening === '' ? bareValue(text, start) : quotedValue(text, start, opening)
  if (value.length < 4) return null
  if (opening === '') {
    // `password: str,`: most names in code fall here, at little cost.
    const isInCode = /[,;)\]}?!([{]/.test(text.charAt(start + value.length))
    if (isInCode && !/\d|=$/.test(value + separator)) return null
    // `token==other`
    if (value.startsWith('=') && separator.trim() === '=' && !inCapitals.test(name)) return null
    // `is ? 'password' : 'other'`
  } else if (/\?\s{0,3}["'`]$/.test(text.slice(Math.max(0, nameStart - 5), nameStart))) return null
  return { name, nameStart, before, separator, opening, start, isPair: usually === null, value }
}

const longestName = 100
const ofName = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** `setx API_KEY …`, `aws configure set aws_secret_access_key …`, `npm config set //host/:_authToken …` */
const settingCommand =
  /(?:\bsetenv|\bsetx|\bconfig(?:ure)? set(?: --[\w-]{1,40})?)\s{1,3}["']?(?:\/\/[\w./-]{1,80}:)?$/i

function isSetByCommand(text: string, nameStart: number): boolean {
  return settingCommand.test(text.slice(Math.max(0, nameStart - 120), nameStart))
}

/** True behind `name:`, `key=` and their like. */
function isNameOfPair(text: string, nameStart: number): boolean {
  return (
    /[:=][ \t"'`\\]{0,6}$/.test(text.slice(Math.max(0, nameStart - 8), nameStart)) &&
    nameOfPair.test(text.slice(Math.max(0, nameStart - 28), nameStart))
  )
}

function secretAt(text: string, assigned: Assigned): FoundSecret | null {
  const { name, before, opening, start } = assigned
  const says = tellingOf(name)
  if (says === 'maybe' && assigned.value.length < 16) return null
  if (otherTokens.test(before.slice(-16)) || (before.includes('arn:') && /arn:[\w:-]*$/.test(before)))
    return null
  const written = writtenAs(text, assigned)
  // In code a comma ends the value.
  const value = written === 'code' ? assigned.value.replace(/,.*$/, '') : assigned.value
  const isOfAws = ofAws.test(name) && /^[A-Za-z0-9+/]{40}$/.test(value)
  if (written === null || !(isOfAws || isSecret(value, says, written))) return null
  if (workingFolder.test(name) && !/^[^/\\:]*[\d!@#$%^&*][^/\\:]*$/.test(value)) return null
  // Outside quotes the sentence's full stop is none of the value.
  const end = start + (opening === '' ? value.replace(/[.:!?]+$/, '').length : value.length)
  return { start, end, name: nameOf(says) }
}

function nameOf(says: Telling): string {
  return says === 'password' ? passwordName : secretName
}

function tellingOf(name: string): Telling {
  if (passwordWord.test(name)) return 'password'
  if (barePass.test(name)) return passOfSomething.test(name) ? 'password' : 'maybe'
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
  let value = text.slice(start, bare.lastIndex)
  // `?token=…&next=…`, `password=…,user=…`
  if (value.includes('&')) {
    value = value.replace(/&[\w.-]{1,60}=.*$/, '')
    if (text.charAt(start + value.length) === ';') value = value.replace(/&#?\w{1,8}$/, '')
  }
  if (value.includes(',')) value = value.replace(/,(?:[A-Za-z_]{2,60}=.+)?$/, '')
  // `f(token=abc)`, `{password: abc}`: without the bracket that was opened before.
  let open = 0
  for (const { 0: sign, index } of value.matchAll(/[()[\]{}]/g)) {
    open += '([{'.includes(sign) ? 1 : -1
    if (open < 0) return value.slice(0, index)
  }
  return value
}

/** How a value stands there; null where it is none, as after a name in a sentence. */
function writtenAs(text: string, assigned: Assigned): Written | null {
  const { name, nameStart, before, separator, opening, isPair, value, start } = assigned
  if (isPair) return opening === '' ? 'plain' : 'quoted'
  const sign = separator.trim()
  const isFlag = name.startsWith('-')
  const isSet = sign === '' && isSetByCommand(text, nameStart)
  if (opening !== '') {
    if (sign === '') return isFlag || isSet || /password$|passwd$/i.test(name) ? 'quoted' : null
    return /^[=!]==?$/.test(sign) && !passwordWord.test(name) ? null : 'quoted'
  }
  if (isCell(separator)) {
    // `| password | … |`: the value is all of its cell, and no word.
    const isWholeCell = /^[ \t*_`]*\|/.test(text.slice(start + value.length, start + value.length + 20))
    return isWholeCell && /[\d!@#$%^&?]/.test(value) ? 'plain' : null
  }
  if (sign !== '') return isFlag || isPlain(text, assigned) ? 'plain' : 'code'
  if (isSet) return 'plain'
  if (isFlag) return value.startsWith('-') || sentenceWord.test(value) ? null : 'plain'
  // .netrc
  const isOfLogin = /^password$/i.test(name) && /\blogin\s+\S+\s[^\n]{0,8}\n?[^\n]{0,60}$/.test(before)
  return isOfLogin ? 'plain' : null
}

function isCell(separator: string): boolean {
  return /^[*_`\s]*\|[\s*_]*$/.test(separator)
}

/** Between the bar and the name of a secret. */
const beginsCell = /\|[ \t*_`]*[\w .-]{0,40}$/

/** Words of a sentence after the name of an option. */
const sentenceWord =
  /^(?:and|are|argument|as|at|but|by|can|does|flag|for|from|has|if|in|instead|is|must|of|on|option|parameter|should|so|stdin|than|then|was|when|which|will|with)$/i

/** True where a line says the value as it is: of an environment, of properties, of YAML, of a connection. */
function isPlain(text: string, { start, before, separator, name, value }: Assigned): boolean {
  const end = start + value.length
  const isEndOfLine = /^[ \t]*(?:\||#|`|$|\r?\n|\\{1,7}[rn])/.test(text.slice(end, end + 20))
  if (separator === '=') {
    if (inCapitals.test(name)) return true
    // `https://example.com/?access_token=…`
    if (before.includes('://') && /:\/\/\S*[?&][\w.-]*$/.test(before)) return true
    if (text.charAt(end) === ';' || /;\s?[\w ]*$/.test(before))
      return /[a-z]+ ?[a-z]*=[^\n=;]*;\s?[\w ]*$/i.test(before)
    if (/(?:^|\s)(?:export|env|set|-e|--env)\s[\w.-]*$/.test(before)) return true
    return name.split('.').length > 2 && !/^(?:this|self)\./.test(name) && isEndOfLine
  }
  // `X-Api-Key: …`
  if (/^(?:x|private)-[\w-]+$/i.test(name) && separator.startsWith(':')) return true
  if (!/^[=:]\s/.test(separator.trimStart()) || !isEndOfLine) return false
  if (!/(?:^|[\n\s|:+#/>-])[\w.-]*$/.test(before)) return false
  // A word may be a variable: then another line must say that these are settings.
  return isWordy(value) ? isAmongSettings(text, end, before) : !/[,(]$/.test(value)
}

const setting = /^[^\n"']{0,80}?[\w.-]+:(?: [^\n]*[^\n,;{([])?$/
function isAmongSettings(text: string, end: number, before: string): boolean {
  const [, next] = text.slice(end, end + 400).split('\n', 2)
  const previous = before.split('\n').at(-2)
  return [previous, next?.slice(0, 200)].some((line) => line !== undefined && setting.test(line.trimEnd()))
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
