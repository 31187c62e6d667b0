/** What French, Spanish, Portuguese and Italian share: the endings of the infinitive, the imperative and the verbal noun. */

import { type Act, actOfForm, type Conjugation, folded, mapOf, type RomanceWords } from './language.js'
import { TextPattern } from './text-pattern.js'

/** The infinitive, the imperative and the gerund, with a pronoun or without. */
const verbEndings = new Set(
  (
    'r re ar er ir are ere ire oir ez e es a i o iz issez isci ant ando endo iendo indo arlo arla arlos arlas ' +
    'erlo irlo arse erse irse arsi ersi irsi icar icare izar ise iser izer'
  ).split(' '),
)

/** Verbal nouns. */
const nounEndings = new Set(
  (
    'ion cion sion cao coes zione sione ation cation acion acao icion icao izione uzione ucion ucao ement ' +
    'amento amiento imento aggio age ment ssion ication icacion icacao icazione azione isation izacion izacao izzazione'
  ).split(' '),
)

/** English words and small words that look like a form of these. */
const others = new Set(
  (
    'resume resumes prove proves note place range expose quite relate active public sublime corer ' +
    'mode modes modal core move movie pro provide mute mode cap capital lease more mores use cried cries per pera'
  ).split(' '),
)

/** French infinitives that are English nouns: "the compiler", "the installer"; verbs before an article alone. */
const agentNouns = new Set(
  'lance tester compiler installer explorer documenter controller cleaner presenter'.split(' '),
)

const article = new TextPattern(
  String.raw`^\s+(?:le|la|les|l['’]|un|une|des|du|de|ce|cette|ces|toutes?|tous|son|sa|ses|avec|dans)\b`,
)

/** What follows a verbal noun: "correction du bug", "verifica finale". English nouns of the same form have nothing of it. */
const behindNoun = new TextPattern(
  String.raw`^\s+(?:d[eiou]s?|da|das|d['’]|dell?[aeo]?|degli|della|delle|dello|dell['’]|au|aux|en|final\w*|manu\w*|rapid\w*|complet[aeo]?)(?![\p{L}-])|^\s+d['’]`,
)

/** Nouns that mean another thing in English. */
const englishNouns = new Set(
  'redaction suppression lecture conception rapport explication prove relation'.split(' '),
)

/** Reads the words of these languages; a stem of one counts in all of them. */
export class RomanceReader {
  readonly #verbForms: Conjugation
  readonly #nounForms: Conjugation
  readonly #verbs: ReadonlyMap<string, Act>
  readonly #nouns: ReadonlyMap<string, Act>

  /** @param languages the words of each language */
  constructor(languages: readonly RomanceWords[]) {
    const stems = mapOf(languages.flatMap((one) => one.stems))
    this.#verbForms = { stems, endings: verbEndings }
    this.#nounForms = { stems, endings: nounEndings }
    this.#verbs = mapOf(languages.flatMap((one) => one.verbs))
    this.#nouns = mapOf(languages.flatMap((one) => one.nouns))
  }

  /**
   * The act of a word as a verb or verbal noun, or null.
   * @param after what follows the word; it tells an English noun from these
   */
  verb(word: string, after: string): Act | null {
    const form = folded(word)
    if (form.length < 3 || others.has(form)) return null
    if (agentNouns.has(form)) {
      const isVerb = article.test(after) || (form === 'tester' && after === '')
      return isVerb ? actOfForm(form, this.#verbForms) : null
    }
    const isNoun = form !== word.toLowerCase() || behindNoun.test(after)
    const listed = isNoun ? this.#nouns.get(form) : undefined
    return (
      listed ??
      this.#verbs.get(form) ??
      actOfForm(form, this.#verbForms) ??
      (isNoun ? actOfForm(form, this.#nounForms) : null)
    )
  }

  /** The act of a noun, or null. */
  noun(word: string): Act | null {
    const form = folded(word)
    if (form === word.toLowerCase() && (others.has(form) || englishNouns.has(form))) return null
    return this.#nouns.get(form) ?? null
  }
}
