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

const join = (...parts: readonly string[]): string => parts.join('')

type Makers = { readonly [pattern: string]: readonly ((seed: number) => string)[] }

/** A token of each kind that the table of tokens has. */
const tokenMakers: Makers = Object.fromEntries(
  [...new Set(tokenKinds.map(({ name }) => name))].map((name) => [
    name,
    tokenKinds
      .filter((kind) => kind.name === name)
      .flatMap(({ starts, set, least, isExact }) =>
        starts.map(
          (start) => (seed: number) => `${start}${madeUp(ofSet[set], least + (isExact ? 0 : seed), seed)}`,
        ),
      ),
  ]),
)

/** For each pattern, how its secrets look: with a seed, so that each is there several times. */
export const secretMakers: Makers = {
  ...tokenMakers,
  'airtable-token': [(seed) => join('pa', 't', madeUp('base62', 14, seed), '.', madeUp('hex', 64, seed))],
  'asana-token': [
    (seed) =>
      join(
        '2',
        '/1',
        madeUp('digits', 15, seed),
        '/1',
        madeUp('digits', 15, seed),
        ':',
        madeUp('hex', 32, seed),
      ),
  ],
  'azure-key': [
    (seed) => join(madeUp('base62', 52, seed), 'JQ', 'QJ99', madeUp('base62', 26, seed + 1)),
    (seed) => join(madeUp('base62', 76, seed), 'AZ', 'DO', madeUp('base62', 4, seed + 1)),
    (seed) => join(madeUp('base64', 76, seed), '+A', 'St', madeUp('base64', 6, seed + 1), '=='),
    (seed) => join(madeUp('base62', 44, seed), 'Az', 'Fu', madeUp('base62', 6, seed + 1), '=='),
  ],
  'harness-token': [
    (seed) =>
      join(
        'pa',
        't.',
        madeUp('base64url', 22, seed),
        '.',
        madeUp('hex', 24, seed),
        '.',
        madeUp('base62', 20, seed),
      ),
  ],
  'mailchimp-key': [(seed) => join(madeUp('hex', 32, seed), '-u', 's14')],
  'onepassword-key': [
    (seed) =>
      join(
        'A',
        '3-',
        ...[6, 11, 5, 5, 5].flatMap((length, index) => [madeUp('upper', length, seed + index), '-']),
      ).slice(0, -1),
  ],
  'resend-key': [(seed) => join('r', 'e_', madeUp('base62', 8, seed), '_', madeUp('base62', 24, seed))],
  'terraform-token': [
    (seed) => join(madeUp('base62', 14, seed), '.atlas', 'v1.', madeUp('base64url', 64, seed)),
  ],
  'yandex-key': [
    ...(tokenMakers['yandex-key'] ?? []),
    (seed) => join('t', '1.', madeUp('base62', 60, seed), '.', madeUp('base64url', 86, seed)),
  ],
  authorization: [
    (seed) => join('Authorization: To', 'ken ', madeUp('hex', 40, seed)),
    (seed) => join('authorization: ', madeUp('base62', 32, seed), '7x'),
  ],
  'azure-client-secret': [(seed) => join('aB3', '8Q', '~', madeUp('base62', 34, seed))],
  'azure-sas-signature': [
    (seed) => join('https://a.blob.core.windows.net/c?sv=2022&si', 'g=', madeUp('base64', 43, seed), '%3D'),
  ],
  'azure-storage-key': [
    (seed) => join('DefaultEndpointsProtocol=https;Account', 'Key=', madeUp('base64', 86, seed), '=='),
  ],
  'basic-authorization': [
    (seed) =>
      join('Authorization: Ba', 'sic ', Buffer.from(`ada:${madeUp('base62', 12, seed)}`).toString('base64')),
  ],
  'bearer-authorization': [
    (seed) => join('Authorization: Bea', 'rer ', madeUp('base64url', 40, seed), '1a'),
    (seed) => join("-H 'authorization: bea", 'rer ', madeUp('hex', 32, seed), "1a'"),
  ],
  'command-password': [
    (seed) => join('mysql -u root -', 'p', madeUp('base62', 9, seed), ' shop'),
    (seed) => join('curl -sS -', 'u ada:', madeUp('base62', 9, seed), ' https://git.internal/x'),
    (seed) => join('sshpass -', 'p ', madeUp('base62', 9, seed), ' ssh ada@host'),
    (seed) => join('redis-cli -h cache -', 'a ', madeUp('base62', 9, seed), ' ping'),
    (seed) => join('docker login -u ada -', 'p ', madeUp('base62', 9, seed), ' registry.internal'),
  ],
  cookie: [
    (seed) => join('Cookie: theme=dark; session', 'id=', madeUp('base62', 32, seed)),
    (seed) => join('set-cookie: connect.s', 'id=', madeUp('base62', 32, seed)),
  ],
  'discord-bot-token': [
    (seed) =>
      join(
        Buffer.from(`10${madeUp('digits', 16, seed)}`)
          .toString('base64')
          .replace(/=+$/, ''),
        '.Gx',
        madeUp('base64url', 4, seed),
        '.',
        madeUp('base64url', 38, seed),
      ),
  ],
  'discord-webhook': [
    (seed) =>
      join(
        'https://discord.com/api/web',
        'hooks/',
        `1${madeUp('digits', 17, seed)}`,
        '/',
        madeUp('base64url', 68, seed),
      ),
  ],
  jwt: [
    (seed) =>
      join(
        'ey',
        Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url').slice(2),
        '.',
        Buffer.from(`{"sub":"${seed}","name":"Ada"}`).toString('base64url'),
        '.',
        madeUp('base64url', 43, seed),
      ),
  ],
  'named-secret': [
    (seed) => join('AWS_SECRET_ACCESS', '_KEY=', madeUp('base64', 39, seed), '7'),
    (seed) => join('export SESSION_TO', 'KEN="', madeUp('base62', 32, seed), '3"'),
    (seed) => join('"api', 'Key": "', madeUp('hex', 32, seed), '"'),
    (seed) => join('client_sec', "ret: '", madeUp('base64url', 40, seed), "4'"),
    (seed) => join('curl --to', 'ken ', madeUp('small', 30, seed), '9'),
    (seed) => join('?access_to', 'ken=', madeUp('base62', 30, seed), '8&page=2'),
    (seed) => join('{\\"auth_to', 'ken\\": \\"', madeUp('base62', 24, seed), '5\\"}'),
  ],
  password: [
    (seed) => join('DB_PASS', 'WORD=', madeUp('base62', 10, seed), '7x'),
    (seed) => join('"pass', 'word": "hunter', `${seed}2!q`, '"'),
    (seed) => join('db.pass', 'wd = ', madeUp('small', 9, seed), '5k'),
    (seed) => join('IDENTIFIED WITH PASS', "WORD 'Tr0ub4dor", `${seed}z`, "'"),
  ],
  'password-hash': [
    (seed) =>
      join(
        'root:$',
        '6$',
        madeUp('base62', 12, seed),
        '$',
        madeUp('base62', 86, seed),
        ':19722:0:99999:7:::',
      ),
    (seed) => join('$', '2b$12$', madeUp('base62', 53, seed)),
    (seed) =>
      join(
        '$',
        'argon2id$v=19$m=65536,t=3,p=4$',
        madeUp('base62', 22, seed),
        '$',
        madeUp('base62', 43, seed),
      ),
  ],
  'pgpass-password': [(seed) => join('db.internal:5432:shop:ada', ':', madeUp('base62', 11, seed), 'x')],
  'private-key': [
    (seed) =>
      join(
        '-----BEGIN RSA PRIV',
        'ATE KEY-----\n',
        madeUp('base64', 64, seed),
        '\n',
        madeUp('base64', 64, seed + 9),
        '\n-----END RSA PRIV',
        'ATE KEY-----',
      ),
    (seed) =>
      join(
        '"-----BEGIN PRIV',
        'ATE KEY-----\\n',
        madeUp('base64', 64, seed),
        '\\n-----END PRIV',
        'ATE KEY-----\\n"',
      ),
    (seed) =>
      join(
        '-----BEGIN OPENSSH PRIV',
        'ATE KEY-----\n',
        madeUp('base64', 70, seed),
        '\n',
        madeUp('base64', 40, seed),
      ),
  ],
  'registry-auth': [
    (seed) => join('"au', 'th": "', Buffer.from(`ada:${madeUp('base62', 12, seed)}`).toString('base64'), '"'),
  ],
  'sendgrid-key': [
    (seed) => join('S', 'G.', madeUp('base64url', 22, seed), '.', madeUp('base64url', 43, seed)),
  ],
  'signed-url': [
    (seed) => join('https://b.s3.amazonaws.com/k?X-Amz-Sig', 'nature=', madeUp('hex', 64, seed)),
  ],
  'sql-password': [
    (seed) => join("CREATE USER 'ada'@'%' IDENTIFIED B", "Y '", madeUp('base62', 11, seed), "'"),
  ],
  'telegram-bot-token': [
    (seed) =>
      join(`1${madeUp('digits', 9, seed)}`, ':A', 'A', madeUp('base64url', 33, seed).replace(/-$/, 'x')),
  ],
  'url-password': [
    (seed) => join('postgres:/', '/ada:', madeUp('base62', 14, seed), '@db.internal:5432/app'),
    (seed) => join('https:/', '/x-access:', madeUp('hex', 20, seed), '@git.internal/r.git'),
    (seed) => join('redis:/', '/:', madeUp('base62', 14, seed), '@cache:6379'),
  ],
  'url-token': [(seed) => join('https:/', '/', madeUp('hex', 40, seed), '@git.internal/acme/shop.git')],
}
