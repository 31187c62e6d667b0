/** The verb of a clause and what it is done to, in whatever language and word order. */

import { actOfNoun, actOfVerb } from './verbs.js'
import type { Act } from './vocabulary/act.js'
import { unspacedVerb } from './vocabulary/chinese-japanese.js'
import { englishPhrase } from './vocabulary/english.js'
import { germanInfinitive, germanSeparable } from './vocabulary/german.js'
import { koreanVerb } from './vocabulary/korean.js'
import { romancePhrase } from './vocabulary/romance.js'

/** A verb and what it is done to. */
export interface VerbPhrase {
  /** What it says will be done. */
  readonly act: Act
  /** The verb as written, in lower case. */
  readonly verb: string
  /** The rest of the clause. */
  readonly object: string
}

/** Words before a verb that say nothing of it. */
const adverbs = new Set(
  (
    'final finally then now also first next manually quickly properly fully carefully again please and just ' +
    'thoroughly re to let us we i need will should must begin continue successfully locally perform conduct do ' +
    'carry out pre post initial additional remaining comprehensive proceed with lastly optionally ' +
    'bitte zuerst danach dann jetzt noch einmal erneut manuell abschließend ' +
    'ensuite puis enfin d’abord por luego después finalmente primero primeiro depois finalmente poi infine prima ' +
    'затем потом сначала наконец ещё раз провести wykonać'
  ).split(' '),
)

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const korean = /\p{Script=Hangul}/u

/** The verb of a clause: at its start, or where its language puts it last, at its end; null where there is none. */
export function verbOf(text: string): VerbPhrase | null {
  if (korean.test(text)) return koreanVerb(text)
  const last = lastVerbOf(text)
  if (last !== null) return last
  const word = /[\p{L}\p{M}\p{N}_.'’-]+/gu
  for (let i = 0; i < 4; i += 1) {
    const match = word.exec(text)
    if (match === null) return null
    const rest = text.slice(match.index)
    if (unspaced.test(match[0])) return unspacedVerbOf(rest)
    const phrase = phraseAt(rest) ?? wordAt(match[0], text.slice(word.lastIndex))
    if (phrase !== null) return phrase
    // "TypeScript 编译验证": a name before words that are not spaced.
    if (i === 0 && unspaced.test(text)) return unspacedVerbOf(text.slice(text.search(unspaced)))
    if (!adverbs.has(match[0].toLowerCase())) return null
  }
  return null
}

/** German puts the infinitive last: "Tests ausführen". */
export function lastVerbOf(text: string): VerbPhrase | null {
  const bare = text.replace(/\s*\([^)]*\)\s*$|[.!]\s*$/u, '')
  const running = /^(.*\S)\s+laufen lassen$/iu.exec(bare)
  if (running !== null) return { act: 'run', verb: 'laufen lassen', object: running[1] ?? '' }
  const [, object = '', verb = ''] = /^(.*\S)\s+(\p{L}+)$/u.exec(bare) ?? []
  const act = verb === '' ? null : germanInfinitive(verb)
  return act === null ? null : { act, verb: verb.toLowerCase(), object }
}

function unspacedVerbOf(text: string): VerbPhrase | null {
  const found = unspacedVerb(text)
  if (found === null) return null
  const at = text.startsWith(found.verb) ? 0 : text.lastIndexOf(found.verb)
  return { ...found, object: `${text.slice(0, at)}${text.slice(at + found.verb.length)}`.trim() }
}

/** A verb of more than one word. */
function phraseAt(text: string): VerbPhrase | null {
  const separable = germanSeparable(text)
  if (separable !== null) return separable
  const phrase = englishPhrase(text) ?? romancePhrase(text)
  if (phrase === null) return null
  return {
    act: phrase.act,
    verb: phrase.verb.trim().toLowerCase(),
    object: text.slice(phrase.verb.length).trim(),
  }
}

/** Things that run; "stop" is a command for these, and a change for what a program does. */
const runningThings =
  /\b(?:servers?|services?|process(?:es)?|containers?|workers?|daemons?|instances?|jobs?|tasks?|apps?|application|pods?|cluster|stack|machines?|watcher|everything|all|it|dev)\b/iu

function wordAt(word: string, after: string): VerbPhrase | null {
  const lower = word.toLowerCase()
  const phrase = (act: Act): VerbPhrase => ({ act, verb: lower, object: after.trim() })
  if (/^try(?:ing)?$/.test(lower) && /^\s+to\b/iu.test(after)) return verbOf(after.replace(/^\s+to\s+/iu, ''))
  const act = actOfVerb(word, after)
  if (act === null || (adverbs.has(lower) && act === 'run')) return null
  if (act === 'mark' || act === 'start') {
    // "Complete testing of X", "Finish implementing Y", "Start writing Z": the verb behind it is meant.
    const inner = /^\s+(?:the\s+)?([\p{L}-]+(?:ing|tests?|ation))\b/iu.exec(after)?.[1]
    const innerAct = inner === undefined ? null : (actOfVerb(inner) ?? actOfNoun(inner))
    if (innerAct !== null) return phrase(innerAct)
  }
  if (/^stop(?:ping)?$/.test(lower) && !runningThings.test(after)) return phrase('change')
  return phrase(act)
}

/** "Do not X": words that deny what follows. */
const negation =
  /^(?:please\s+)?(?:(?:do not|don['’]?t|never|nicht|keine?[nrms]?|ne pas|no(?=\s\p{L}+[aei]r(?:l[oa]s?)?\s)|não|nao|non|не)(?!\p{L})|不要(?!な)|别|勿|禁止)\s*/iu

/** What a clause denies, or null where it denies nothing. */
export function deniedBy(text: string): string | null {
  const match = negation.exec(text)
  return match === null ? null : text.slice(match[0].length)
}
