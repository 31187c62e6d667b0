/** The built-in patterns for secrets: by what they begin with, or by what they follow. */

import { bytesOfBase64, latin1Of } from '#platform'
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
  /** True where a letter or digit right before says that it is another word: `task-…` is no `sk-…`. */
  readonly isWord?: true
  /** Where a secret begins of which `starts` is the end; null where there is none. */
  readonly before?: (text: string, end: number) => number | null
  /** Says whether a text of this shape is worth hiding; one with few different characters is a placeholder anyway. */
  readonly check?: (secret: string) => boolean
}

/** A token of a service: its beginnings, then so many characters of a set. */
function token(name: string, starts: readonly string[], rest: string, isWord: boolean = false): SecretShape {
  const beginning = starts.map((start) => start.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const shape = new RegExp(`(?:${beginning})${rest}`, 'y')
  return isWord ? { name, starts, shape, isWord } : { name, starts, shape }
}

const isWord = true

/** Code hosts and package registries. */
const codeHosts: readonly SecretShape[] = [
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36,255}'),
  token('github-fine-grained-token', ['github_pat_'], '[A-Za-z0-9_]{36,255}'),
  token(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glagent-',
      'glimt-',
      'gloas-',
    ],
    '[\\w-]{20,}(?:\\.[\\w-]{2,}){0,2}',
    isWord,
  ),
  token('gitlab-runner-token', ['GR1348941'], '[\\w-]{20,}'),
  token('bitbucket-token', ['ATBB'], '[A-Za-z0-9_=.-]{24,}', isWord),
  token('atlassian-token', ['ATATT3'], '[A-Za-z0-9_=-]{60,}'),
  token('npm-token', ['npm_'], '[A-Za-z0-9]{36}(?![A-Za-z0-9])', isWord),
  token('pypi-token', ['pypi-AgE'], '[\\w-]{50,}'),
  token('rubygems-token', ['rubygems_'], '[a-f0-9]{48}'),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{24,}'),
  token('nuget-key', ['oy2'], '[a-z0-9]{43}(?![A-Za-z0-9])', isWord),
]

/** Model providers. */
const modelProviders: readonly SecretShape[] = [
  token('anthropic-key', ['sk-ant-'], '[\\w-]{20,}'),
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[\\w-]{20,}', isWord),
  token('openrouter-key', ['sk-or-v1-'], '[a-f0-9]{40,}', isWord),
  token('sk-key', ['sk-'], '[A-Za-z0-9]{32,}(?![A-Za-z0-9])', isWord),
  token('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{34,}(?![A-Za-z0-9])', isWord),
  token('groq-key', ['gsk_'], '[A-Za-z0-9]{40,}', isWord),
  token('xai-key', ['xai-'], '[A-Za-z0-9]{60,}', isWord),
  token('perplexity-key', ['pplx-'], '[A-Za-z0-9]{40,}', isWord),
  token('replicate-token', ['r8_'], '[A-Za-z0-9]{37,}', isWord),
]

/** Clouds and where programs run. */
const clouds: readonly SecretShape[] = [
  token('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}(?![A-Za-z0-9])', isWord),
  token('aws-bedrock-key', ['ABSK'], '[A-Za-z0-9+/]{100,}={0,2}', isWord),
  token('google-api-key', ['AIza'], '[\\w-]{35}(?![A-Za-z0-9])'),
  token('google-oauth-secret', ['GOCSPX-'], '[\\w-]{28}'),
  token('google-oauth-token', ['ya29.'], '[\\w.-]{20,}', isWord),
  token('google-refresh-token', ['1//0'], '[\\w-]{40,}', isWord),
  token('azure-client-secret', ['7Q~', '8Q~'], '[\\w.~-]{31,34}(?![\\w.~-])'),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'),
  token('databricks-token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?(?![A-Za-z0-9])', isWord),
  token('heroku-key', ['HRKU-AA'], '[\\w-]{50,}'),
  token('fly-token', ['fm1r_', 'fm2_', 'FlyV1 '], '[\\w+/=,-]{60,}', isWord),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,}', isWord),
  token('supabase-token', ['sbp_'], '[a-f0-9]{40}', isWord),
  token('planetscale-token', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[\\w=.-]{32,}'),
  token('pulumi-token', ['pul-'], '[a-f0-9]{40}(?![A-Za-z0-9])', isWord),
  token('tailscale-key', ['tskey-'], '[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}', isWord),
  token('doppler-token', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.'], '[\\w.-]{40,}', isWord),
  token('age-key', ['AGE-SECRET-KEY-1'], '[A-Z0-9]{58}'),
]

/** Messages, payments and the other services of a team. */
const services: readonly SecretShape[] = [
  token(
    'slack-token',
    ['xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxc-', 'xoxd-'],
    '[\\w%-]{20,}',
  ),
  token('slack-token', ['xapp-', 'xoxe-', 'xoxe.xox'], '[\\w.-]{20,}'),
  token('slack-webhook', ['hooks.slack.com/'], '(?:services|workflows|triggers)/[\\w/-]{24,}'),
  token('discord-webhook', ['/api/webhooks/'], '\\d{15,22}/[\\w-]{40,}'),
  token('teams-webhook', ['.webhook.office.com/'], 'webhookb2/[\\w@/-]{80,}'),
  token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,}', isWord),
  token('stripe-webhook-secret', ['whsec_'], '[A-Za-z0-9+/]{24,}={0,2}', isWord),
  token('sendgrid-key', ['SG.'], '[\\w-]{16,32}\\.[\\w-]{30,64}', isWord),
  token(
    'twilio-key',
    [...'0123456789abcdef'].map((digit) => `SK${digit}`),
    '[a-f0-9]{31}(?![A-Za-z0-9])',
    isWord,
  ),
  token('mailgun-key', ['key-'], '[a-f0-9]{32}(?![A-Za-z0-9])', isWord),
  token('brevo-key', ['xkeysib-'], '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}'),
  token('square-token', ['sq0atp-', 'sq0csp-', 'EAAAE'], '[\\w-]{22,}', isWord),
  token('linear-key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,}', isWord),
  token('notion-token', ['ntn_'], '[A-Za-z0-9]{40,}', isWord),
  token('figma-token', ['figd_', 'figu_'], '[\\w-]{36,}', isWord),
  token('postman-key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('sentry-token', ['sntrys_', 'sntryu_'], '[A-Za-z0-9+/=_]{40,}'),
  token('grafana-token', ['glsa_', 'glc_'], '[A-Za-z0-9+/=_]{32,}', isWord),
  token('newrelic-key', ['NRAK-', 'NRII-'], '[A-Za-z0-9]{26,}'),
  token('sourcegraph-token', ['sgp_'], '[a-fA-F0-9_]{40,}', isWord),
]

/** Every pattern of this file. */
export const tokenShapes: readonly SecretShape[] = [...codeHosts, ...modelProviders, ...clouds, ...services]

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
  const from = Math.max(0, text.lastIndexOf('-----', end - 1) + 5, end - longestKey)
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
  /^[\x20-\x7e]{1,100}?:[\x20-\x7e]{2,}$/.test(latin1Of(bytesOfBase64(encoded)))

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

/** Every pattern of this file. */
export const contextShapes: readonly SecretShape[] = [
  {
    name: 'private-key',
    starts: ['-----BEGIN '],
    shape:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){40,20000}(?:-----END [A-Z0-9 ]{1,60}-----)?/y,
    check: isKeyBody,
  },
  {
    name: 'private-key',
    starts: ['-----END '],
    shape: /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y,
    before: startOfKey,
  },
  {
    name: 'jwt',
    starts: ['eyJ'],
    shape:
      /eyJ[\w-]{8,600}={0,2}\.(?:eyJ[\w-]{8,8000}={0,2}\.[\w-]{16,}|[\w-]{0,800}\.[\w-]{8,800}\.[\w-]{8,8000}\.[\w-]{8,})/y,
    isWord: true,
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
    isWord: true,
    check: isUserAndPassword,
  },
  {
    name: 'bearer-authorization',
    starts: ['Bearer ', 'bearer ', 'BEARER '],
    shape: /bearer {1,3}([\w.~+/-]{16,2048}={0,2})/diy,
    isWord: true,
    check: (value) => /\d/.test(value) && /[a-z]/i.test(value) && isLiteral(value),
  },
  {
    name: 'authorization',
    starts: ['uthorization', 'UTHORIZATION'],
    shape:
      /uthorization\\{0,7}["']?\s{0,2}[:=]\s{0,2}\\{0,7}["'`]?(?!(?:bearer|basic) )(?:[a-z-]{2,12} {1,3}(?:token=)?"?)?([\w.~+/:-]{16,2048}={0,2})/diy,
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
    check: isSignedIn,
  },
  {
    // What follows says how long it is kept.
    name: 'cookie',
    starts: ['Set-Cookie', 'set-cookie'],
    shape: new RegExp(`set-cookie["']?:? {0,2}:? {0,2}["']?(${cookie})`, 'diy'),
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
      '$1$',
      '$5$',
      '$6$',
      '$7$',
      '$y$',
      '$gy$',
      '$2a$',
      '$2b$',
      '$2y$',
      '$apr1$',
      '$argon2',
      '$scrypt$',
    ],
    shape: /\$(?:[1567]|g?y|2[aby]|apr1|argon2(?:id|i|d)|scrypt)\$[\w./$=,+-]{24,400}/y,
  },
  {
    name: 'telegram-bot-token',
    starts: [':AA'],
    shape: /(?<=\d{8}):(AA[\w-]{32,34})(?![\w-])/dy,
  },
  {
    // The first part is base64 of a number: in every four characters the first three are from few.
    name: 'discord-bot-token',
    starts: ['M', 'N', 'O'].flatMap((first) =>
      ['D', 'T', 'j', 'z'].flatMap((second) => [...'AEIMQUYcgk'].map((third) => first + second + third)),
    ),
    shape: /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,7}[\w-]{0,4}\.[\w-]{5,8}\.[\w-]{27,45}/y,
    isWord: true,
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
  },
]
