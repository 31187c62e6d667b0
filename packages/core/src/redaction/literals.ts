/**
 * Tells a literal value from what stands in its place: a reference, a call, a type, a placeholder, a count. Whether the value
 * is worth hiding, its name says.
 */

/** Words that ask for a value, or say that it is none: with other words beside them it is none either. */
const askingWord =
  /(?:^|[^a-z])(?:test|testing|tests|tester|fake|dummy|mock|mocked|stub|example|examples|sample|demo|placeholder|removed|changeme|changeit|replace|replaceme|insert|todo|fixme|foobar|foo|bar|baz|your|yourself|xxx|enter|here|abcdef|lorem)(?:$|[^a-z])/
const askingPart =
  /placeholder|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|with)|redacted|dummy|\byour|0123456789|abcdefgh|deadbeef|not[-_]?set/i

/** What hides the rest of a value that is shown in part: `sk-p***cdef`. */
const mask = /\*{3,}|\.{3,}|…|x{4,}/gi

/** More than this beside a mask is a value of its own, in which such signs happen to stand. */
const longestShown = 20

/** Words that name what should stand there; a value of these alone is none. */
const namingWords: ReadonlySet<string> = new Set(
  `a abc access account admin alias an and any api apikey app asdf auth authorization bad base basic bearer bool boolean bytes char
  client config correct credential credentials current database db default disabled email empty enabled encrypted env
  error expired false field file final first for get good guest hash hashed header hidden id input invalid is json jwt
  key keys last local login long me mechanism method missing model my mysql name new next nil no none not null number of
  off old on only optional or passcode passphrase passwd password passwords passwort kennwort contraseña senha wachtwoord
  parolă hasło пароль pass path plain plaintext postgres previous private prompt provided public pw pwd random raw read
  redis refresh request required reset root salt secret secrets secure session set short some state stdin str string
  strong super supersecret temp text that the this to token tokens true type undefined unset user username uuid valid
  value var variable wrong xyz yes write`.split(/\s+/),
)

const types =
  /^(?:str|string|text|bytes?|bool|boolean|int|integer|uint|float|double|number|bigint|any|unknown|never|object|char|varchar|void|self|optional|list|dict|map|date|uuid|buffer|[iuf]\d{1,3}|u?int\d{1,3}|float\d{1,3})$/i
const ownTypes =
  /^[A-Z][A-Za-z]*(?:\d{1,2})?(?:String|Str|Array|Buffer|Key|Token|Secret|Password|Type|Config|Options|Provider|Schema)s?$/

const counting = /^[a-z]{0,3}[-_]?(?:1?234?5?6?7?8?9?0?|0+|1+)[!.]?$/i

/**
 * How a value stands there: in quotes, as a line of settings says it, as a part of an address, or as code may name it. The
 * more ways there are to say something else there, the more is taken for that.
 */
export type Written = 'quoted' | 'plain' | 'address' | 'code'

/** True for a value as it is used; false for a reference, a call, a type, a placeholder or a count. */
export function isLiteral(value: string, written: Written = 'plain'): boolean {
  if (isPlaceholder(value) || isVariable(value) || types.test(value) || ownTypes.test(value)) return false
  return written === 'address' || !(isPlace(value) || isCode(value, written))
}

/** Made by a program: long, letters and digits mixed all over. */
export function looksMade(value: string): boolean {
  const body = value.replace(/=+$/, '')
  if (body.length < 16 || !/[A-Za-z]/.test(body) || !/\d/.test(body)) return false
  return mixing(body) >= 0.18
}

/** False for a placeholder such as `xxxxxxxx`. */
export function isVaried(secret: string): boolean {
  return new Set(secret.slice(-24)).size >= 6
}

/** True for letters alone, as words are written: together, or with signs between them that names have. */
export function isWordy(value: string): boolean {
  return /^[A-Za-z]+(?:[-_.][A-Za-z]+)*$/.test(value)
}

/** True for what stands where a secret would: `changeme`, `<token>`, `xxxx`, what is redacted already. */
function isPlaceholder(value: string): boolean {
  if (value.startsWith('[redacted:') || /^<.*>$/.test(value)) return true
  if (new Set(value.slice(0, 1000)).size < Math.min(4, value.length)) return true
  const isRow = '01234567890'.includes(value) || '9876543210'.includes(value)
  if (/^\d+$/.test(value) ? value.length < 6 || isRow : counting.test(value)) return true
  const words = wordsOf(value)
  // `Password:` is a label; with other signs it is what somebody chose.
  if (/^[\p{L}\p{M}_.: *?-]+$/u.test(value) && words.every((word) => namingWords.has(word))) return true
  const shown = value.replace(mask, '')
  if (shown.length < value.length && shown.length <= longestShown) return true
  if (!askingPart.test(value) && !askingWord.test(words.join(' '))) return false
  // `test_9f86d0818…` is a key all the same.
  return mixing(/[A-Za-z0-9]{16,}/.exec(value)?.[0] ?? '') < 0.25
}

/** `getTokenV2` as `get`, `token`, `v`. */
function wordsOf(value: string): readonly string[] {
  const words = value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return words.match(/\p{L}+/gu) ?? []
}

/** `$TOKEN`, `${TOKEN}`, `$(cmd)`, `{{ token }}`, `%(token)s`, `%TOKEN%`, `#{token}`, `<token>`, `!vault`. */
const variables: readonly RegExp[] = [
  /^\$[{(]|\$\{[^}]+\}|\$\([^)]+\)|\{\{|#\{[^}]*\}|%\(\w+\)|^%(?:[A-Za-z_]\w*%|[sdv])$|^![A-Za-z]+$/,
  // What sops, Vault and Spring have encrypted.
  /^(?:ENC[[(]|vault:v\d|\{cipher\})/,
  /^(?:\{[\w. :-]*\}?|\[[\w. -]*\]?|\([\w. -]*\)?)[,;]*$/,
  // Small letters and a digit: what somebody chose, such as `$ecr3t`.
  /^\$+(?:[A-Z_][A-Z0-9_]*|[a-zA-Z_]+|[\d@*#?$!-]|env:\w+|[a-z_]\w*(?:->|\.|\[).*)[,;)]*$/,
]

const isVariable = (value: string): boolean => variables.some((pattern) => pattern.test(value))

/** Where a name with dots begins that leads to a value. */
const roots =
  /^(?:app|args|auth|cfg|config|configuration|context|ctx|data|env|event|form|global|import|input|local|module|opts?|options|os|params?|process|props|req|request|res|response|secrets?|self|session|settings|state|this|user|values?|vars?)$/i

/** Programs name values by what they are: a member, a call, a version, a pattern. */
function isCode(value: string, written: Written): boolean {
  // `^9.0.2`, `2026-01-05`
  if (/^[~^]?v?\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?$|^\d{4}-\d\d-\d\d(?:[T ].*)?$|^0x[\da-f]{1,8}$/i.test(value))
    return true
  // `getToken()`
  if (/^[A-Za-z_$][\w$.:>?-]*\(.*\)[;,]*$/.test(value)) return true
  if (/^(?:process|os|import|env|self|this|secrets|vars|data|local|module)[.[]/i.test(value)) return true
  // `config.auth2.token`, `settings.DB_PASSWORD`
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[!?]?$/.test(value) && mixing(value) < 0.25) {
    const parts = value.split(/\??\./)
    const isNaming = parts.some((part) => wordsOf(part).some((word) => namingWords.has(word)))
    return written === 'code' || roots.test(parts[0] ?? '') || isNaming
  }
  if (written !== 'quoted' && /^\/.*[[({\\$^|].*\/[dgimsuvy]*$/.test(value)) return true
  if (written !== 'code') return false
  const [called = ''] = /^[A-Za-z_$][\w$.:>?-]*(?=[([])/.exec(value) ?? []
  if (called !== '' && mixing(called) < 0.35) return true
  return /=>|::|^&[a-z]|^[{([]|^\??\.[A-Za-z_$]/.test(value)
}

/** A path, an address, a file. Base64 has its slashes between short runs of mixed characters. */
function isPlace(value: string): boolean {
  if (/[/\\]/.test(value)) {
    const parts = value.split(/[/\\]+/)
    const isPath = parts.every((part) => /^[\w.@~:-]*$/.test(part) && mixing(part) < 0.3)
    if (isPath && /^(?:\.{1,2}|~|[A-Za-z]:)?[/\\]/.test(value)) return true
    if (isPath && parts.every((part) => /^[a-z][a-z0-9_.-]+$/.test(part))) return true
  }
  const isNamed =
    /^[a-z][a-z0-9+.-]{1,30}:(?:\/\/|[a-z])/.test(value) ||
    /\.(?:env|json|ya?ml|[jt]sx?|py|go|rb|txt|pem|key|crt|md|com|io|org|net|dev)$/.test(value)
  return isNamed && mixing(value) < 0.3
}

/**
 * How often the kind of character changes (small letters, capitals, digits), as a share of all: words change seldom,
 * and what is random nearly every other time. A capital that begins a word is no change.
 */
export function mixing(value: string): number {
  const characters = value.replace(/[^A-Za-z0-9]+/g, '')
  let changes = 0
  let before = kindAt(characters, 0)
  for (let index = 1; index < characters.length; index += 1) {
    const kind = kindAt(characters, index)
    if (kind !== before && !(before === 'capital' && kind === 'small')) changes += 1
    before = kind
  }
  return characters === '' ? 0 : changes / characters.length
}

function kindAt(value: string, index: number): 'digit' | 'capital' | 'small' {
  const code = value.charCodeAt(index)
  if (code <= 57) return 'digit'
  return code <= 90 ? 'capital' : 'small'
}
