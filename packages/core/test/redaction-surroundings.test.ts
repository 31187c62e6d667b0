import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { createFinder } from '../src/redaction/find-secrets.js'
import { createRedactor } from '../src/redaction/redactor.js'
import { shapeKinds } from '../src/redaction/shapes.js'
import { tokenKinds } from '../src/redaction/tokens.js'
import { characters, madeUp } from './made-up-secrets.js'

const redactor = createRedactor()

/** No third of it in a row stays. */
function isGone(secret: string, text: string): boolean {
  const length = Math.ceil(secret.length / 3)
  return Array.from({ length: secret.length - length + 1 }, (_, start) =>
    secret.slice(start, start + length),
  ).every((part) => !text.includes(part))
}

/** Surroundings that the benchmark does not have, with what must stay beside the secret. */
const chosen = 'Prod-Sec-2024!'
const key = madeUp('base64', 40)
const rows: readonly (readonly [text: string, secret: string, redacted: string])[] = [
  [
    'postgres://ada:P@ssw0rdX@db:5432/shop?a=b@c',
    'P@ssw0rdX',
    'postgres://ada:[redacted:url-password]@db:5432/shop?a=b@c',
  ],
  [
    `curl -s \\\n  --user 'ada:${chosen}' https://a.b`,
    chosen,
    "curl -s \\\n  --user 'ada:[redacted:command-password]' https://a.b",
  ],
  [`echo ${chosen} | sudo -S apt update`, chosen, 'echo [redacted:command-password] | sudo -S apt update'],
  [
    `aws configure set aws_secret_access_key ${key} --profile x`,
    key,
    'aws configure set aws_secret_access_key [redacted:named-secret] --profile x',
  ],
  [
    `https://a.b/?access_token=${madeUp('hex', 12)}9a7b&page=2`,
    '9a7b',
    'https://a.b/?access_token=[redacted:named-secret]&page=2',
  ],
  [
    `curl -H "X-Api-Key: ${madeUp('hex', 12)}" a.b`,
    madeUp('hex', 12),
    'curl -H "X-Api-Key: [redacted:named-secret]" a.b',
  ],
  ['<password>correcthorse7</password>', 'correcthorse7', '<password>[redacted:password]</password>'],
  [`DB_PASSWORD=\u001b[32m${chosen}\u001b[0m b`, chosen, 'DB_PASSWORD=[redacted:password] b'],
]

test.each(rows)('%s: the secret goes, and what stands beside it stays', (text, secret, expected) => {
  const redacted = redactor.text(text)
  expect(redacted).toBe(expected)
  expect(redacted).not.toContain(secret)
  expect(redactor.text(redacted)).toBe(redacted)
})

test('more secrets than a call takes arguments', () => {
  const many = 130_000
  const redacted = redactor.text(`ghp_${madeUp('base62', 36)} `.repeat(many))
  expect(redacted.split('[redacted:github-token]').length - 1).toBe(many)
})

test('a pattern is switched off by its name', () => {
  const text = `ghp_${madeUp('base62', 36)} AKIA${madeUp('upper', 16)}`
  expect(createRedactor({ off: ['github-token'] }).text(text)).toBe(
    `ghp_${madeUp('base62', 36)} [redacted:aws-access-key-id]`,
  )
})

test('this package as it is written holds no secret', () => {
  const folder = new URL('../src/redaction/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const source = readFileSync(new URL(file, folder), 'utf8')
    expect(redactor.text(source)).toBe(source)
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
  ...[
    '-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----',
    '://a:b/',
    '://a:@',
    '@',
    '://abcdefghijklmnop',
  ],
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
  ...[
    `${'x'.repeat(60)}7\n`,
    '\\u0041',
    '%41%42',
    'ghp_a7\n',
    `AKIA${'Q7'.repeat(30)}\n`,
    `PASSWORD=${'a7'.repeat(20)}\n`,
  ],
]

/** The characters that the looks at a text may have passed, and what stands there afterwards. */
function stepsOf(text: string): number {
  let steps = 0
  const find = createFinder({
    off: new Set(),
    own: [],
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
