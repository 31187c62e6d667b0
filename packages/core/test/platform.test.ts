import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as node from '../src/platform/node.js'
import * as web from '../src/platform/web.js'

/** Texts of everything, halves of characters included. */
const text = fc.string({ unit: 'binary' })
const bytes = fc.uint8Array()
const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF') })
const base64 = fc.string({ unit: fc.constantFrom(...'AZaz09+/-_=\n\\ *é') })
const value = fc.anything({ withDate: true, withBigInt: true })

const given = (found: Uint8Array): readonly number[] => [...found]

test('a browser is given what Node.js gives: hashes, digits, signs and texts', () => {
  const check = <T>(arbitrary: fc.Arbitrary<T>, ask: (platform: typeof web, asked: T) => unknown) =>
    fc.assert(
      fc.property(arbitrary, (asked) => {
        expect(ask(web, asked)).toEqual(ask(node, asked))
      }),
    )
  check(text, ({ sha256 }, asked) => sha256(asked))
  check(fc.string({ unit: fc.constantFrom('\ud800', 'a', '\udc00') }), ({ sha256 }, asked) => sha256(asked))
  check(fc.array(bytes), ({ sha256OfBytes }, asked) => given(sha256OfBytes(...asked)))
  check(bytes, ({ hexOf }, asked) => hexOf(asked))
  check(hex, ({ bytesOfHex }, asked) => given(bytesOfHex(asked)))
  check(base64, ({ bytesOfBase64 }, asked) => given(bytesOfBase64(asked)))
  check(bytes, ({ latin1Of }, asked) => latin1Of(asked))
  check(bytes, ({ utf8Of }, asked) => utf8Of(asked))
  check(text, ({ utf8Of }, asked) => utf8Of(Buffer.from(`\ufeff${asked}`)))
})

test('a browser finds the same values the same', () => {
  const copied = value.map((one) => [one, structuredClone(one)] as const)
  fc.assert(fc.property(copied, ([one, other]) => web.isSame(one, other) && node.isSame(one, other)))
  fc.assert(fc.property(value, value, (one, other) => web.isSame(one, other) === node.isSame(one, other)))
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [{ a: undefined }, {}],
    [{ a: undefined }, { b: undefined }],
    [[1], { 0: 1 }],
    [new Date(1), new Date(2)],
    [new Date(1), {}],
    [0, -0],
    [1n, 1],
    [null, {}],
  ]
  for (const [one, other] of pairs) expect(web.isSame(one, other)).toBe(node.isSame(one, other))
})

test('a browser tells of an old name once', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const tell = web.deprecation('It is called b now.', 'OLD')
  tell()
  tell()
  expect(warn.mock.calls).toEqual([['[OLD] It is called b now.']])
  warn.mockRestore()
})
