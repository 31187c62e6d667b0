/** Secrets that are known by their own structure or by what stands around them. Every look is bounded. */

import { isLiteral, looksMade, type Written } from './literals.js'

/** A part of a text that must not be kept. */
export interface FoundSecret {
  /** Where it starts. */
  readonly start: number
  /** Where it ends: the index after its last character. */
  readonly end: number
  /** The name of the pattern that found it. */
  readonly name: string
}

/** How a secret looks that begins with, or follows, a text that is always the same. */
export interface SecretShape {
  /** The name that a redacted place shows. */
  readonly name: string
  /** The texts that it begins with, in their case. Only where one stands is the rest looked at. */
  readonly starts: readonly string[]
  /** The rest, start included, as a sticky pattern. The secret is its group, or all of it where it has none. */
  readonly shape: RegExp
  /** How far the pattern looks, in characters; default 1,000. */
  readonly reach?: number
  /** True where a letter or digit right before says that it is another word: `task-…` is no `sk-…`. */
  readonly isWord?: true
  /** Where a secret begins of which `starts` is not the beginning; null where there is none. */
  readonly before?: (text: string, at: number) => number | null
  /** Says whether a text of this shape is worth hiding; one with few different characters is a placeholder anyway. */
  readonly check?: (secret: string) => boolean
}

const isWord = true

/** Tokens of several parts, or whose mark stands in their middle. */
const structured: readonly SecretShape[] = [
  { name: 'sendgrid-key', starts: ['SG.'], shape: /SG\.[\w-]{16,32}\.[\w-]{30,64}/y, isWord },
  { name: 'resend-key', starts: ['re_'], shape: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)/y, isWord },
  { name: 'airtable-token', starts: ['pat'], shape: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y, isWord },
  {
    name: 'harness-token',
    starts: ['pat.', 'sat.'],
    shape: /[ps]at\.[\w-]{22}\.[a-f0-9]{24}\.\w{20}/y,
    isWord,
  },
  {
    name: 'onepassword-key',
    starts: ['A3-'],
    shape: /A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}/y,
    isWord,
  },
  {
    name: 'asana-token',
    starts: Array.from({ length: 10 }, (_, digit) => `2/${digit}`),
    shape: /2\/\d{13,17}\/\d{13,17}:[a-f0-9]{32}/y,
    isWord,
  },
  { name: 'yandex-key', starts: ['t1.'], shape: /t1\.[A-Z0-9a-z_-]{8,400}={0,2}\.[\w-]{86}={0,2}/y, isWord },
  {
    name: 'mailchimp-key',
    starts: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    shape: /-us\d{1,2}(?!\w)/y,
    before: behind(/[a-f0-9]/, 32),
  },
  {
    name: 'terraform-token',
    starts: ['.atlasv1.'],
    shape: /\.atlasv1\.[\w=-]{40,80}/y,
    before: behind(/[A-Za-z0-9]/, 14),
  },
  {
    name: 'azure-key',
    starts: ['JQQJ99'],
    shape: /JQQJ99[A-Za-z0-9_-]{20,40}={0,2}(?![\w-])/y,
    before: behind(/[A-Za-z0-9_-]/, 52),
  },
  {
    name: 'azure-key',
    starts: ['AZDO'],
    shape: /AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9+/=])/y,
    before: behind(/[A-Za-z0-9]/, 76),
  },
  {
    name: 'azure-key',
    starts: ['AzFu', 'AzSe', '+ACR', '+ASt', '+ABa', 'ACDb', 'AIoT', '+ASb', '+AEh', '+ARm', 'AzCa', 'APIM'],
    shape: /(?:Az[FSC][uea]|\+A(?:CR|St|Ba|Sb|Eh|Rm)|ACDb|AIoT|APIM)[A-Za-z0-9+/_-]{5,10}={0,2}(?![\w+/=-])/y,
    before: behind(/[A-Za-z0-9+/_-]/, 33, 76),
  },
  {
    // The mark stands behind three characters; a sentence may end behind the secret.
    name: 'azure-client-secret',
    starts: ['7Q~', '8Q~'],
    shape: /[78]Q~[\w.~-]{30,33}[\w~-](?![\w~-]|\.\w)/y,
    before: behind(/[\w.~-]/, 3),
  },
  {
    name: 'jwt',
    starts: ['eyJ'],
    shape:
      /eyJ[\w-]{8,600}={0,2}\.(?:eyJ[\w-]{8,8000}={0,2}\.[\w-]{16,2000}|[\w-]{0,800}\.[\w-]{8,800}\.[\w-]{8,8000}\.[\w-]{8,800})/y,
    reach: 20_000,
    isWord,
  },
  { name: 'telegram-bot-token', starts: [':AA'], shape: /(?<=\d{8}):(AA[\w-]{32,34})(?![\w-])/dy },
  {
    // The first part is base64 of a number: in every four characters the first three are from few.
    name: 'discord-bot-token',
    starts: ['M', 'N', 'O'].flatMap((first) =>
      ['D', 'T', 'j', 'z'].flatMap((second) => [...'AEIMQUYcgk'].map((third) => first + second + third)),
    ),
    shape: /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,7}[\w-]{0,4}\.[\w-]{5,8}\.[\w-]{27,45}/y,
    isWord,
  },
  {
    name: 'discord-webhook',
    starts: ['/api/webhooks/'],
    shape: /\/api\/webhooks\/\d{15,22}\/[\w-]{40,200}/y,
  },
]

/** Where a secret begins that has so many characters of a set before its mark; null where it has fewer or more. */
function behind(
  set: RegExp,
  least: number,
  most: number = least,
): (text: string, at: number) => number | null {
  return (text, at) => {
    let start = at
    while (start > 0 && at - start < most && set.test(text.charAt(start - 1))) start -= 1
    // The letter of `\n` is none of them.
    const isLonger =
      set.test(text.charAt(start - 1)) && !/\\\w$/.test(text.slice(Math.max(0, start - 2), start))
    return at - start >= least && !isLonger ? start : null
  }
}

/** The base64 body of a key, however its lines are broken: line breaks, `\n` in JSON, quotes and `+` in code. */
const isKeyBody = (block: string): boolean => {
  const [, , body = ''] = block.split('-----')
  return /[A-Za-z0-9+/=]{40}/.test(body.replace(/\\+[nrt]|[\s"'`+,\\]/g, ''))
}

const keyLine = /[A-Za-z0-9+/]+={0,2}/g
const breaks = /\r?\n|(?:\\+[rn])+/g
/** No key is longer, in characters. */
const longestKey = 12_000

/** Where the body of a key begins whose last line is at a place, and whose first line is not there. */
function startOfKey(text: string, end: number): number | null {
  const near = text.slice(Math.max(0, end - longestKey), end)
  const from = end - near.length + Math.max(0, near.lastIndexOf('-----') + 5)
  const lines: (readonly [number, string])[] = []
  let next = from
  for (const { 0: found, index } of text.slice(from, end).matchAll(breaks)) {
    lines.push([next, text.slice(next, from + index)])
    next = from + index + found.length
  }
  let start: number | null = null
  let characters = 0
  for (const [at, line] of lines.reverse()) {
    // Beside it stand numbers of lines, the signs of a diff, the bars of a table.
    const body = (line.match(keyLine) ?? []).reduce(
      (one, other) => (other.length > one.length ? other : one),
      '',
    )
    // The last line alone may be short.
    if (body.length < (start === null ? 1 : 40) || body.length > 80) break
    start = at + line.lastIndexOf(body)
    characters += body.length
  }
  return characters >= 40 ? start : null
}

/** True where base64 gives `user:password`. */
const isUserAndPassword = (encoded: string): boolean =>
  /^[\x20-\x7e]{1,100}?:[\x20-\x7e]{2,}$/.test(Buffer.from(encoded, 'base64').toString('latin1'))

const isRealPassword = (password: string, written?: Written): boolean =>
  password.length >= 3 &&
  isLiteral(password, written) &&
  !/^(?:pass(?:word|wd)?|pwd|pw|secret|postgres|root|admin|user(?:name)?|guest|\d{1,5}(?::\d{1,5})?)$/i.test(
    password,
  )

const isMadeToken = (value: string): boolean => isLiteral(value) && looksMade(value)

/** A cookie that says who somebody is, by its name or its value. */
const isSignedIn = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => {
    const [, name = '', value = ''] = /^\s*([^=]+)=(.*)$/.exec(cookie) ?? []
    const isNamed = /sess|sid$|auth|token|jwt|csrf|xsrf|remember|login/i.test(name)
    return isLiteral(value) && (isNamed ? value.length >= 6 : looksMade(value))
  })

/** A word of a shell's line, in quotes or not. */
const word = `["']?([^\\s"'\`<>|;\\\\]{3,200})`
/** The rest of a shell's line up to an option; a line may be broken by a backslash. */
const options = '(?:[^\\n\\\\|;]|\\\\\\r?\\n){0,300}?\\s'

/** A password that stands in a command by the command's own rules. */
function command(starts: readonly string[], option: string): SecretShape {
  const shape = new RegExp(`(?:${starts.join('|')})(?![\\w.])${options}${option}${word}`, 'dy')
  return { name: 'command-password', starts, shape, isWord, check: (password) => isRealPassword(password) }
}

const cookie = '[\\w!#$%&*.^~+-]{1,80}=[^\\s;,"\'`\\\\]{0,4096}'

/** Every shape. */
export const shapes: readonly SecretShape[] = [
  {
    name: 'private-key',
    starts: ['-----BEGIN '],
    shape:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){40,20000}(?:-----END [A-Z0-9 ]{1,60}-----)?/y,
    reach: 20_200,
    check: isKeyBody,
  },
  {
    name: 'private-key',
    starts: ['-----END '],
    shape: /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y,
    before: startOfKey,
  },
  {
    // In a password a slash and an at sign stand for themselves; behind a port begins a path.
    name: 'url-password',
    starts: ['://'],
    shape:
      /:\/\/[^\s:@/?#"'`<>\\()[\]{}]{0,100}:((?!\d{1,5}\/)[^\s"'`<>\\@]{1,200}(?:@[^\s"'`<>\\@/]{1,100})?)@(?=[\w.-]{1,253}(?::[\d$]|[^\w:@.-]|$)|\[)/dy,
    check: (password) => isRealPassword(password, 'address'),
  },
  {
    name: 'url-token',
    starts: ['://'],
    shape: /:\/\/([\w.~+=-]{16,255})@(?=[\w.-]{1,253}(?::\d|[^\w:@.-]|$))/dy,
    check: isMadeToken,
  },
  {
    name: 'basic-authorization',
    starts: ['Basic ', 'basic ', 'BASIC '],
    shape: /basic {1,3}([A-Za-z0-9+/_-]{8,512}={0,2})/diy,
    isWord,
    check: isUserAndPassword,
  },
  {
    name: 'bearer-authorization',
    starts: ['Bearer ', 'bearer ', 'BEARER '],
    shape: /bearer {1,3}([\w.~+/-]{16,2048}={0,2})/diy,
    reach: 2100,
    isWord,
    check: (value) => /\d/.test(value) && /[a-z]/i.test(value) && isLiteral(value),
  },
  {
    name: 'authorization',
    starts: ['uthorization', 'UTHORIZATION'],
    shape:
      /uthorization\\{0,7}["']?\s{0,2}[:=]\s{0,2}\\{0,7}["'`]?(?!(?:bearer|basic) )(?:[a-z-]{2,12} {1,3}(?:token=)?"?)?([\w.~+/:-]{16,2048}={0,2})/diy,
    reach: 2100,
    check: isMadeToken,
  },
  {
    name: 'registry-auth',
    starts: ['auth"', "auth'", 'auth\\', 'auth:', 'auth='],
    shape: /auth\\{0,7}["']?[:=] {0,3}\\{0,7}["']?([A-Za-z0-9+/]{8,512}={0,2})(?![\w+/])/dy,
    check: isUserAndPassword,
  },
  {
    name: 'cookie',
    starts: ['Cookie:', 'cookie:', 'Cookie"', 'cookie"', "Cookie'", "cookie'"],
    shape: new RegExp(`cookie["']?:? {0,2}:? {0,2}["']?(${cookie}(?:; ?${cookie}){0,60})`, 'diy'),
    reach: 8000,
    check: isSignedIn,
  },
  {
    // What follows says how long it is kept.
    name: 'cookie',
    starts: ['Set-Cookie', 'set-cookie'],
    shape: new RegExp(`set-cookie["']?:? {0,2}:? {0,2}["']?(${cookie})`, 'diy'),
    reach: 4500,
    check: isSignedIn,
  },
  command(['mysql', 'mysqldump', 'mysqladmin', 'mysqlimport', 'mariadb', 'mariadb-dump'], '-p'),
  command(['curl'], '(?:-[a-zA-Z]{0,5}u ?|--(?:proxy-)?user[ =])["\']?[^\\s:"\'$<>]{1,64}:'),
  command(['sshpass'], '-p ?'),
  command(['redis-cli', 'valkey-cli'], '(?:-a|--pass) '),
  command(
    ['docker login', 'podman login', 'buildah login', 'skopeo login', 'az login', 'registry login'],
    '-p[ =]?',
  ),
  command(['mongo', 'mongosh', 'mongodump', 'mongorestore'], '-p '),
  command(['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapwhoami'], '-w '),
  command(['openssl'], '-pass(?:in|out)? pass:'),
  {
    name: 'command-password',
    starts: ['echo ', 'printf '],
    shape:
      /(?:echo|printf) (?:-[neE]{1,3} )?(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s"'`<>|;&]{3,200})) {0,3}\| {0,3}(?:sudo\s[^\n|]{0,60}?-\w{0,5}S|passwd\s|chpasswd|su\s|docker login|gh auth|kinit|cryptsetup)/dy,
    isWord,
    check: (password) => isRealPassword(password.replace(/\\n$/, '')),
  },
  {
    name: 'command-password',
    starts: ['pass:'],
    shape: /(?<=-pass(?:in|out)? )pass:([^\s"'`<>|;\\]{3,200})/dy,
    check: (password) => isRealPassword(password),
  },
  {
    name: 'pgpass-password',
    starts: [':5432:', ':5433:', ':6432:', ':*:'],
    shape: /(?<=[\w.*-]):(?:\d{4}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s"'`<>:\\]{3,200})(?![^\s"'`<\\])/dy,
    check: (password) => isRealPassword(password),
  },
  {
    name: 'sql-password',
    starts: ['IDENTIFIED ', 'identified ', 'Identified '],
    shape:
      /identified (?:with [\w'"]{1,60} )?(?:by|as)(?: password)? {1,3}\\{0,7}(?:'([^'\s\\]{3,200})|"[^"\s\\]{3,200})/diy,
    check: (password) => isRealPassword(password),
  },
  {
    name: 'password-hash',
    starts: [
      ...['$1$', '$5$', '$6$', '$7$', '$y$', '$gy$', '$2a$', '$2b$', '$2y$', '$apr1$', '$argon2', '$scrypt$'],
    ],
    shape: /\$(?:[1567]|g?y|2[aby]|apr1|argon2(?:id|i|d)|scrypt)\$[\w./$=,+-]{24,400}/y,
  },
  {
    name: 'azure-storage-key',
    starts: ['AccountKey=', 'SharedAccessKey=', 'accountkey=', 'sharedaccesskey='],
    shape: /[a-z]{10,15}=([A-Za-z0-9+/]{40,90}={0,2})/diy,
  },
  {
    name: 'azure-sas-signature',
    starts: ['&sig=', '?sig='],
    shape: /[&?]sig=([A-Za-z0-9+/%]{40,80}(?:=|%3D){0,2})/diy,
  },
  {
    name: 'signed-url',
    starts: ['X-Amz-Signature=', 'X-Amz-Security-Token=', 'X-Goog-Signature='],
    shape: /X-[A-Za-z-]{10,20}=([A-Za-z0-9+/%=]{40,4096})/dy,
    reach: 4200,
  },
  ...structured,
]
