/** Secrets that are known by their own structure or by what stands around them. Every look is bounded. */

import { isWithinWord, type SecretKind } from './kinds.js'
import { isLiteral, isVaried, looksMade, type Written } from './literals.js'

interface ShapeOptions {
  /** How far the pattern looks, in characters; 1,000 when absent. */
  readonly reach?: number
  /** True where a letter or digit right before says that it is another word: `task-…` is no `sk-…`. */
  readonly isWord?: true
  /** Says whether a text of this shape is worth hiding. */
  readonly check?: (secret: string) => boolean
}

/**
 * How a secret looks that begins with, or stands around, a text that is always the same: the texts, with bars between them,
 * and a sticky pattern. The secret is its group, or all of it.
 */
type Shape = readonly [name: string, starts: string, shape: RegExp, options?: ShapeOptions]

const isWord = { isWord: true } as const

const jwt =
  /eyJ[\w-]{8,600}={0,2}\.(?:eyJ[\w-]{8,8000}={0,2}\.[\w-]{16,2000}|[\w-]{0,800}\.[\w-]{8,800}\.[\w-]{8,8000}\.[\w-]{8,800})/dy

/** The base64 body of a key, however its lines are broken: line breaks, `\n` in JSON, quotes and `+` in code. */
const isKeyBody = (block: string): boolean => {
  const [, , body = ''] = block.split('-----')
  return /[A-Za-z0-9+/=]{40}/.test(body.replace(/\\+[nrt]|[\s"'`+,\\]/g, ''))
}

/** True where base64 gives `user:password`. */
const isUserAndPassword = (encoded: string): boolean =>
  /^[\x20-\x7e]{1,100}?:[\x20-\x7e]{2,}$/.test(Buffer.from(encoded, 'base64').toString('latin1'))

const usualPasswords =
  /^(?:pass(?:word|wd)?|pwd|pw|secret|postgres|root|admin|user(?:name)?|guest|\d{1,5}(?::\d{1,5})?)$/i

const isRealPassword = (password: string, written?: Written): boolean =>
  password.length >= 3 && isLiteral(password, written) && !usualPasswords.test(password)

const isPassword = (password: string): boolean => isRealPassword(password)

const isMadeToken = (value: string): boolean => isLiteral(value) && looksMade(value)

/** A cookie that says who somebody is, by its name or its value. */
const isSignedIn = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => {
    const [, name = '', value = ''] = /^\s*([^=]+)=(.*)$/.exec(cookie) ?? []
    const isNamed = /sess|sid$|auth|token|jwt|csrf|xsrf|remember|login/i.test(name)
    return isLiteral(value) && (isNamed ? value.length >= 6 : looksMade(value))
  })

const cookie = '[\\w!#$%&*.^~+-]{1,80}=[^\\s;,"\'`\\\\]{0,4096}'

/** Commands whose own rules say where a password stands, and the option before it. */
const commands: readonly (readonly [starts: string, option: string])[] = [
  ['mysql|mysqldump|mysqladmin|mariadb', '-p'],
  ['curl', '(?:-[a-zA-Z]{0,5}u ?|--(?:proxy-)?user[ =])["\']?[^\\s:"\'$<>]{1,64}:'],
  ['sshpass', '-p ?'],
  ['redis-cli|valkey-cli', '(?:-a|--pass) '],
  ['docker login|podman login|az login', '-p[ =]?'],
]

/** Passwords in commands: a word in quotes or not, behind an option; a line may be broken by a backslash. */
const inCommands = commands.map(([names, option]): Shape => {
  const pattern = `(?:${names})(?![\\w.])(?:[^\\n\\\\|;]|\\\\\\r?\\n){0,300}?\\s${option}["']?([^\\s"'\`<>|;\\\\]{3,200})`
  return ['command-password', names, new RegExp(pattern, 'dy'), { ...isWord, check: isPassword }]
})

const shapes: readonly Shape[] = [
  [
    'private-key',
    '-----BEGIN ',
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){40,20000}(?:-----END [A-Z0-9 ]{1,60}-----)?/dy,
    { reach: 20_200, check: isKeyBody },
  ],
  // In a password a slash and an at sign stand for themselves; behind a port begins a path.
  [
    'url-password',
    '://',
    /:\/\/[^\s:@/?#"'`<>\\()[\]{}]{0,100}:((?!\d{1,5}\/)[^\s"'`<>\\@]{1,200}(?:@[^\s"'`<>\\@/]{1,100})?)@(?=[\w.-]{1,253}(?::[\d$]|[^\w:@.-]|$)|\[)/dy,
    { check: (password) => isRealPassword(password, 'address') },
  ],
  [
    'url-token',
    '://',
    /:\/\/([\w.~+=-]{16,255})@(?=[\w.-]{1,253}(?::\d|[^\w:@.-]|$))/dy,
    { check: isMadeToken },
  ],
  [
    'basic-authorization',
    'Basic |basic |BASIC ',
    /basic {1,3}([A-Za-z0-9+/_-]{8,512}={0,2})/diy,
    { ...isWord, check: isUserAndPassword },
  ],
  [
    'bearer-authorization',
    'Bearer |bearer |BEARER ',
    /bearer {1,3}([\w.~+/-]{16,2048}={0,2})/diy,
    {
      reach: 2100,
      ...isWord,
      check: (value) => /\d/.test(value) && /[a-z]/i.test(value) && isLiteral(value),
    },
  ],
  [
    'authorization',
    'uthorization|UTHORIZATION',
    /uthorization\\{0,7}["']?\s{0,2}[:=]\s{0,2}\\{0,7}["'`]?(?!(?:bearer|basic) )(?:[a-z-]{2,12} {1,3}(?:token=)?"?)?([\w.~+/:-]{16,2048}={0,2})/diy,
    { reach: 2100, check: isMadeToken },
  ],
  [
    'registry-auth',
    'auth"|auth\'|auth\\|auth:|auth=',
    /auth\\{0,7}["']?[:=] {0,3}\\{0,7}["']?([A-Za-z0-9+/]{8,512}={0,2})(?![\w+/])/dy,
    { check: isUserAndPassword },
  ],
  [
    'cookie',
    'Cookie:|cookie:|Cookie"|cookie"|Cookie\'|cookie\'',
    new RegExp(`cookie["']?:? {0,2}:? {0,2}["']?(${cookie}(?:; ?${cookie}){0,60})`, 'diy'),
    { reach: 8000, check: isSignedIn },
  ],
  ...inCommands,
  [
    'command-password',
    'echo |printf ',
    /(?:echo|printf) (?:-[neE]{1,3} )?["']?([^\s"'`<>|;&]{3,200})["']? {0,3}\| {0,3}(?:sudo\s[^\n|]{0,60}?-\w{0,5}S|docker login)/dy,
    { ...isWord, check: isPassword },
  ],
  [
    'sql-password',
    'IDENTIFIED |identified |Identified ',
    /identified (?:with [\w'"]{1,60} )?(?:by|as)(?: password)? {1,3}\\{0,7}(?:'([^'\s\\]{3,200})|"[^"\s\\]{3,200})/diy,
    { check: isPassword },
  ],
  [
    'azure-storage-key',
    'AccountKey=|SharedAccessKey=|accountkey=|sharedaccesskey=',
    /[a-z]{10,15}=([A-Za-z0-9+/]{40,90}={0,2})/diy,
  ],
  ['azure-sas-signature', '&sig=|?sig=', /[&?]sig=([A-Za-z0-9+/%]{40,80}(?:=|%3D){0,2})/diy],
  // The three characters before it say nothing alone; a sentence may end behind it.
  ['azure-client-secret', '7Q~|8Q~', /(?<=[\w.~-]{3})[78]Q~[\w.~-]{30,33}[\w~-](?![\w~-]|\.\w)/dy],
  [
    'signed-url',
    'X-Amz-Signature=|X-Amz-Security-Token=|X-Goog-Signature=',
    /X-[A-Za-z-]{10,20}=([A-Za-z0-9+/%=]{40,4096})/dy,
    { reach: 4200 },
  ],
  ['sendgrid-key', 'SG.', /SG\.[\w-]{16,32}\.[\w-]{30,64}/dy, isWord],
  ['jwt', 'eyJ', jwt, { reach: 20_000, ...isWord }],
  ['telegram-bot-token', ':AA', /(?<=\d{8}):(AA[\w-]{32,34})(?![\w-])/dy],
  ['discord-webhook', '/api/webhooks/', /\/api\/webhooks\/\d{15,22}\/[\w-]{40,200}/dy],
]

/** A pattern may look so far back from where it begins. In characters. */
const reachBack = 100

/** The shapes as they are looked for. */
export const shapeKinds: readonly SecretKind[] = shapes.map(
  ([name, starts, shape, { reach = 1000, isWord = false, check = isVaried } = {}]) => ({
    name,
    starts: starts.split('|'),
    at(text, index) {
      const nothing = { place: null, next: index, looked: reach }
      if (isWord && isWithinWord(text, index)) return nothing
      const from = Math.max(0, index - reachBack)
      shape.lastIndex = index - from
      const match = shape.exec(text.slice(from, index + reach))
      if (match === null) return nothing
      const [start, end] = match.indices?.slice(1).find((each) => each !== undefined) ?? [
        index - from,
        shape.lastIndex,
      ]
      if (!check(text.slice(from + start, from + end))) return nothing
      return { place: [from + start, from + end], next: from + end, looked: reach }
    },
  }),
)
