import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { graphemes, graphemeWidth, widthOf } from '../src/text/wrap.js'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

test('the short way of simple characters says what the segmenter says', () => {
  const code = fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa1, max: 0x3ff }),
    fc.integer({ min: 0x2010, max: 0x2800 }),
  )
  const text = fc.array(code, { maxLength: 8 }).map((codes) => String.fromCodePoint(...codes))
  fc.assert(
    fc.property(text, (shown) => {
      const expected = Array.from(segmenter.segment(shown), ({ segment }) => segment)
      expect(graphemes(shown)).toEqual(expected)
      expect(widthOf(shown)).toBe(expected.reduce((sum, each) => sum + graphemeWidth(each), 0))
    }),
    { numRuns: runs(2000) },
  )
})

test.each([...'│─●⊘↶!↻≡✗~✓?»“⇢◌▒≠◆▸↺≈↕−…⏎▪█'])('%s takes one column', (sign) => {
  expect(widthOf(sign)).toBe(1)
})
