/**
 * Secrets that a name beside them gives away: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, a field of an object.
 * The name alone says little in code and prose; whether the value looks like a secret decides.
 */

import type { FoundSecret } from './secret-shape.js'

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

const assignment = new RegExp(
  `(?:${names})${nameEnd}(?![\\w-])(\\\\*["'\`]?\\]?\\s{0,3}(?:=>|:=|[:=>])\\s{0,3}| {1,3})(\\\\*["'\`])?`,
  'gi',
)
const wholeName = new RegExp(`(?:^|[-_.\\s]|(?<=[a-z0-9]))(?:${names})${nameEnd}$`, 'i')
const passwordWord = /pass(?:w(?:or)?d|phrase|code)?|pwd/i
/** Tokens that are no secrets: places in a listing, and what ends a wait. */
const otherTokens =
  /(?:next|page|paging|continuation|continue|sync|cancel|cancellation|abort|cursor|resume|eos|bos|pad|stop|start|end|mask|sep|special|unk|first|last|prev|previous|public|design|per|by)[-_ ]?$/i

/** No value is longer, in characters. */
const longestValue = 512
const quoted = /[^\s"'`<>\\]{1,512}/y
const unquoted = /[^\s"'`<>\\,;)(}{[\]|]{1,512}/y

/** Finds the secrets of a text that the names before them give away. */
export function findNamedSecrets(text: string, isOff: (name: string) => boolean): readonly FoundSecret[] {
  const found: FoundSecret[] = []
  assignment.lastIndex = 0
  for (let match = assignment.exec(text); match !== null; match = assignment.exec(text)) {
    const [whole, separator = '', quote = ''] = match
    const start = match.index + whole.length
    const before = text.slice(Math.max(0, match.index - 40), match.index)
    const word = whole.slice(0, whole.length - separator.length - quote.length)
    const isPassword = passwordWord.test(word)
    // `--token abc`, `PASSWORD 'abc'`
    const isAssigned =
      separator.trim() !== '' ||
      (/(?:^|[\s"'`])--?[\w-]{0,38}$/.test(before) && quote === '') ||
      (quote !== '' && /password|passwd/i.test(word))
    if (!isAssigned || otherTokens.test(before)) continue
    const shape = quote === '' ? unquoted : quoted
    shape.lastIndex = start
    // `?token=…&next=…`
    const value = (shape.exec(text)?.[0] ?? '').replace(/&[\w.-]{1,60}=.*$/, '')
    if (quote !== '' && !endsQuote(text, start + value.length)) continue
    const name = isPassword ? passwordName : secretName
    if (isOff(name) || !isLikelySecret(isPassword, value, quote !== '')) continue
    // Outside quotes the sentence's full stop is none of the value.
    const end = start + (quote === '' ? value.replace(/[.:!?]+$/, '').length : value.length)
    found.push({ start, end, name })
    assignment.lastIndex = end
  }
  return found
}

/** The pattern that a field's value falls under by the field's name, or null. */
export function secretOfField(field: string, value: string): string | null {
  if (field.length > 100 || value.length > longestValue || value.length < 6) return null
  const match = wholeName.exec(field)
  if (match === null || otherTokens.test(field.slice(0, match.index + 1))) return null
  if (/[\s"'`<>\\]/.test(value)) return null
  const isPassword = passwordWord.test(match[0])
  return isLikelySecret(isPassword, value, true) ? (isPassword ? passwordName : secretName) : null
}

function endsQuote(text: string, at: number): boolean {
  return /^\\*["'`]/.test(text.slice(at, at + 12))
}

/** True where a value under the name of a secret is one, as far as can be told. */
function isLikelySecret(isPassword: boolean, value: string, isQuoted: boolean): boolean {
  // Most values fall here already, at little cost.
  if (!/\d/.test(value) && !(isPassword && isQuoted)) return false
  if (isPlaceholder(value) || isCode(value)) return false
  return isPassword ? isLikelyPassword(value, isQuoted) : isLikelyKey(value)
}

function isLikelyPassword(value: string, isQuoted: boolean): boolean {
  if (value.length < 6 || !/[A-Za-z]/.test(value)) return false
  if (/\d/.test(value)) return isQuoted || !/^[a-z]+\d*(?:_[a-z\d]+)+$/.test(value)
  return isQuoted && /[!@#$%^&*+=?~]/.test(value) && distinct(value) >= 6
}

/** Made by a program: long, letters and digits mixed all over. */
function isLikelyKey(value: string): boolean {
  const body = value.replace(/=+$/, '')
  if (body.length < 16 || !/[A-Za-z]/.test(body) || !/\d/.test(body)) return false
  return entropy(body) >= 3 && mixing(body) >= 0.18
}

/** Words that people put where a secret would stand; the short ones only between hyphens. */
const placeholderWord =
  /(?:^|[^a-z])(?:test|testing|tests|fake|dummy|mock|mocked|stub|example|sample|demo|placeholder|removed|hidden|changeme|change|replace|insert|todo|fixme|none|null|undefined|true|false|foobar|invalid|expired|wrong|secret|password|passwd|token|apikey|here|value|string|required|optional|valid|abcdef|supersecret)(?:$|[^a-z])|(?:^|[-_. ])(?:your|my|the|some|foo|bar|baz|abc|xyz)(?:$|[-_. ])/i
const placeholderPart =
  /placeholder|change-?_?me|redacted|dummy|\byour|\.\.\.|…|xxxx|\*\*\*|0123456789|1234567890|abcdefgh|deadbeef|<|>|\$\{|\{\{|%[sdv]\b|\$\(|#\{/i
const counting =
  /^(?:(?:my|your|the|db)[-_ ]?)?(?:pass(?:word)?|secret|token|key|pw|pwd|abc|test|admin)?[-_]?(?:123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?|1|2|0+)[!.]?$/i

/** True for what stands where a secret would: `changeme`, `<token>`, `${TOKEN}`, `xxxx`, what is redacted already. */
export function isPlaceholder(value: string): boolean {
  if (value.startsWith('[redacted:') || value.startsWith('$') || /^%[A-Za-z_]/.test(value)) return true
  if (distinct(value) < Math.min(5, value.length)) return true
  if (placeholderPart.test(value) || counting.test(value)) return true
  // `test_9f86d0818…` is a key all the same.
  const [longest = ''] = value.match(/[A-Za-z0-9]{16,}/) ?? []
  return placeholderWord.test(words(value)) && mixing(longest) < 0.25
}

/** `getTokenV2` as `get Token V2`. */
function words(value: string): string {
  return value.replace(/([a-z])([A-Z])/g, '$1 $2')
}

/** Programs name values by what they are: a path, a member, a call, a number. */
function isCode(value: string): boolean {
  if (/\w\(|=>|\{.*\}|::|^@|^[./~]|\/\/|^0x[\da-f]{1,8}$|^(?:process|os|import)\b/i.test(value)) return true
  if (/\.(?:env|json|ya?ml|[jt]sx?|py|go|txt|pem|key|md|com|io|org|net|dev)$/i.test(value)) return true
  // `config.auth2.token`, `this.token`
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*(?:\[\d+\])?)+[!?]?$/.test(value) && mixing(value) < 0.3)
    return true
  // Paths; base64 has its slashes between short runs of mixed characters.
  return /^(?:[\w.-]+\/)+[\w.-]*$/.test(value) && mixing(value) < 0.2
}

function distinct(value: string): number {
  return new Set(value).size
}

/**
 * How often the kind of character changes (small letters, capitals, digits), as a share of all: words change seldom,
 * and what is random nearly every other time. A capital that begins a word is no change.
 */
function mixing(value: string): number {
  const characters = value.replace(/[^A-Za-z0-9]+/g, '')
  let changes = 0
  for (let index = 1; index < characters.length; index += 1) {
    const before = kindAt(characters, index - 1)
    const kind = kindAt(characters, index)
    if (kind !== before && !(before === 'capital' && kind === 'small')) changes += 1
  }
  return characters === '' ? 0 : changes / characters.length
}

function kindAt(value: string, index: number): 'digit' | 'capital' | 'small' {
  const code = value.charCodeAt(index)
  if (code <= 57) return 'digit'
  return code <= 90 ? 'capital' : 'small'
}

/** Shannon's entropy in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
