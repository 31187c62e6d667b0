/** The built-in patterns for secrets: by what they begin with, or by what they follow. */

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
  token('twilio-key', ['SK'], '[a-f0-9]{32}(?![A-Za-z0-9])', isWord),
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

/** True where base64 gives `user:password`. */
const isUserAndPassword = (encoded: string): boolean =>
  /^[\x20-\x7e]{1,100}?:[\x20-\x7e]{2,}$/.test(Buffer.from(encoded, 'base64').toString('latin1'))

const isRealPassword = (password: string): boolean =>
  !isPlaceholder(password) &&
  !/^(?:pass(?:word|wd)?|pwd|pw|secret|postgres|root|admin|user(?:name)?|guest)$/i.test(password)

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
    name: 'jwt',
    starts: ['eyJ'],
    shape:
      /eyJ[\w-]{8,600}={0,2}\.(?:eyJ[\w-]{8,8000}={0,2}\.[\w-]{16,}|[\w-]{0,800}\.[\w-]{8,800}\.[\w-]{8,8000}\.[\w-]{8,})/y,
    isWord: true,
  },
  {
    name: 'url-password',
    starts: ['://'],
    shape: /:\/\/[^\s:@/?#"'`<>\\()[\]{}]{0,100}:([^\s@/"'`<>\\()[\]{}]{3,200})@[\w.[-]/dy,
    check: isRealPassword,
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
    check: (value) => /\d/.test(value) && /[a-z]/i.test(value) && !isPlaceholder(value),
  },
  {
    name: 'telegram-bot-token',
    starts: [':AA'],
    shape: /(?<=\d{8}):(AA[\w-]{32,34})(?![\w-])/dy,
  },
  {
    // The first part is base64 of a number: in every four characters the first three are from few.
    name: 'discord-bot-token',
    starts: ['M', 'N', 'O'].flatMap((first) => ['D', 'T', 'j', 'z'].map((second) => first + second)),
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

/** True where a value under the name of a secret is one, as far as can be seen. */
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
function isPlaceholder(value: string): boolean {
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
