/** Clauses without a verb: "Implementation of the pager", "Unit tests", "Code review", "All tests pass". */

import { anyOf, saying, smallWords, sourceOf } from '../languages/index.js'
import type { Act, VerbPhrase } from '../languages/language.js'
import { checksNamedIn } from './named-checks.js'
import { actOfNoun } from './verbs.js'

/** "Unit tests", in the languages of the vocabulary: a run of these is asked for. */
const kindOfTests = saying('kindOfTests')

/** "Tests for X": the tests are what is made. */
const testsFor = new RegExp(
  String.raw`^(?:(?:unit|integration|regression|e2e|end-to-end|acceptance|component|smoke|automated|more|new|additional|missing)[\s-]+){0,3}${sourceOf('testsFor')}`,
  'iu',
)

/** "All tests pass", "Build green", "Get the test suite green": what a check is to say. */
const stateOfCheck =
  /^(?:get\s+)?(?:the\s+|all\s+|full\s+|unit\s+|integration\s+|e2e\s+|existing\s+|production\s+)*(?:tests?|specs|test suite|suite|build|lint|linter|typecheck|ci|tsc)\s+(?:should\s+|must\s+|to\s+|is\s+|are\s+|still\s+)*(?:pass(?:es|ing)?|green|clean|succeeds?|ok)[.!]?$/iu

/** Compounds of which the last word decides, though the first is a verb elsewhere: "Design review", "Test plan". */
const compound =
  /^(?:(?:final|initial|full|comprehensive|quick|another)\s+)*(?:code|design|test|plan|security|document|documentation|release|import|report|peer)[\s-]+(review|audit|plan|strategy|notes|report|summary|execution|generation|verification)$/iu

const prepositions = new RegExp(String.raw`[:：]\s|\s(?:${anyOf('prepositions')}|d['’]\p{L}+)\s`, 'iu')

/**
 * What a clause without a verb says will be done, or null.
 * @param certain true to read only the forms that also start with a word which elsewhere is a verb
 */
export function actWithoutVerb(text: string, certain: boolean): VerbPhrase | null {
  if (certain) return fixedForm(text.trim())
  const words = text.replace(/\([^)]*\)/g, ' ').match(/[\p{L}\p{M}-]+/gu)
  const last = words?.at(-1)
  if (last === undefined) return null
  const preposition = prepositions.exec(text)
  const head =
    preposition === null
      ? undefined
      : text
          .slice(0, preposition.index)
          .match(/[\p{L}\p{M}-]+/gu)
          ?.at(-1)
  // "Foundation for the validation": what follows the preposition is no act.
  const noun = head ?? last
  const act = actOfNoun(noun)
  if (act === null || (head === undefined && isBorrowed(noun, words ?? []))) return null
  // "Validation" is no property of code where it is what is done.
  const object = act === 'verify' || act === 'review' ? text.replace(noun, ' ').trim() : text
  return { act, verb: '', object }
}

/** Nouns that other languages have too: behind a word that is not known they may be the object of an unknown verb. */
const borrowed = /^(?:tests?|checks?|builds?|releases?|updates?|fix(?:es)?)$/iu

const qualifiers = new Set(smallWords('nounQualifiers'))

function isBorrowed(noun: string, words: readonly string[]): boolean {
  return borrowed.test(noun) && words.some((word) => word !== noun && !qualifiers.has(word.toLowerCase()))
}

function fixedForm(text: string): VerbPhrase | null {
  if (kindOfTests.test(text)) return { act: 'verify', verb: '', object: 'tests' }
  if (testsFor.test(text)) return { act: 'create', verb: '', object: text }
  if (stateOfCheck.test(text) && checksNamedIn(text).length > 0)
    return { act: 'verify', verb: '', object: text }
  const last = compound.exec(text)?.[1]?.toLowerCase()
  const act = last === undefined ? null : (compoundActs.get(last) ?? null)
  return act === null ? null : { act, verb: '', object: text }
}

const compoundActs: ReadonlyMap<string, Act> = new Map([
  ['review', 'review'],
  ['audit', 'review'],
  ['plan', 'think'],
  ['strategy', 'think'],
  ['notes', 'communicate'],
  ['report', 'communicate'],
  ['summary', 'communicate'],
  ['execution', 'run'],
  ['generation', 'change'],
  ['verification', 'verify'],
])
