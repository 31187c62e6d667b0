import { tokenKinds } from '../src/redaction/tokens.js'

/** Secrets that nobody has: put together here, so that no scanner finds one in this repository. */

/** Sets of characters. */
export const characters = {
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  small: 'abcdefghijklmnopqrstuvwxyz0123456789',
  base62: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  digits: '0123456789',
} as const

/** A text that looks random, the same for the same seed. */
export function madeUp(set: keyof typeof characters, length: number, seed = 1): string {
  const from = characters[set]
  let state = (seed * 2_654_435_761 + 1) >>> 0
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += from.charAt(Math.floor((state / 2 ** 32) * from.length))
  }
  return text
}

/** Characters of each set of the table of tokens. */
const ofSet: { readonly [set in (typeof tokenKinds)[number]['set']]: keyof typeof characters } = {
  hex: 'hex',
  anyHex: 'hex',
  lower: 'small',
  upper: 'upper',
  alnum: 'base62',
  word: 'base62',
  dotted: 'base62',
  base64: 'base62',
  sealed: 'base62',
}

const setOf: { readonly [letter: string]: keyof typeof characters } = {
  ...{ h: 'hex', u: 'upper', s: 'small', a: 'base62', b: 'base64', w: 'base64url', d: 'digits' },
}

/**
 * A secret of a form: `{a36}` stands for 36 letters and digits, `{=…}` for the base64 of what follows, a bar for nothing: it
 * keeps scanners from finding one here.
 */
function drawn(form: string, seed: number): string {
  let part = seed
  const text = form.replace(/\{([a-z])(\d+)\}/g, (_, letter: string, length: string) =>
    madeUp(setOf[letter] ?? 'hex', Number(length), part++),
  )
  const encoded = (_: string, said: string) => Buffer.from(said).toString('base64url')
  return text.replaceAll('|', '').replace(/\{=([^}]*)\}/g, encoded)
}

/** How the secrets of the other patterns look. */
const forms: { readonly [pattern: string]: readonly string[] } = {
  'airtable-token': ['pat{a14}.{h64}'],
  'asana-token': ['2/1{d15}/1{d15}:{h32}'],
  'azure-key': ['{a52}JQQJ99{a26}', '{a76}AZDO{a4}', '{b76}+ASt{b6}==', '{a44}AzFu{a6}=='],
  'harness-token': ['pat.{w22}.{h24}.{a20}'],
  'mailchimp-key': ['{h32}-us14'],
  'onepassword-key': ['A3-{u6}-{u11}-{u5}-{u5}-{u5}'],
  'resend-key': ['re_{a8}_{a24}'],
  'terraform-token': ['{a14}.atlasv1.{w64}'],
  'yandex-key': ['t1.{a60}.{w86}'],
  authorization: ['Authorization: Token {h40}', 'authorization: {a32}7x'],
  'azure-client-secret': ['aB38Q~{a34}'],
  'azure-sas-signature': ['https://a.blob.core.windows.net/c?sv=2022&sig={b43}%3D'],
  'azure-storage-key': ['DefaultEndpointsProtocol=https;AccountKey={b86}=='],
  'basic-authorization': ['Authorization: Basic {=ada:{a12}}'],
  'bearer-authorization': ['Authorization: Bearer {w40}1a', "-H 'authorization: bearer {h32}1a'"],
  'command-password': [
    ...['mysql -u root -p{a9} shop', 'curl -sS -u ada:{a9} https://git.internal/x'],
    ...['sshpass -p {a9} ssh ada@host', 'redis-cli -h cache -a {a9} ping'],
    'docker login -u ada -p {a9} registry.internal',
  ],
  cookie: ['Cookie: theme=dark; sessionid={a32}', 'set-cookie: connect.sid={a32}'],
  'discord-bot-token': ['{=10{d16}}.Gx{w4}.{w38}'],
  'discord-webhook': ['https://discord.com/api/webhooks/1{d17}/{w68}'],
  jwt: ['eyJhbGciOiJIUzI1NiIsInR5cCI6|IkpXVCJ9.eyJ{w30}.{w43}'],
  'named-secret': [
    ...['AWS_SECRET_ACCESS_KEY={b39}7', 'export SESSION_TOKEN="{a32}3"', '"apiKey": "{h32}"'],
    ...["client_secret: '{w40}4'", 'curl --token {s30}9', '?access_token={a30}8&page=2'],
    '{\\"auth_token\\": \\"{a24}5\\"}',
  ],
  password: [
    ...['DB_PASSWORD={a10}7x', '"password": "hunter{d2}!q"', 'db.passwd = {s9}5k'],
    "IDENTIFIED WITH PASSWORD 'Tr0ub4dor{d1}z'",
  ],
  'password-hash': [
    ...['root:$6$|{a12}$|{a86}:19722:0:99999:7:::', '$2b$12$|{a53}'],
    '$argon2id$v=19$m=65536,t=3,p=4$|{a22}$|{a43}',
  ],
  'pgpass-password': ['db.internal:5432:shop:ada:{a11}x'],
  'private-key': [
    '-----BEGIN RSA PRIV|ATE KEY-----\n{b64}\n{b64}\n-----END RSA PRIV|ATE KEY-----',
    '"-----BEGIN PRIV|ATE KEY-----\\n{b64}\\n-----END PRIV|ATE KEY-----\\n"',
    '-----BEGIN OPENSSH PRIV|ATE KEY-----\n{b70}\n{b40}',
  ],
  'registry-auth': ['"auth": "{=ada:{a12}}"'],
  'sendgrid-key': ['SG.{w22}.{w43}'],
  'signed-url': ['https://b.s3.amazonaws.com/k?X-Amz-Signature={h64}'],
  'sql-password': ["CREATE USER 'ada'@'%' IDENTIFIED BY '{a11}'"],
  'telegram-bot-token': ['1{d9}:AA{w32}x'],
  'url-password': [
    ...['postgres://ada:{a14}@db.internal:5432/app', 'https://x-access:{h20}@git.internal/r.git'],
    'redis://:{a14}@cache:6379',
  ],
  'url-token': ['https://{h40}@git.internal/acme/shop.git'],
}

type Makers = readonly ((seed: number) => string)[]

/** For each pattern, how its secrets look: with a seed, so that each is there several times. */
export const secretMakers: { readonly [pattern: string]: Makers } = Object.fromEntries(
  [...new Set([...tokenKinds.map(({ name }) => name), ...Object.keys(forms)])].map(
    (pattern): [string, Makers] => [
      pattern,
      [
        ...tokenKinds
          .filter(({ name }) => name === pattern)
          .flatMap(({ starts, set, least, isExact }) =>
            starts.map(
              (start) => (seed: number) => start + madeUp(ofSet[set], least + (isExact ? 0 : seed), seed),
            ),
          ),
        ...(forms[pattern] ?? []).map((form) => (seed: number) => drawn(form, seed)),
      ],
    ],
  ),
)
