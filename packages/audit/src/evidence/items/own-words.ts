/** Words that people name themselves for classes of items: which clauses of an item's text they speak for. */

import { type Clause, clauseSeparator, clausesOf } from './clauses.js'

/** A class that own words may stand for. */
export type OwnItemClass = 'change' | 'verify' | 'execute' | 'research' | 'think' | 'communicate'

/** Own words for classes: the words and phrases by which an item's text says what kind of work it is. */
export type OwnItemClasses = { readonly [itemClass in OwnItemClass]?: readonly string[] }

/** What a clause promises whose word stands for a class. */
const acts: { readonly [itemClass in OwnItemClass]: Exclude<Clause['act'], null> } = {
  change: 'change',
  verify: 'verify',
  execute: 'run',
  research: 'research',
  think: 'think',
  communicate: 'communicate',
}

/** A word, with what finds it in a text. */
class OwnWord {
  readonly act: Exclude<Clause['act'], null>
  readonly word: string
  readonly #whole: string
  #anywhere: RegExp | null = null
  #atStart: RegExp | null = null
  #atEnd: RegExp | null = null

  constructor(act: OwnWord['act'], word: string) {
    this.act = act
    this.word = word
    const pattern = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+')
    const letter = '[\\p{L}\\p{M}\\p{N}_]'
    // Scripts without spaces do not say where a word ends.
    const [before, after] = unspaced.test(word) ? ['', ''] : [`(?<!${letter})`, `(?!${letter})`]
    this.#whole = `${before}${pattern}${after}`
  }

  // Made when they are first asked: most words stand in none of the texts.

  get anywhere(): RegExp {
    this.#anywhere ??= new RegExp(this.#whole, 'iu')
    return this.#anywhere
  }

  get atStart(): RegExp {
    this.#atStart ??= new RegExp(`(?<=^[^\\p{L}\\p{N}]*)${this.#whole}`, 'iu')
    return this.#atStart
  }

  get atEnd(): RegExp {
    this.#atEnd ??= new RegExp(`${this.#whole}(?=[^\\p{L}\\p{N}]*$)`, 'iu')
    return this.#atEnd
  }
}

/** An own word in a text. */
interface Found {
  readonly act: Exclude<Clause['act'], null>
  readonly verb: string
  readonly object: string
}

/** What a word is looked up by: its first letters up to what is none; of a script without spaces, each sign. */
function keysOf(text: string): ReadonlySet<string> {
  const folded = text.toUpperCase().toLowerCase()
  return new Set([...(folded.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []), ...(folded.match(unspacedSigns) ?? [])])
}

const unspacedSigns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Own words for classes, ready to be read. */
export class OwnWords {
  readonly #words: readonly OwnWord[]
  /** The places of the words, by what they are looked up by. */
  readonly #places = new Map<string, number[]>()

  /** @param classes the words by class; an empty word is passed over, and of two that fit the longer wins */
  constructor(classes: OwnItemClasses = {}) {
    this.#words = Object.entries(acts)
      .flatMap(([itemClass, act]) => {
        const words = isClass(itemClass) ? (classes[itemClass] ?? []) : []
        return words.map((word) => new OwnWord(act, plain(word)))
      })
      .filter(({ word }) => word !== '')
      .sort((one, other) => other.word.length - one.word.length)
    for (const [place, { word }] of this.#words.entries()) {
      const [key = ''] = unspaced.test(word) ? (word.match(unspacedSigns) ?? []) : keysOf(word)
      const known = this.#places.get(key)
      if (known === undefined) this.#places.set(key, [place])
      else known.push(place)
    }
  }

  /** The words that may stand in a text, the longest first. */
  #wordsIn(text: string): readonly OwnWord[] {
    const places = ['', ...keysOf(text)].flatMap((key) => this.#places.get(key) ?? [])
    return places.sort((one, other) => one - other).flatMap((place) => this.#words[place] ?? [])
  }

  /** The clauses of an item's text, as `clausesOf`, with those that an own word speaks for read by it. Linear. */
  clausesOf(text: string): readonly Clause[] {
    if (this.#words.length === 0) return clausesOf(text)
    const line = text.slice(0, 600).normalize('NFC').trim().split('\n', 1)[0] ?? ''
    const found: Clause[] = []
    for (const { stretch, isOwn } of this.#stretchesOf(line)) {
      const clauses = clausesOf(stretch).map((clause) => this.#read(clause))
      const [first, ...others] = clauses
      const before = found.at(-1)
      // "smoke the login, the cart": what has no verb of its own is one more object.
      if (before !== undefined && first?.act === null && !isOwn) {
        const text = `${before.text}, ${first.text}`
        found[found.length - 1] = { ...before, text, object: `${before.object}, ${first.text}` }
        found.push(...others)
      } else found.push(...clauses)
    }
    return found
  }

  /** The line cut where a piece begins or ends with an own word. */
  #stretchesOf(line: string): readonly { readonly stretch: string; readonly isOwn: boolean }[] {
    const stretches: { stretch: string; isOwn: boolean }[] = []
    let from = 0
    let separator = ''
    const add = (piece: string): void => {
      if (piece.trim() === '') return
      const isOwn = this.#wordsIn(piece).some((word) => word.atStart.test(piece) || word.atEnd.test(piece))
      const before = stretches.at(-1)
      if (before === undefined || isOwn || before.isOwn) stretches.push({ stretch: piece, isOwn })
      else before.stretch += `${separator}${piece}`
    }
    for (const match of line.matchAll(clauseSeparator.for(line))) {
      add(line.slice(from, match.index))
      separator = match[0]
      from = match.index + separator.length
    }
    add(line.slice(from))
    return stretches.length === 0 ? [{ stretch: line, isOwn: false }] : stretches
  }

  #read(clause: Clause): Clause {
    const own = this.#find(clause)
    return own === null ? clause : { ...clause, ...own }
  }

  /** The own word that speaks for a clause: at its start, as its verb, or anywhere where it has no verb. */
  #find({ text, verb, act }: Clause): Found | null {
    const free = verb === '' || act === null || act === 'mark'
    for (const word of this.#wordsIn(`${text} ${verb}`)) {
      const match = (free ? word.anywhere : word.atStart).exec(text) ?? verbAs(word, verb, text)
      if (match === null) continue
      const before = text.slice(0, match.index)
      const object = `${before}${text.slice(match.index + match[0].length)}`.trim()
      return { act: word.act, verb: match[0].toLowerCase().trim(), object }
    }
    return null
  }
}

/** None. */
export const noOwnWords: OwnWords = new OwnWords()

/** The known verb of a clause may be an own word: "Manually check the page" with the own word "check". */
function verbAs({ anywhere }: OwnWord, verb: string, text: string): RegExpExecArray | null {
  return verb !== '' && anywhere.exec(verb)?.[0] === verb ? anywhere.exec(text) : null
}

function isClass(name: string): name is OwnItemClass {
  return Object.hasOwn(acts, name)
}

function plain(word: string): string {
  return word.normalize('NFC').replace(/\s+/g, ' ').trim()
}
