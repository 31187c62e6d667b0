import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { wantsColours } from '../src/text/style.js'
import { fit, widthOf, wrap } from '../src/text/wrap.js'

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['修复', 4],
  ['カタ', 4],
  ['ｶﾀ', 2],
  ['한국', 4],
  ['Ａ', 2],
  ['😀', 2],
  ['🇩🇪', 2],
  ['👍🏽', 2],
  ['✓', 1],
  ['⏎', 1],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

describe('wrap', () => {
  it('breaks a word that is too long', () => {
    expect(wrap('see /home/a/very/long/path/to/a/file.ts now', 16)).toMatchInlineSnapshot(`
      [
        "see",
        "/home/a/very/lon",
        "g/path/to/a/file",
        ".ts now",
      ]
    `)
  })

  it('fits every line and loses nothing but spaces', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '修', '😀', 'é'), minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 10, max: 60 }), (words, columns) => {
        const text = words.join(' ')
        const wrapped = wrap(text, columns)
        for (const line of wrapped) expect(widthOf(line)).toBeLessThanOrEqual(columns)
        expect(wrapped.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })
})

test('fit cuts at the columns', () => {
  expect(fit('abcdef', 6)).toBe('abcdef')
  expect(fit('abcdefg', 6)).toBe('abcde…')
  expect(fit('修复登录', 6)).toBe('修复…')
})

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('on a terminal (%s) with %j colours are wanted: %s', (isTerminal, environment, wanted) => {
  expect(wantsColours(isTerminal, environment)).toBe(wanted)
})
