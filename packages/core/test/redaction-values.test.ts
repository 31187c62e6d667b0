import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLeakRedactor, createRedactor } from '../src/redaction/redactor.js'
import { encodeValue } from '../src/store/values.js'
import { madeUp } from './made-up-secrets.js'

const redactor = createRedactor()
const secret = ['gh', 'p_', madeUp('base62', 36, 5)].join('')
const mark = '[redacted:github-token]'
const all = ['DB_PASSWORD=correct-horse7', `postgres://ada:${madeUp('base62', 9)}@db/a`, secret]

const withSecrets = fc
  .array(
    fc.oneof(fc.string(), fc.constantFrom(...all, mark, 'password=', 'token: "', '\\', '%', '[redacted:')),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    withSecrets,
    fc.constantFrom<unknown>(null, undefined, true, 1, -0, new Date(0)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(withSecrets, fc.constantFrom('__proto__', 'constructor', 'password')),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value

test('redacting twice changes nothing more, and gives the very same value', () => {
  fc.assert(
    fc.property(values, (value) => {
      const once = redactor.value(value)
      expect(Object.is(redactor.value(once), once)).toBe(true)
    }),
  )
})

test('a value that is given is never changed itself, and what holds no secret comes back as it is', () => {
  fc.assert(
    fc.property(values, (value) => {
      const before = encodeValue({ value })
      const redacted = redactor.value(value)
      expect(encodeValue({ value })).toBe(before)
      if (!Object.is(redacted, value)) expect(encodeValue({ value: redacted })).not.toBe(before)
    }),
  )
})

describe('a secret is found wherever a value can hold a text', () => {
  const deep = (depth: number): unknown => {
    let value: unknown = secret
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }
  const places: readonly (readonly [string, unknown])[] = [
    ['a list', ['a', secret]],
    ['a key', { [secret]: 1 }],
    ['beside a Date', { at: new Date(0), text: secret }],
    ['under __proto__', JSON.parse(`{"__proto__": {"constructor": "${secret}"}}`)],
  ]
  test.each(places)('%s', (_, value) => {
    const text = encodeValue({ value: redactor.value(value) })
    expect(text).not.toContain(secret)
    expect(text).toContain(mark)
    expect(Reflect.get({}, 'constructor')).toBe(Object)
  })

  test('at 100,000 levels', () => {
    let value = redactor.value(deep(100_000))
    while (typeof value === 'object' && value !== null) [value] = Object.values(value)
    expect(value).toBe(mark)
  })

  test('in a value that holds itself', () => {
    const value: { [key: string]: unknown } = { secret }
    value['self'] = value
    const redacted = redactor.value(value)
    expect(redacted['secret']).toBe(mark)
    expect(redacted['self']).toBe(redacted)
  })
})

test('two keys that read the same afterwards stay two', () => {
  const other = ['gh', 'p_', madeUp('base62', 36, 6)].join('')
  expect(redactor.value({ [secret]: 1, [other]: 2 })).toEqual({ [mark]: 1, [`${mark} (2)`]: 2 })
})

test('a field whose name says so is redacted by its value', () => {
  const value = {
    password: 'hunter2!',
    headers: [['--password', 'swordf1sh']],
    env: [{ name: 'DB_PASSWORD', value: 'swordf1sh' }],
    apiKey: madeUp('hex', 32),
    tokens: 1200,
    token: 'getToken()',
    secretName: 'database-2-credentials',
  }
  expect(redactor.value(value)).toEqual({
    ...value,
    password: '[redacted:password]',
    headers: [['--password', '[redacted:password]']],
    env: [{ name: 'DB_PASSWORD', value: '[redacted:password]' }],
    apiKey: '[redacted:named-secret]',
  })
})

/** How a text can be hidden in another one. */
const encodings: readonly (readonly [string, (text: string) => string])[] = [
  ['JSON', (text) => JSON.stringify({ a: `\n${text}\t"` })],
  ['JSON in JSON in JSON', (text) => JSON.stringify(JSON.stringify(JSON.stringify({ a: `"\n${text}` })))],
  [
    '\\u escapes',
    (text) => [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  [
    '\\x escapes',
    (text) => [...text].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  ],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 after one character', (text) => Buffer.from(`:${text}`).toString('base64')],
  ['base64 after two characters', (text) => Buffer.from(`a:${text}; more`).toString('base64')],
  ['base64url', (text) => Buffer.from(`~~??${text}~~??`).toString('base64url')],
  ['base64 twice', (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64')],
  ['base64 beside other letters', (text) => Buffer.from(`größer ${text} größer`).toString('base64')],
  ['percent', (text) => [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')],
  [
    'percent twice',
    (text) => [...text].map((c) => `%25${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  ],
  ['base64 in percent', (text) => encodeURIComponent(Buffer.from(`??>>${text}`).toString('base64'))],
]

/** Undoes whatever was done, roughly, as somebody would who searches for the secret. */
function isHiddenIn(secretText: string, encode: (text: string) => string, redacted: string): boolean {
  const encoded = encode(secretText)
  const longest = Math.max(12, Math.floor(encoded.length * 0.8))
  return redacted.includes(encoded.slice(0, longest)) || redacted.includes(secretText)
}

describe('a secret is found under', () => {
  test.each(encodings)('%s', (_, encode) => {
    for (const seed of [1, 2, 3, 4]) {
      const hidden = ['gh', 'p_', madeUp('base62', 36, seed)].join('')
      const redacted = redactor.text(`before ${encode(hidden)} after`)
      expect(redacted).toContain(mark)
      expect(redacted).toMatch(/^before /)
      expect(redacted).toMatch(/ after$/)
      expect(isHiddenIn(hidden, encode, redacted)).toBe(false)
    }
  })

  test.each(encodings)('%s, where it is known alone', (name, encode) => {
    for (const known of [
      'correct horse "battery"',
      'geheim-äöü-wort',
      'Ab3$%&/()=?Zz',
      'zeile eins\nzeile zwei',
    ]) {
      const ofKnown = createLeakRedactor({ secret: known })
      if (known.includes('ä') && /\\x|percent/.test(name)) continue // these write bytes
      const redacted = ofKnown.text(`before ${encode(known)} after`)
      expect(redacted, `${name}: ${known}`).toContain('[redacted:secret]')
      expect(isHiddenIn(known, encode, redacted)).toBe(false)
    }
  })
})

test.each(['\0', '\0\0', '%41', '%20', '\\n', '\\u0041', '\\\\'])(
  'a secret beside %j goes alone: what stands round it stays',
  (sign) => {
    const text = `1. one${sign}2. two ${secret} three${sign}4. four`
    expect(redactor.value(text)).toBe(text.replace(secret, mark))
  },
)

test("a pattern of one's own that finds more the next time is asked again", () => {
  let found = 'nothing yet'
  const pattern = {
    source: 'what is secret now',
    [Symbol.matchAll]: (text: string) => text.matchAll(new RegExp(found, 'g')),
  }
  const own = createRedactor({ patterns: [{ name: 'own', pattern }] })
  expect(own.text('the plan is Falcon')).toBe('the plan is Falcon')
  found = 'Falcon'
  expect(own.text('the plan is Falcon')).toBe('the plan is [redacted:own]')
})

test('a value that holds itself, and one of many containers, come to an end', () => {
  const own: unknown[] = ['plain text without a secret']
  own.push(own, { own })
  expect(createRedactor().value(own)).toBe(own)
  const many = Array.from({ length: 3000 }, (_, index) => ({ index, self: own }))
  expect(createRedactor().value(many)).toBe(many)
})
