/** What a verb of a todo item says will be done, and how the lists of verbs are written. */

/** What a clause says it will do. */
export type Act =
  | 'test'
  | 'verify'
  | 'review'
  | 'build'
  | 'lint'
  | 'typecheck'
  | 'format'
  | 'run'
  | 'start'
  | 'deploy'
  | 'install'
  | 'commit'
  | 'change'
  | 'create'
  | 'document'
  | 'generate'
  | 'research'
  | 'think'
  | 'communicate'
  | 'delegate'
  | 'mark'

/** Acts with words that stand for them; the first that lists a word wins. */
export type Vocabulary = readonly (readonly [act: Act, words: string])[]

/** The acts by word. */
export function mapOf(vocabulary: Vocabulary): ReadonlyMap<string, Act> {
  const map = new Map<string, Act>()
  for (const [act, words] of vocabulary) {
    for (const word of words.split(/\s+/)) if (!map.has(word)) map.set(word, act)
  }
  return map
}

/** A word in lower case without accents: "Überprüfen" is "uberprufen", "vérifié" is "verifie". */
export function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/** How a language forms words of a stem: "corrig" + "er", "ez", "e". All without accents. */
export interface Conjugation {
  /** The acts by stem. */
  readonly stems: ReadonlyMap<string, Act>
  /** What may follow a stem. */
  readonly endings: ReadonlySet<string>
}

/** The act of a folded word that is a stem with one of its language's endings, the longest stem first, or null. */
export function actOfForm(word: string, { stems, endings }: Conjugation): Act | null {
  if (word.length > 30) return null
  for (let length = word.length; length >= 2; length -= 1) {
    const act = stems.get(word.slice(0, length))
    if (act !== undefined && endings.has(word.slice(length))) return act
  }
  return null
}
