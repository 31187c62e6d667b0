import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { createFinder } from '../src/redaction/find-secrets.js'
import { createRedactor } from '../src/redaction/redactor.js'
import { shapeKinds } from '../src/redaction/shapes.js'
import { tokenKinds } from '../src/redaction/tokens.js'
import { characters, madeUp } from './made-up-secrets.js'

const redactor = createRedactor()
const join = (...parts: readonly string[]): string => parts.join('')

/** No third of it in a row stays. */
function isGone(secret: string, text: string): boolean {
  const length = Math.max(4, Math.ceil(secret.length / 3))
  return Array.from({ length: secret.length - length + 1 }, (_, start) =>
    secret.slice(start, start + length),
  ).every((part) => !text.includes(part))
}

const chosen = join('Prod-Sec', 'ret-2024!')
const token = join('gh', 'p_', madeUp('base62', 36, 4))
const body = Array.from({ length: 3 }, (_, line) => madeUp('base64', 64, line + 2))
const wide = 'x '.repeat(20)

/** How a secret stands, with what must stay beside it. */
const rows: readonly (readonly [name: string, text: string, secret: string, stays?: string])[] = [
  ['mysqldump -p', `mysqldump --single-transaction -p'${chosen}' shop > a.sql`, chosen, 'a.sql'],
  ['curl --user over two lines', `curl -s \\\n  --user 'ada:${chosen}' https://example.com`, chosen],
  ['.netrc in a line', `machine example.com login ada password ${chosen}`, chosen, 'login ada'],
  ['.netrc in lines', `machine example.com\n  login ada\n  password ${chosen}\n`, chosen, 'login ada'],
  ['.pgpass for any', `*:*:*:ada:${chosen}`, chosen],
  ['IDENTIFIED WITH … BY', `ALTER USER ada IDENTIFIED WITH caching_sha2_password BY '${chosen}';`, chosen],
  [
    'a hash of yescrypt',
    `ada:$y$j9T$${madeUp('base62', 22)}$${madeUp('base62', 43)}:19722`,
    madeUp('base62', 43),
  ],
  ['Authorization without a scheme', `"Authorization": "${madeUp('hex', 40)}"`, madeUp('hex', 40)],
  [
    'a password with $ in an address',
    'postgres://ada:ab$Cd7ef$gh@db:5432/shop',
    'ab$Cd7ef$gh',
    '@db:5432/shop',
  ],
  ['a password that begins with $', 'postgres://ada:$ecr3tNow@db:5432/shop', '$ecr3tNow', '@db:5432/shop'],
  [
    'a password with / in an address',
    'postgres://ada:ab/Cd7ef/gh@db:5432/shop',
    'ab/Cd7ef/gh',
    '@db:5432/shop',
  ],
  [
    'a password with @ in an address',
    'postgres://ada:P@ssw0rdX@db:5432/shop?a=b@c',
    'P@ssw0rdX',
    '@db:5432/shop?a=b@c',
  ],
  ['name and value', `{"name": "DB_PASSWORD", "value": "${chosen}"}`, chosen, '"name": "DB_PASSWORD"'],
  ['name and value in JSON in JSON', JSON.stringify(`{"name": "DB_PASSWORD", "value": "${chosen}"}`), chosen],
  [
    "Kubernetes' name and value",
    `- name: API_SECRET\n  value: ${chosen}\n- name: PORT`,
    chosen,
    '- name: PORT',
  ],
  ['attributes of XML', `<add key="SmtpPassword" value="${chosen}" />`, chosen, '" />'],
  ['an element of XML', `<password>${chosen}</password>`, chosen, '</password>'],
  ['a connection', `Server=db;User Id=ada;Password=${chosen};Encrypt=true`, chosen, ';Encrypt=true'],
  ['properties', 'spring.datasource.password=correcthorse', 'correcthorse'],
  ['YAML', 'db:\n  user: ada\n  password: correcthorse\n  port: 5432', 'correcthorse', '  port: 5432'],
  ['the environment', 'DB_PASSWORD=correcthorse', 'correcthorse'],
  ['an option', './migrate.sh --password correcthorse', 'correcthorse'],
  ['an option with a sign', './migrate.sh --password=correcthorse --dry-run', 'correcthorse', '--dry-run'],
  [
    'a header',
    `curl -H "X-Api-Key: ${madeUp('hex', 12)}" https://example.com`,
    madeUp('hex', 12),
    'https://example.com',
  ],
  ['a query', `https://example.com/?access_token=${madeUp('hex', 12)}&page=2`, madeUp('hex', 12), '&page=2'],
  ['a type and a value', `password: str = "${chosen}"`, chosen],
  ['a comparison', `if (password === '${chosen}') return`, chosen, 'return'],
  [
    'a key without its first line',
    [...body, join('-----END PRIV', 'ATE KEY-----')].join('\n'),
    body.join('\n'),
  ],
  [
    'a key without its first line, in JSON',
    JSON.stringify([...body, join('-----END PRIV', 'ATE KEY-----')].join('\n')),
    body[1] ?? '',
  ],
  [
    'a key without its first line, in a diff',
    [' context', ...body.map((line) => `+${line}`), join('+-----END PRIV', 'ATE KEY-----')].join('\n'),
    body[0] ?? '',
    ' context',
  ],
  [
    'colours within a token',
    `a ${token.slice(0, 9)}\u001b[01;31m\u001b[K${token.slice(9, 20)}\u001b[m\u001b[K${token.slice(20)} b`,
    token.slice(9, 20),
    ' b',
  ],
  ['colours around a value', `DB_PASSWORD=\u001b[32m${chosen}\u001b[0m b`, chosen, ' b'],
  ['a token over two lines', `${wide}${token.slice(0, 19)}\n${token.slice(19)} b`, token.slice(19), ' b'],
  [
    'a token over two lines in a shell',
    `${wide}${token.slice(0, 19)}\\\n  ${token.slice(19)} b`,
    token.slice(19),
    ' b',
  ],
  [
    'a value over two lines',
    `${wide}API_KEY=${madeUp('hex', 20)}\n${madeUp('hex', 20, 2)} b`,
    madeUp('hex', 20, 2),
    ' b',
  ],
  ['sudo', `echo ${chosen} | sudo -S apt-get update`, chosen, '| sudo -S apt-get update'],
  ['openssl', `openssl rsa -in a.pem -passin pass:${chosen} -out b.pem`, chosen, '-out b.pem'],
  [
    'aws configure set',
    `aws configure set aws_secret_access_key ${madeUp('base64', 40)} --profile x`,
    madeUp('base64', 40),
    '--profile x',
  ],
  [
    'npm config set',
    `npm config set //registry.internal/:_authToken ${madeUp('hex', 36)} && npm publish`,
    madeUp('hex', 36),
    '&& npm publish',
  ],
  ['setenv', `setenv DB_PASSWORD ${chosen}`, chosen, 'setenv DB_PASSWORD'],
  ['setx', `setx API_TOKEN "${madeUp('hex', 32)}"`, madeUp('hex', 32), 'setx API_TOKEN'],
  ['a cell of a table', `| user | ada |\n| password | ${chosen} |\n`, chosen, '| user | ada |'],
  [
    'a secret of Azure before a full stop',
    `The secret is ${join('aB3', '8Q', '~', madeUp('base62', 34))}. Use it.`,
    madeUp('base62', 34),
    '. Use it.',
  ],
  ['entities round a value', `&quot;password&quot;: &quot;${chosen}&quot;, b`, chosen, ', b'],
  ['numbered entities', `password&#x3D;&#39;${chosen}&#39; b`, chosen, ' b'],
]

describe('a secret goes, and what stands beside it stays', () => {
  for (const [name, text, secret, stays = ''] of rows) {
    test(name, () => {
      const redacted = redactor.text(text)
      expect(isGone(secret, redacted), redacted).toBe(true)
      expect(redacted).toContain(stays)
      expect(redactor.text(redacted)).toBe(redacted)
    })
  }
})

/** Names whose values are secrets, whatever they look like. */
const written: readonly (readonly [string, (value: string) => string, string])[] = [
  ['the environment', (value) => `DB_PASSWORD=${value}`, `${characters.base62}!@#%^*_+.,/:?~-`],
  ['AWS', (value) => `AWS_SECRET_ACCESS_KEY=${value}`, characters.base64],
  ['AWS in a file', (value) => `aws_secret_access_key = ${value}\n`, characters.base64],
  ['JSON', (value) => JSON.stringify({ password: value }), `${characters.base62}!@#$%^&*_+=.,/:;?~-`],
  ['YAML', (value) => `db:\n  password: ${value}\n  port: 5432`, `${characters.base62}!@#$%^_+/?~-`],
  ['code', (value) => `const password = '${value}'`, `${characters.base62}!@#$%^&*_+=.,/:;?~-`],
  ['letters', (value) => `DB_PASSWORD=${value}`, characters.small.slice(0, 26)],
  ['an address', (value) => `postgres://ada:x${value}@db:5432/shop`, `${characters.base62}$/!*+,;=~_-.`],
]

describe('a literal value is a secret, whatever it looks like', () => {
  test.each(written)('%s', (_, write, set) => {
    const value: fc.Arbitrary<string> = fc
      .array(fc.constantFrom(...set.split('')), { minLength: 40, maxLength: 40 })
      .map((signs) => `a7${signs.join('').slice(2)}`)
      .filter((each) => new Set(each).size > 6)
    fc.assert(
      fc.property(value, (each) => {
        const redacted = redactor.text(write(each))
        expect(isGone(each, redacted), redacted).toBe(true)
      }),
    )
  })
})

/** What begins something that is looked for, goes on for long, or never ends. */
const pieces: readonly string[] = [
  ...['mysql -u a ', 'curl -u ', 'docker login ', 'redis-cli -a ', 'machine x login ', 'login x password '],
  ...['Cookie: a=b; ', 'cookie: sid=abcdef;', 'Set-Cookie: a=', 'Authorization: Token ', 'IDENTIFIED BY '],
  ...['\u001b[31m', '\u001b[', '&amp;', '&quot;password&quot;:', '$6$abc$', ':5432:', ':*:a:', 'auth":"'],
  ...['-----END PRIVATE KEY-----', `${body[0]}\n-----END `, '://a:b/', '://a:@', '@', '://abcdefghijklmnop'],
  ...[
    'name: API_SECRET\n',
    'secret "',
    'token\n',
    'password ',
    '"password": "a',
    'password: {{',
    'PASSWORD=,a=',
  ],
  ...[
    'PASSWORD=a&b=c',
    'PASSWORD=(((',
    'PASSWORD=)))',
    'pass',
    'api-key',
    'sharedaccess',
    'DB_PASSWORD',
    '\\n',
  ],
  ...[
    'password=a.b.c.d.',
    'password="/a',
    'password==',
    'password = x\n',
    '  password: abcdefg\n',
    '\r\n',
    'AbC1',
  ],
  ...[`${'x'.repeat(60)}7\n`, 'ghp_a7\n', `AKIA${'Q7'.repeat(30)}\n`, `PASSWORD=${'a7'.repeat(20)}\n`],
]

/** The characters that the looks at a text may have passed, and what stands there afterwards. */
function stepsOf(text: string): number {
  let steps = 0
  const find = createFinder({
    off: new Set(),
    own: [],
    thorough: false,
    onLook: (characters) => {
      steps += characters
    },
  })
  find(text)
  return steps
}

const beginnings = [...tokenKinds, ...shapeKinds].flatMap(({ starts }) => starts)

test('steps grow with the length and no faster, whatever beginning is repeated', () => {
  for (const piece of new Set([...pieces, ...beginnings, ...beginnings.map((start) => `${start} `)])) {
    const once = piece.repeat(Math.ceil(3000 / piece.length))
    const [short, long] = [stepsOf(once), stepsOf(once + once)]
    expect(long, piece).toBeLessThanOrEqual(2 * short + 30_000)
  }
})

test('whatever is repeated or mixed, it is done, and doing it again changes nothing', () => {
  const size = isLongRun ? 400_000 : 40_000
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces, ...beginnings), { minLength: 1, maxLength: 5 }),
      (some) => {
        const text = some.join('').repeat(Math.floor(size / some.join('').length))
        const redacted = redactor.text(text)
        expect(redactor.text(redacted)).toBe(redacted)
      },
    ),
    {
      numRuns: runs(100),
      examples: [[['APIM', 'SK0', 'NjU']], [['-us7', 'JQQJ99', 'ddpat_']], [['PASSWORD=(((', '-----END ']]],
    },
  )
})
