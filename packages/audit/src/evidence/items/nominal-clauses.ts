/** Clauses without a verb: "Implementation of the pager", "Unit tests", "Code review", "All tests pass". */

import { checksNamedIn } from './named-checks.js'
import { actOfNoun } from './verbs.js'
import type { Act } from './vocabulary/act.js'

/** What a clause without a verb says will be done. */
export interface NominalPhrase {
  /** What is done. */
  readonly act: Act
  /** What stands for the verb; empty where a noun does. */
  readonly verb: string
  /** The rest. */
  readonly object: string
}

/** "Unit tests", in the languages of the vocabulary: a run of these is asked for. */
const kindOfTests =
  /^(?:(?:unit|integration|regression|e2e|end-to-end|acceptance|component|smoke|automated|all|full|final|new)[\s-]+){0,2}(?:tests|test suite)$|^(?:unit|integrations|regressions|modul|akzeptanz|komponenten|system)-?tests$|^tests (?:unitaires|d['’]intégration|fonctionnels|automatisés)$|^(?:pruebas|tests|testes) (?:unitari[ao]s|unitários|de (?:integración|integração|regresión))$|^test (?:unitari|di integrazione)$|^(?:модульные|юнит-?|интеграционные|автоматические)\s*-?тесты$|^(?:单元|集成|回归|端到端|自动化)测试$|^(?:単体|結合|統合|ユニット)テスト$|^(?:단위|통합|유닛|회귀)\s?테스트$/iu

/** "Tests for X": the tests are what is made. */
const testsFor =
  /^(?:(?:unit|integration|regression|e2e|end-to-end|acceptance|component|smoke|automated|more|new|additional|missing)[\s-]+){0,3}(?:tests|test suite|specs|test cases?|unit-?tests?|integrationstests|тесты|testes|pruebas)\s+(?:for|covering|für|pour|para|per|для)\s/iu

/** "All tests pass", "Build green", "Get the test suite green": what a check is to say. */
const stateOfCheck =
  /^(?:get\s+)?(?:the\s+|all\s+|full\s+|unit\s+|integration\s+|e2e\s+|existing\s+|production\s+)*(?:tests?|specs|test suite|suite|build|lint|linter|typecheck|ci|tsc)\s+(?:should\s+|must\s+|to\s+|is\s+|are\s+|still\s+)*(?:pass(?:es|ing)?|green|clean|succeeds?|ok)[.!]?$/iu

/** Compounds of which the last word decides, though the first is a verb elsewhere: "Design review", "Test plan". */
const compound =
  /^(?:(?:final|initial|full|comprehensive|quick|another)\s+)*(?:code|design|test|plan|security|document|documentation|release|import|report|peer)[\s-]+(review|audit|plan|strategy|notes|report|summary|execution|generation|verification)$/iu

const prepositions =
  /[:：]\s|\s(?:of|for|in|on|with|to|from|using|via|at|across|by|against|von|des|der|für|im|bei|zu|aller?|de|du|d['’]\p{L}+|des|da|das|do|dos|del|della|di|dei|delle|pour|para|per|en|em)\s/iu

/**
 * What a clause without a verb says will be done, or null.
 * @param certain true to read only the forms that also start with a word which elsewhere is a verb
 */
export function actWithoutVerb(text: string, certain: boolean): NominalPhrase | null {
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

const qualifiers =
  /^(?:unit|integration|regression|e2e|end-to-end|acceptance|component|smoke|automated|final|initial|full|manual|functional|system|api|ui|frontend|backend|security|performance|load|stress|quick|sanity|bug|dependency|version|user|health|new|more|additional|minor|docs|readme|config|browser|visual|build|type|lint|production|post-deployment|финальная|final\p{L})$/iu

function isBorrowed(noun: string, words: readonly string[]): boolean {
  return borrowed.test(noun) && words.some((word) => word !== noun && !qualifiers.test(word))
}

function fixedForm(text: string): NominalPhrase | null {
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
