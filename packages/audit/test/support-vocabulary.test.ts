import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlap, Vocabulary } from '../src/evidence/support/vocabulary.js'
import type { CompactionWork, Work } from '../src/evidence/work/work.js'

/** A piece of work that is no call, with its words. */
function piece(position: number, ...words: readonly string[]): CompactionWork {
  return {
    kind: 'compaction',
    position,
    seq: position,
    turn: 1,
    source: null,
    busy: [],
    words: new Set(words),
  }
}

const words = fc.uniqueArray(fc.constantFrom('cart', 'login', 'port', 'parser', 'cache', 'queue'))

describe('how telling a word is', () => {
  const work: readonly Work[] = [piece(0, 'cart'), piece(1, 'cart'), piece(2, 'cart', 'login')]

  it('rare words tell more than common ones, unseen ones most', () => {
    const vocabulary = new Vocabulary(work, [])
    expect(vocabulary.weightOf('login')).toBeGreaterThan(vocabulary.weightOf('cart'))
    expect(vocabulary.weightOf('queue')).toBeGreaterThan(vocabulary.weightOf('login'))
  })

  it('a word of several items tells less than one of a single item', () => {
    const alone = new Vocabulary(work, [new Set(['login'])])
    const shared = new Vocabulary(work, [new Set(['login']), new Set(['login'])])
    expect(alone.weightOf('login')).toBe(new Vocabulary(work, []).weightOf('login'))
    expect(shared.weightOf('login')).toBeCloseTo(alone.weightOf('login') / 2)
  })

  it('shares add up to all that an item says, and an overlap lies between none and all of them', () => {
    fc.assert(
      fc.property(fc.array(words), words, words, (pieces, item, others) => {
        const vocabulary = new Vocabulary(
          pieces.map((each, index) => piece(index, ...each)),
          [new Set(item)],
        )
        const shares = vocabulary.sharesOf(new Set(item))
        const all = item.length === 0 ? 0 : 1
        expect(overlap(shares, new Set(item))).toBeCloseTo(all)
        const part = overlap(shares, new Set(others))
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(1 + 1e-9)
        expect(part > 0).toBe(item.some((word) => others.includes(word)))
        expect(part).toBeCloseTo(
          all - overlap(shares, new Set(item.filter((word) => !others.includes(word)))),
        )
      }),
    )
  })

  it('only what calls hold is known: what was merely said is not', () => {
    const shares = new Map([['cart', 1]])
    expect(new Vocabulary(work, []).knownShare(shares)).toBe(0)
  })
})
