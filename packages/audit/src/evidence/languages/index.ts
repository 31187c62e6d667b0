/** The languages that the audit reads, and what all of them say of one thing. To add a language: a file, and a line here. */

import { chinese } from './chinese.js'
import { english } from './english.js'
import { french } from './french.js'
import { german } from './german.js'
import { italian } from './italian.js'
import { japanese } from './japanese.js'
import { korean } from './korean.js'
import type { Language, Patterns, Words } from './language.js'
import { portuguese } from './portuguese.js'
import { russian } from './russian.js'
import { spanish } from './spanish.js'
import { TextPattern } from './text-pattern.js'

export { TextPattern }

/** Every language; where a word is one of several, the first wins. Japanese has characters of Chinese, too. */
export const languages: readonly Language[] = [
  english,
  french,
  spanish,
  portuguese,
  italian,
  german,
  russian,
  japanese,
  chinese,
  korean,
]

/** The source of a regular expression that any language's pattern fits. */
export function sourceOf(key: keyof Patterns): string {
  return `(?:${languages.flatMap((language) => language.patterns[key]?.source ?? []).join('|')})`
}

/** What any language says so. */
export function saying(key: keyof Patterns, flags = 'iu'): TextPattern {
  return new TextPattern(sourceOf(key), flags)
}

/** The small words of all languages, as alternatives of a regular expression. */
export function anyOf(...keys: readonly (keyof Words)[]): string {
  return `(?:${keys.flatMap(smallWords).join('|')})`
}

/** The small words of all languages. */
export function smallWords(key: keyof Words): readonly string[] {
  return languages.flatMap((language) => language.words[key]?.split(' ') ?? [])
}

/** The first answer that a language gives, or null. */
export function firstOf<T>(ask: (language: Language) => T | null | undefined): T | null {
  for (const language of languages) {
    const answer = ask(language)
    if (answer !== null && answer !== undefined) return answer
  }
  return null
}
