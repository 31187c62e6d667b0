import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { count, ranges, someOf } from '../src/text/count.js'
import { styleFor, wantsColours } from '../src/text/style.js'
import { fit, hang, pad, widthOf, wrap } from '../src/text/wrap.js'

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
  it('breaks at spaces', () => {
    expect(wrap('the last call before it was an edit', 16)).toMatchInlineSnapshot(`
      [
        "the last call",
        "before it was an",
        "edit",
      ]
    `)
  })

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

  it('counts wide characters twice', () => {
    expect(wrap('修复登录页面的重定向问题', 10)).toMatchInlineSnapshot(`
      [
        "修复登录页",
        "面的重定向",
        "问题",
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

  it('stands under its first line', () => {
    expect(hang('[x] #1: ', 'Fix the redirect', 20)).toEqual(['[x] #1: Fix the', '        redirect'])
  })
})

test('fit cuts at the columns', () => {
  expect(fit('abcdef', 6)).toBe('abcdef')
  expect(fit('abcdefg', 6)).toBe('abcde…')
  expect(fit('修复登录', 6)).toBe('修复…')
})

test('pad fills up to the columns', () => {
  expect(pad('修', 4)).toBe('修  ')
  expect(pad('abcde', 4)).toBe('abcde')
})

test('numbers with their nouns', () => {
  expect([count(1, 'item'), count(0, 'item'), count(1204, 'item')]).toEqual([
    '1 item',
    '0 items',
    '1,204 items',
  ])
  expect(someOf(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
  expect(ranges([4, 9, 10, 11, 33])).toBe('4, 9–11, 33')
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

test('a style ends where it began', () => {
  expect(styleFor(true)('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(styleFor(false)('red', 'x')).toBe('x')
})
