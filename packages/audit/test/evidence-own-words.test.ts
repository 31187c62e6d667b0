import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownItemClasses } from '../src/evidence/evidence-settings.js'
import { promiseOf } from '../src/evidence/items/item-class.js'
import { type OwnItemClasses, OwnWords } from '../src/evidence/items/own-words.js'

const classes: OwnItemClasses = {
  verify: ['abnehmen', 'smoke', '验收', 'sign off', 'check'],
  change: ['frobnicate'],
  execute: ['provision'],
  research: ['spelunk', 'c++'],
  think: ['noodle'],
  communicate: ['holler'],
}
const own = new OwnWords(classes)

function sketch(text: string): string {
  const { itemClass, needs } = promiseOf(text, own)
  return `${itemClass}: ${needs.map(({ kind }) => kind).join(' + ')}`
}

describe('own words for classes', () => {
  it.each([
    // At the start, behind prefixes and adverbs, in any case.
    ['Smoke the login page', 'verify: check'],
    ['smoke', 'verify: check'],
    ['Phase 2: smoke the login page', 'verify: check'],
    ['3. SMOKE the login page', 'verify: check'],
    ['Manually smoke the login page', 'verify: check'],
    ['Final smoke of the page', 'verify: check'],
    ['Complete smoke of the page', 'verify: check'],
    // At the end, where languages put it.
    ['Oberfläche der Kasse abnehmen', 'verify: check'],
    ['收银页面验收', 'verify: check'],
    ['验收收银页面', 'verify: check'],
    // A phrase, whatever the spaces.
    ['Sign  off the release page', 'verify: check'],
    // Each class.
    ['Frobnicate the parser', 'change: write'],
    ['Provision the database', 'execute: execute'],
    ['Spelunk the parser', 'research: reading'],
    ['C++', 'research: reading'],
    ['Noodle on the parser', 'think: prose'],
    ['Holler at the team', 'communicate: prose'],
    // Beside what is known.
    ['Implement the login and smoke the page', 'change: write + check'],
    ['Formular bauen und Oberfläche abnehmen', 'change: write + check'],
    ['Smoke the login, the cart and the shop page', 'verify: check'],
    ['Frobnicate the parser, then run the tests', 'change: write + check'],
    ['Run the tests, smoke the page and lint', 'verify: check + check + check'],
    // A known verb stays where the own word is only its object.
    ['Fix the smoke', 'change: write'],
    ['Remove frobnicate from the parser', 'change: write'],
    // Only whole words.
    ['Smokeless build step', 'unknown: anything'],
    // Nothing of theirs: as without.
    ['Fix the parser', 'change: write'],
  ])('%s', (text, expected) => {
    expect(sketch(text)).toBe(expected)
  })

  it('lets an own word win over a known one', () => {
    const reading = new OwnWords({ research: ['verify', '检查'] })
    expect(promiseOf('Verify the parser', reading).itemClass).toBe('research')
    expect(promiseOf('Manually verify the parser', reading).itemClass).toBe('research')
    expect(promiseOf('检查解析器', reading).itemClass).toBe('research')
    expect(promiseOf('Verify the parser').itemClass).toBe('verify')
  })

  it('takes the longer of two that fit, and knows no pattern in a word', () => {
    const words = new OwnWords({ research: ['dry'], execute: ['dry run'], think: ['.*', '(a+)+$', ''] })
    expect(promiseOf('Dry run the release', words).itemClass).toBe('execute')
    expect(promiseOf('Dry the towels', words).itemClass).toBe('research')
    expect(promiseOf('Fnord', words).itemClass).toBe('unknown')
    expect(promiseOf(`${'a'.repeat(500)}!`, words).itemClass).toBe('unknown')
  })

  it('changes nothing where no own word stands in the text', () => {
    const away = new OwnWords({ verify: ['qqqq'], change: ['zzzz'] })
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        const before = promiseOf(text)
        if (
          /qqqq|zzzz/i.test(text) ||
          before.needs.length > 1 ||
          /[,;，；、&+]|\s(?:and|then|und|dann|et|puis|y|e|и)\s/iu.test(text)
        )
          return
        expect(promiseOf(text.normalize('NFC'), away).itemClass).toBe(
          promiseOf(text.normalize('NFC')).itemClass,
        )
      }),
    )
  })

  it('gives its class to any object, or one that asks for more', () => {
    const word = fc.constantFrom('parser', 'toolbar', 'kitchen', 'button')
    fc.assert(
      fc.property(fc.constantFrom(...ownItemClasses), word, (itemClass, object) => {
        const words = new OwnWords({ [itemClass]: ['frob'] })
        expect(promiseOf(`Frob the ${object}`, words).itemClass).toBe(itemClass)
        expect(promiseOf(`${object} frob`, words).itemClass).toBe(itemClass)
      }),
    )
  })
})

it('of very many words those that stand in a text are asked alone', () => {
  const few = {
    verify: ['abnehmen', 'Go-Live prüfen', '検収', 'STRASSE'],
    change: ['#fix', 'Abnehmen lassen'],
  }
  const decoys = Array.from({ length: 300_000 }, (_, index) => `wort${index}`)
  const many = new OwnWords({ ...few, research: decoys })
  const plain = new OwnWords(few)
  const texts = [
    'Kasse abnehmen',
    'GO-LIVE  PRÜFEN, straße',
    'これを検収する',
    'Fix the login',
    '#fix the cache and abnehmen lassen',
  ]
  for (const text of texts) expect(many.clausesOf(text)).toEqual(plain.clausesOf(text))
  expect(many.clausesOf('Wort299999 the cart')[0]).toMatchObject({ act: 'research', object: 'the cart' })
})
