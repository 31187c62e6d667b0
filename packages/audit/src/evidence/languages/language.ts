/** What a language is to the audit: its verbs, its small words, and how it says what the audit looks for. */

import { TextPattern } from './text-pattern.js'

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

/** A verb and what it is done to. */
export interface VerbPhrase {
  /** What it says will be done. */
  readonly act: Act
  /** The verb as written, in lower case. */
  readonly verb: string
  /** The rest of the clause. */
  readonly object: string
}

/** A verb in a clause of a script without spaces. */
export interface UnspacedVerb {
  /** What it says will be done. */
  readonly act: Act
  /** The verb, as written in the clause. */
  readonly verb: string
}

/** The verbs of all languages whose scripts have no spaces: they share many. */
export interface UnspacedVerbs {
  /** The longest verb that a text starts with, or null. */
  startOf(text: string): UnspacedVerb | null
  /** The longest verb that a text ends in, or null. */
  endOf(text: string): UnspacedVerb | null
}

/** How a language is read whose script has no spaces. */
export interface UnspacedLanguage {
  /** A character that tells its texts from those of the languages behind it in the list. */
  readonly script: RegExp
  /** Its verbs. */
  readonly verbs: Vocabulary
  /** The verb of a clause, or null. */
  readonly verbIn: (clause: string, verbs: UnspacedVerbs) => UnspacedVerb | null
}

/** The words of one Romance language, without accents. */
export interface RomanceWords {
  /** Stems of verbs and verbal nouns. */
  readonly stems: Vocabulary
  /** Verbs that stems and endings do not give. */
  readonly verbs: Vocabulary
  /** Nouns of acts. */
  readonly nouns: Vocabulary
}

/** Small words of a language, with spaces between; each may be a regular expression. */
export interface Words {
  /** Words that join two clauses or two things. */
  readonly and?: string
  /** Words that put one clause behind another. */
  readonly andThen?: string
  /** Words before a verb that say nothing of it. */
  readonly adverbs?: string
  /** Articles, and what stands like one before a named thing. */
  readonly articles?: string
  /** Prepositions behind a noun that says what is done: "implementation of". */
  readonly prepositions?: string
  /** Words behind the head of an object, where it goes on to what the thing is for. */
  readonly purposes?: string
  /** Words at which a list of things ends. */
  readonly listEnds?: string
  /** Words between a thing and what it is of. */
  readonly of?: string
  /** Words before a noun that leave its meaning. */
  readonly nounQualifiers?: string
  /** The numbers from two to eight, in order. */
  readonly numbers?: string
  /** Words that say nothing about which item a call serves. */
  readonly stopWords?: string
  /** Verbs that are as often the name of a thing that the work is about: "the store". */
  readonly alsoThings?: string
  /** Verbs that are as often nouns: "Update build and test configuration" tests nothing. */
  readonly alsoNouns?: string
  /** Words behind a verb that is no noun: "test the". */
  readonly determiners?: string
}

/** How a language says something. Case is ignored, unless the patterns are asked for with other flags. */
export interface Patterns {
  /** Names tests as a check: "the tests", "pruebas". */
  readonly testCheck?: RegExp
  /** Names a linter as a check. */
  readonly lintCheck?: RegExp
  /** Names a type check. */
  readonly typeCheck?: RegExp
  /** Names a build as a check. */
  readonly buildCheck?: RegExp
  /** Names a formatter as a check. */
  readonly formatCheck?: RegExp
  /** A check by itself, with nothing but an article before it. */
  readonly checkName?: RegExp
  /** A kind of tests by itself asks for a run of these: "Unit tests". */
  readonly kindOfTests?: RegExp
  /** Tests that are to be made: "tests for the parser". */
  readonly testsFor?: RegExp
  /** What stands before what is not to be done: "do not", "nicht". */
  readonly denial?: RegExp
  /** What stands between two clauses, beside the words of `and` and `then` and a comma. */
  readonly separator?: RegExp
  /** What joins two things of a list in a script where it is no word of its own. */
  readonly listSign?: RegExp
  /** A heading that numbers a stage of the work: "Phase 2". */
  readonly stage: RegExp
  /** Names what only a run shows: a page, a service, what a program does. */
  readonly functional: RegExp
  /** Names what can only be read off the code: no run shows it. */
  readonly codeProperty: RegExp
  /** Names what is as well read off the code as off a run: a limit, an absence, a structure. */
  readonly property?: RegExp
  /** Behind "build" makes it a run of the build, not the making of a thing. */
  readonly buildable?: RegExp
  /** Names a text for people at its end: a report, a plan. */
  readonly proseThing: RegExp
  /** Names what commands of git and its hosts make: a branch, a pull request. */
  readonly gitThing?: RegExp
  /** Said of a run whose point is that it comes out well. */
  readonly successPurpose?: RegExp
  /** Names a review that is run: "an audit", "eine Code-Review". */
  readonly reviewNoun?: RegExp
  /** Names migrations that are applied to a database. */
  readonly migration?: RegExp
  /** Starts a verb that brings a thing to a running system; without accents. */
  readonly applyVerb?: RegExp
  /** Starts a verb that builds, or makes a thing; without accents. */
  readonly buildVerb?: RegExp
  /** Starts a verb of which branches and commits are made; without accents. */
  readonly makeVerb?: RegExp
  /** Starts a verb of which texts come; without accents. */
  readonly writeVerb: RegExp
  /** Said of requests that are to be turned away. */
  readonly turnedAway?: RegExp
  /** Said of what is not to be there. */
  readonly notThere?: RegExp
  /** A program says that a file is not there. */
  readonly noSuchFile?: RegExp
  /** A shell says that a command is not there. */
  readonly commandNotFound?: RegExp
  /** A program refuses how it was called. */
  readonly invalidOption?: RegExp
  /** A program prints that something passed. */
  readonly passedMark?: RegExp
  /** Before a number a program counts what failed with it. */
  readonly failedCount?: RegExp
  /** A program prints it behind a colon where something failed. */
  readonly failedMark?: RegExp
  /** In what output is searched for, it keeps what failed. */
  readonly keepsFailures?: RegExp
  /** Said of a failure that is to be seen. */
  readonly reproduces?: RegExp
  /** Says that commits are pushed. */
  readonly pushed?: RegExp
  /** Names a text or a file that a check may look at. */
  readonly documentThing?: RegExp
  /** Ends in what names tests, punctuation aside. */
  readonly endsInTests?: RegExp
  /** Names dependencies. */
  readonly dependencies?: RegExp
  /** Starts with a verb that decides. */
  readonly decides?: RegExp
  /** Stands behind a number that counts things. */
  readonly counter?: RegExp
  /** Stands behind the name of a file that has no ending, such as README. */
  readonly behindFile?: RegExp
  /** Names files as such. */
  readonly files?: RegExp
  /** Starts a verb that removes. */
  readonly removes?: RegExp
  /** Said of a removal that leaves nothing. */
  readonly everything?: RegExp
  /** Names places of a program that are looked at one by one. */
  readonly places?: RegExp
  /** Says that each one is meant. */
  readonly each?: RegExp
  /** Starts a verb of which new files come. */
  readonly creates?: RegExp
  /** Says that something is not there, or all of it. */
  readonly absence?: RegExp
  /** Says that a running system is looked at, or by hand. */
  readonly liveSystem?: RegExp
  /** Names a test under load, or a measurement. */
  readonly loadTest?: RegExp
  /** Names a test from end to end. */
  readonly endToEnd?: RegExp
  /** Says that all of a check is meant. */
  readonly wholeCheck?: RegExp
  /** Claims that tests passed. */
  readonly testsPassed?: RegExp
  /** Claims that a build came out well. */
  readonly buildPassed?: RegExp
  /** Claims that a type check came out well. */
  readonly typesPassed?: RegExp
  /** Claims that a linter found nothing. */
  readonly lintPassed?: RegExp
  /** Claims that something was deployed. */
  readonly deployed?: RegExp
  /** Good news that sounds like bad. */
  readonly noTrouble?: RegExp
  /** Makes a sentence no claim: denied, planned, asked, supposed, of another time, or bad news. */
  readonly noClaim?: RegExp
  /** Says that whoever speaks ran it. */
  readonly ownRun?: RegExp
  /** Says of a claim that all of it is meant. */
  readonly allOfIt?: RegExp
  /** Stands over a list of what is asked for. */
  readonly askedFor?: RegExp
  /** Asks the reader to run, open or test. */
  readonly handsOff?: RegExp
  /** Says openly that something failed or could not be done. */
  readonly admitsFailure?: RegExp
  /** Says that a thing was there already. */
  readonly alreadyDone?: RegExp
  /** Claims that all of the work is done. */
  readonly allDone?: RegExp
  /** Names, in the next item, what mends or looks into a failure. */
  readonly mendsNext?: RegExp
  /** Names, in a later item, what mends whatever is found. */
  readonly mendsFindings?: RegExp
  /** Names an item that mends what is red. */
  readonly mends?: RegExp
  /** Names an item whose point is to see a check fail. */
  readonly redOnPurpose?: RegExp
  /** An item says itself that it was not done. */
  readonly notDone?: RegExp
  /** Starts a text that only looks at something. */
  readonly looks?: RegExp
  /** Says that all of a thing is meant. */
  readonly all?: RegExp
  /** Says that a part of a thing is meant. */
  readonly some?: RegExp
  /** Says that a thing is tried, or done by halves. */
  readonly tries?: RegExp
  /** Says of what was done before that it works: "they pass". */
  readonly saysItWorks?: RegExp
  /** Says that a thing is ensured by changing something. */
  readonly byChanging?: RegExp
  /** Names what is looked up, not tested: the logs, a version. */
  readonly stateOfThings?: RegExp
  /** Behind "rebuild" makes it the making of a thing, not a run of the build. */
  readonly madeAnew?: RegExp
  /** Names what is published to people, not by a program. */
  readonly broughtOut?: RegExp
  /** Says that somebody is asked: "with the user". */
  readonly withSomebody?: RegExp
  /** Says that a program is to give up. */
  readonly givesUp?: RegExp
  /** What a check is to say: "All tests pass", "Build green". */
  readonly stateOfCheck?: RegExp
  /** Names things that run, for which "stop" is a command. */
  readonly runningThings?: RegExp
}

/** All that the audit knows of a language; what it does not have, it says like English. */
export interface Language {
  /** Its English name. */
  readonly name: string
  /** The act of a word as a verb in any of its common forms; `after` is what follows the word. */
  readonly verb?: (word: string, after: string) => Act | null
  /** The act that a noun stands for. */
  readonly noun?: (word: string) => Act | null
  /** The verb of several words that a text starts with. */
  readonly phrase?: (text: string) => VerbPhrase | null
  /** The verb that a clause ends in, where the language puts it last. */
  readonly lastVerb?: (clause: string) => VerbPhrase | null
  /** A language of this script alone is read clause by clause. */
  readonly script?: RegExp
  /** The verb of a clause in `script`. */
  readonly clause?: (clause: string) => VerbPhrase | null
  /** A script without spaces. */
  readonly unspaced?: UnspacedLanguage
  /** Stems that take the endings of the Romance languages. */
  readonly romance?: RomanceWords
  /** Its small words. */
  readonly words: Words
  /** How it says what the audit looks for. */
  readonly patterns: Patterns
}

/** Declares a language. */
export function defineLanguage(language: Language): Language {
  return Object.freeze(language)
}

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

/** Verbs of more than one word, at a clause's start. */
export type Phrases = readonly (readonly [act: Act, pattern: RegExp])[]

/** What finds the phrase that a text starts with, or null. The whole match is cut off. */
export function phraseReader(phrases: Phrases): (text: string) => VerbPhrase | null {
  const patterns = phrases.map(([act, { source, flags }]) => [act, new TextPattern(source, flags)] as const)
  return (text) => {
    for (const [act, pattern] of patterns) {
      const verb = pattern.exec(text)?.[0]
      if (verb !== undefined)
        return { act, verb: verb.trim().toLowerCase(), object: text.slice(verb.length).trim() }
    }
    return null
  }
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
