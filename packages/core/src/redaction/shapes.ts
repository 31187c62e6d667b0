/** Secrets that are known by their own structure or by what stands around them. Every look is bounded. */

import { isWithinWord, type SecretKind } from './kinds.js'
import { isLiteral, isVaried, looksMade, type Written } from './literals.js'

interface ShapeOptions {
  /** How far the pattern looks, in characters; 1,000 when absent. */
  readonly reach?: number
  /** True where a letter or digit right before says that it is another word: `task-…` is no `sk-…`. */
  readonly isWord?: true
  /** Where a secret begins of which only the end was found; null where there is none. */
  readonly before?: (text: string, at: number) => number | null
  /** Says whether a text of this shape is worth hiding. */
  readonly check?: (secret: string) => boolean
}

/**
 * How a secret looks that begins with, or stands around, a text that is always the same: the texts, with bars between them,
 * and a sticky pattern. The secret is its group, or all of it; where the group stands before the start, from there to its end.
 */
type Shape = readonly [name: string, starts: string, shape: RegExp, options?: ShapeOptions]

const isWord = { isWord: true } as const

/** So many characters of a set, no more, before a mark that stands in a token's middle; the letter of `\n` is none of them. */
const behind = (set: string, most: number, least = most) =>
  `(?<=(?:(?<!${set})|(?<=\\\\\\w))(${set}{${least},${most}}))`

const around = (before: string, rest: string): RegExp => new RegExp(before + rest, 'dy')
const ofDigits = (before: string): string => [...'0123456789'].map((digit) => before + digit).join('|')
/** The first part of a Discord token is base64 of a number: in every four characters the first three are from few. */
const discordStarts = [...'MNO'].flatMap((one) =>
  [...'DTjz'].flatMap((two) => [...'AEIMQUYcgk'].map((three) => one + two + three)),
)
const azureMarks = 'AzFu|AzSe|+ACR|+ASt|+ABa|ACDb|AIoT|+ASb|+AEh|+ARm|AzCa|APIM'
const azureMark = '[+A]\\w{3}[A-Za-z0-9+/_-]{5,10}={0,2}(?![\\w+/=-])'
const jwt =
  /eyJ[\w-]{8,600}={0,2}\.(?:eyJ[\w-]{8,8000}={0,2}\.[\w-]{16,2000}|[\w-]{0,800}\.[\w-]{8,800}\.[\w-]{8,8000}\.[\w-]{8,800})/dy

/** Tokens of several parts, or whose mark stands in their middle. */
const structured: readonly Shape[] = [
  ['sendgrid-key', 'SG.', /SG\.[\w-]{16,32}\.[\w-]{30,64}/dy, isWord],
  ['resend-key', 're_', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)/dy, isWord],
  ['airtable-token', 'pat', /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/dy, isWord],
  ['harness-token', 'pat.|sat.', /[ps]at\.[\w-]{22}\.[a-f0-9]{24}\.\w{20}/dy, isWord],
  ['onepassword-key', 'A3-', /A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}/dy, isWord],
  ['asana-token', ofDigits('2/'), /2\/\d{13,17}\/\d{13,17}:[a-f0-9]{32}/dy, isWord],
  ['yandex-key', 't1.', /t1\.[A-Z0-9a-z_-]{8,400}={0,2}\.[\w-]{86}={0,2}/dy, isWord],
  ['mailchimp-key', ofDigits('-us'), around(behind('[a-f0-9]', 32), '-us\\d{1,2}(?!\\w)')],
  ['terraform-token', '.atlasv1.', around(behind('[A-Za-z0-9]', 14), '\\.atlasv1\\.[\\w=-]{40,80}')],
  ['azure-key', 'JQQJ99', around(behind('[\\w-]', 52), 'JQQJ99[\\w-]{20,40}={0,2}(?![\\w-])')],
  ['azure-key', 'AZDO', around(behind('[A-Za-z0-9]', 76), 'AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9+/=])')],
  ['azure-key', azureMarks, around(behind('[A-Za-z0-9+/_-]', 76, 33), azureMark)],
  // The mark stands behind three characters; a sentence may end behind the secret.
  [
    'azure-client-secret',
    '7Q~|8Q~',
    around(behind('[\\w.~-]', 3), '[78]Q~[\\w.~-]{30,33}[\\w~-](?![\\w~-]|\\.\\w)'),
  ],
  ['jwt', 'eyJ', jwt, { reach: 20_000, ...isWord }],
  ['telegram-bot-token', ':AA', /(?<=\d{8}):(AA[\w-]{32,34})(?![\w-])/dy],
  [
    'discord-bot-token',
    discordStarts.join('|'),
    /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,7}[\w-]{0,4}\.[\w-]{5,8}\.[\w-]{27,45}/dy,
    isWord,
  ],
  ['discord-webhook', '/api/webhooks/', /\/api\/webhooks\/\d{15,22}\/[\w-]{40,200}/dy],
]

/** The base64 body of a key, however its lines are broken: line breaks, `\n` in JSON, quotes and `+` in code. */
const isKeyBody = (block: string): boolean => {
  const [, , body = ''] = block.split('-----')
  return /[A-Za-z0-9+/=]{40}/.test(body.replace(/\\+[nrt]|[\s"'`+,\\]/g, ''))
}

/** No key is longer, in characters. */
const longestKey = 12_000

/** Where the body of a key begins whose last line is at a place, and whose first line is not there. */
function startOfKey(text: string, end: number): number | null {
  const near = text.slice(Math.max(0, end - longestKey), end)
  let at = end
  let start: number | null = null
  const lines = near.slice(Math.max(0, near.lastIndexOf('-----'))).split(/(\r?\n|(?:\\+[rn])+)/)
  for (const [index, line] of lines.reverse().entries()) {
    at -= line.length
    if (index % 2 === 1 || index === 0) continue
    // Beside it stand numbers of lines, the signs of a diff, the bars of a table.
    const bodies = (line.match(/[A-Za-z0-9+/]+={0,2}/g) ?? []).toSorted(
      (one, other) => other.length - one.length,
    )
    const [body = ''] = bodies
    // The last line alone may be short.
    if (body.length < (start === null ? 1 : 40) || body.length > 80) break
    start = at + line.lastIndexOf(body)
  }
  return start !== null && end - start >= 40 ? start : null
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
  ['mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump', '-p'],
  ['curl', '(?:-[a-zA-Z]{0,5}u ?|--(?:proxy-)?user[ =])["\']?[^\\s:"\'$<>]{1,64}:'],
  ['sshpass', '-p ?'],
  ['redis-cli|valkey-cli', '(?:-a|--pass) '],
  ['docker login|podman login|buildah login|skopeo login|az login|registry login', '-p[ =]?'],
  ['mongo|mongosh|mongodump|mongorestore', '-p '],
  ['ldapsearch|ldapadd|ldapmodify|ldapwhoami', '-w '],
  ['openssl', '-pass(?:in|out)? pass:'],
]

/** Passwords in commands: a word in quotes or not, behind an option; a line may be broken by a backslash. */
const inCommands = commands.map(([names, option]): Shape => {
  const pattern = `(?:${names})(?![\\w.])(?:[^\\n\\\\|;]|\\\\\\r?\\n){0,300}?\\s${option}["']?([^\\s"'\`<>|;\\\\]{3,200})`
  return ['command-password', names, new RegExp(pattern, 'dy'), { ...isWord, check: isPassword }]
})

/** Every shape. */
const shapes: readonly Shape[] = [
  [
    'private-key',
    '-----BEGIN ',
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){40,20000}(?:-----END [A-Z0-9 ]{1,60}-----)?/dy,
    { reach: 20_200, check: isKeyBody },
  ],
  [
    'private-key',
    '-----END ',
    /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/dy,
    { before: startOfKey },
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
  // What follows says how long it is kept.
  [
    'cookie',
    'Set-Cookie|set-cookie',
    new RegExp(`set-cookie["']?:? {0,2}:? {0,2}["']?(${cookie})`, 'diy'),
    { reach: 4500, check: isSignedIn },
  ],
  ...inCommands,
  [
    'command-password',
    'echo |printf ',
    /(?:echo|printf) (?:-[neE]{1,3} )?(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s"'`<>|;&]{3,200})) {0,3}\| {0,3}(?:sudo\s[^\n|]{0,60}?-\w{0,5}S|passwd\s|chpasswd|su\s|docker login|gh auth|kinit|cryptsetup)/dy,
    { ...isWord, check: (password) => isRealPassword(password.replace(/\\n$/, '')) },
  ],
  [
    'command-password',
    'pass:',
    /(?<=-pass(?:in|out)? )pass:([^\s"'`<>|;\\]{3,200})/dy,
    { check: isPassword },
  ],
  [
    'pgpass-password',
    ':5432:|:5433:|:6432:|:*:',
    /(?<=[\w.*-]):(?:\d{4}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s"'`<>:\\]{3,200})(?![^\s"'`<\\])/dy,
    { check: isPassword },
  ],
  [
    'sql-password',
    'IDENTIFIED |identified |Identified ',
    /identified (?:with [\w'"]{1,60} )?(?:by|as)(?: password)? {1,3}\\{0,7}(?:'([^'\s\\]{3,200})|"[^"\s\\]{3,200})/diy,
    { check: isPassword },
  ],
  [
    'password-hash',
    '$1$|$5$|$6$|$7$|$y$|$gy$|$2a$|$2b$|$2y$|$apr1$|$argon2|$scrypt$',
    /\$(?:[1567]|g?y|2[aby]|apr1|argon2(?:id|i|d)|scrypt)\$[\w./$=,+-]{24,400}/dy,
  ],
  [
    'azure-storage-key',
    'AccountKey=|SharedAccessKey=|accountkey=|sharedaccesskey=',
    /[a-z]{10,15}=([A-Za-z0-9+/]{40,90}={0,2})/diy,
  ],
  ['azure-sas-signature', '&sig=|?sig=', /[&?]sig=([A-Za-z0-9+/%]{40,80}(?:=|%3D){0,2})/diy],
  [
    'signed-url',
    'X-Amz-Signature=|X-Amz-Security-Token=|X-Goog-Signature=',
    /X-[A-Za-z-]{10,20}=([A-Za-z0-9+/%=]{40,4096})/dy,
    { reach: 4200 },
  ],
  ...structured,
]

/** A pattern may look so far back from where it begins. In characters. */
const reachBack = 100

/** The shapes as they are looked for. */
export const shapeKinds: readonly SecretKind[] = shapes.map(
  ([name, starts, shape, { reach = 1000, isWord = false, before, check = isVaried } = {}]) => ({
    name,
    starts: starts.split('|'),
    at(text, index) {
      const nothing = { place: null, next: index, looked: reach }
      if (isWord && isWithinWord(text, index)) return nothing
      const from = Math.max(0, index - reachBack)
      shape.lastIndex = index - from
      const match = shape.exec(text.slice(from, index + reach))
      if (match === null) return nothing
      const whole = index + match[0].length
      const group = match.indices?.slice(1).find((each) => each !== undefined)
      const start = before === undefined ? from + (group?.[0] ?? index - from) : before(text, index)
      const end = group === undefined || from + group[1] <= index ? whole : from + group[1]
      if (start === null || !check(text.slice(start, end))) return nothing
      return { place: [start, end], next: end, looked: reach }
    },
  }),
)
