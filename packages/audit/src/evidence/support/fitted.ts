/**
 * Every number by which the audit weighs evidence, each with its reason. Set by hand on labelled completions and on
 * mutants, few on purpose: the audit is judged on sessions that nobody here has seen. What hangs on them, and how they
 * do out of fold, is measured by
 *
 *     npm run bench:audit -- --labels FILE --recordings DIR --fit
 *
 * What a verdict means and how far the audit looks is no matter of fitting and stands in `limits.ts`.
 */

import type { CheckKind } from '../calls/call-description.js'
import type { NeedKind } from '../items/item-class.js'
import type { WorkSort } from '../work/work.js'

/** Pieces of work after the mark that may still be the item's: a check in the very next step, a report written last. */
export const lookAheadWork = 12

/** While another item is already in progress, only so many: what follows is that item's. */
export const lookAheadBesideOthers = 4

/** What counts less than this counts for nothing. */
export const countedFrom = 0.1

/** How near a piece of work is to an item by time alone, 0 to 1. */
export const closeness = {
  /** While the item was in progress: it is the item's. */
  own: 0.92,
  /** The same, where many are in progress at once: no less than this. */
  ownAmongMany: 0.35,
  /** In the window while nothing was in progress: nobody else's. */
  unowned: 0.8,
  /** In the window of an item that was never started, while another was in progress. */
  besideOther: 0.36,
  /** A read before the window while nothing was in progress; fades to nothing. */
  readBefore: 0.6,
  /** A read before the window, while another item was in progress; fades to nothing. */
  readBeforeOther: 0.12,
  /** Any other call before the window while nothing was in progress; fades to nothing. */
  before: 0.3,
  /** Right after the mark, while nothing else was in progress. */
  after: 0.6,
  /** A write right after the mark, while nothing else was in progress: seldom the item's, it was marked before. */
  writeAfter: 0.25,
  /** A text right after the mark, while nothing else was in progress: the report that the list was to end with. */
  textAfter: 0.9,
  /** Right after the mark, while another item was in progress. */
  afterOther: 0.2,
} as const

/** The share of an item's words, weighed by rarity, at which words alone tie a call to it. */
export const fullOverlap = 0.6

/** How far words alone can tie a call to an item. */
export const overlapLink = 0.85

/** By so much must an item's words fit a call better than those of the item that was in progress. */
export const clearlyBetter = 0.15

/**
 * What is left of a tie by words to what was done while another item was in progress: little, as that item explains
 * it, and next to nothing where its words fit as well.
 */
export const shareOutside = { uncontested: 0.35, contested: 0.12 } as const

/** The same in the span of an item that was never started: then its work must lie in the time of others. */
export const shareWithin = { uncontested: 1, contested: 0.4 } as const

/** How far a named file ties a call to an item. */
export const fileLink = 0.9

/** How far a check of a named kind, outside the window but with nothing written since, belongs to the item. */
export const freshNamedCheckLink = 0.8

/** The same where the item names no kind of check. */
export const freshCheckLink = 0.55

/** A text of so many characters and structured lines is a report; a shorter one if it is nothing but structure. */
export const report = { length: 600, structure: 3, shortLength: 300, shortStructure: 5 } as const

/** A report has a section on an item from this overlap of its words with the section's title on. */
export const sectionFrom = 0.4

/** A text of so many characters says something of its own; shorter ones announce the next step. */
export const statementLength = 150

/** A sub-agent's answer of so many characters is its report; a shorter one only says that it was started. */
export const delegateReportLength = 40

/** Support is at most this where every check of the item failed because its surroundings did. */
export const brokenEnvironmentCap = 0.28

/** Support is at most this where a named new file was never written. */
export const missingFileCap = 0.2

/** Support is at most this where one of several things that are named was not reached. */
export const leftOutCap = 0.65

/** Support is at most this where a named file was not touched. */
export const untouchedFileCap = 0.6

/** A prose hand-off in place of a check leaves so much of what other support there is. */
export const handOffFactor = 0.4

/** How much of the best part's support an item keeps whose worst part is not met. */
export const partialShare = 0.5

/** How much of a report a text is that is long but plain, a statement, an announcement; a long structured one is all of it. */
export const reportWorth = { long: 0.85, statement: 0.45, announcement: 0.08 } as const

/** From this worth on a text is a finding, for what was read. */
export const findingFrom = 0.75

/** From this link on a piece of work is the item's own concern: its check counts, its call is activity. */
export const relatedFrom = 0.3

/** From this relation on what was read is what the item names. */
export const namedFrom = 0.3

/** From this weight on something run is a check of the item. */
export const checkFrom = 0.5

/** What is left of evidence that failed. */
export const failedShare = {
  /** A check that was asked for: it ran. */
  check: 0.75,
  /** Another run. */
  run: 0.4,
  /** Anything whose surroundings stopped it. */
  environment: 0.25,
  /** A command that was to do something: a deployment, an installation, a commit. */
  done: 0.1,
  /** A scan or an evaluation whose findings were to be read. */
  looked: 0.9,
} as const

/** Notes, or something that is no file, written while the item was in progress count so many times as much. */
export const ownTimes = { notes: 3, elsewhere: 2 } as const

/** From this relation on a read in the item's time may have found what was to be made. */
export const foundFrom = 0.5

/** From this credit on work outside of the item's span, or that worked where all else failed, speaks for it. */
export const creditFrom = 0.15

/**
 * A new or reworded item carries a removed one on when it has so much of its words; or two of them, and so much of the
 * shorter text. One that stood there before must have more of them.
 */
export const carriedOn = { share: 0.5, words: 2, shareOfShorter: 0.34, shareOfStanding: 0.8 } as const

/** A row of the table: sorts that are left out count for nothing. */
type Row = { readonly [sort in WorkSort]?: number }

/** The table. Texts are weighed by how much of a report they are; checks for a check have a table of their own. */
export const needWeights: Readonly<Record<Exclude<NeedKind, 'nothing'>, Row>> = {
  // A change is a write; a generator or a migration may have made it; a passing check only hints at one.
  write: {
    product: 0.9,
    notes: 0.15,
    elsewhere: 0.4,
    run: 0.7,
    version: 0.3,
    fetch: 0.4,
    chore: 0.3,
    check: 0.25,
    report: 0.85,
    delegate: 0.25,
    unknown: 0.5,
    read: 0.06,
    status: 0.06,
  },
  // Only something that could have failed is a check; reads are weighed apart.
  check: { run: 0.55, unknown: 0.45, status: 0.6, report: 0.85, delegate: 0.25 },
  // A property of code is read and judged, or run.
  inspection: {
    check: 0.8,
    run: 0.6,
    status: 0.8,
    read: 0.4,
    text: 0.6,
    notes: 0.6,
    product: 0.15,
    report: 0.85,
    delegate: 0.25,
    unknown: 0.45,
  },
  // The command itself is weighed apart; others may have done it in passing.
  execute: {
    run: 0.5,
    check: 0.5,
    version: 0.3,
    fetch: 0.3,
    chore: 0.3,
    product: 0.2,
    notes: 0.1,
    elsewhere: 0.4,
    read: 0.1,
    status: 0.2,
    report: 0.85,
    delegate: 0.25,
    unknown: 0.5,
  },
  reading: {
    read: 0.8,
    status: 0.8,
    check: 0.8,
    run: 0.8,
    version: 0.4,
    chore: 0.4,
    fetch: 0.4,
    text: 0.7,
    product: 0.5,
    notes: 0.6,
    elsewhere: 0.5,
    report: 0.85,
    delegate: 0.25,
    unknown: 0.5,
  },
  // A text for people is said or written to a file.
  prose: {
    text: 0.92,
    notes: 0.92,
    product: 0.75,
    elsewhere: 0.75,
    check: 0.15,
    run: 0.2,
    report: 0.85,
    delegate: 0.25,
    unknown: 0.4,
  },
  // Done by itself what was to be handed out: half of it.
  delegation: { report: 0.9, delegate: 0.9, check: 0.45, product: 0.45, run: 0.35, read: 0.25, text: 0.35 },
  // The verb is not known: any real work counts.
  anything: {
    check: 0.85,
    product: 0.85,
    notes: 0.7,
    elsewhere: 0.8,
    run: 0.7,
    version: 0.6,
    fetch: 0.6,
    chore: 0.4,
    status: 0.5,
    read: 0.5,
    text: 0.8,
    report: 0.85,
    delegate: 0.25,
    unknown: 0.5,
  },
}

/**
 * What a check of each kind says of a behaviour that is named, and of work that is only "to be verified". A type check
 * sees no page; a server that was merely started in the background shows nothing yet.
 */
export const checkWeights: Readonly<
  Record<CheckKind | 'started', { readonly functional: number; readonly bare: number }>
> = {
  test: { functional: 0.95, bare: 0.95 },
  run: { functional: 0.9, bare: 0.9 },
  probe: { functional: 0.9, bare: 0.9 },
  browser: { functional: 0.9, bare: 0.9 },
  database: { functional: 0.85, bare: 0.85 },
  build: { functional: 0.25, bare: 0.85 },
  typecheck: { functional: 0.15, bare: 0.8 },
  lint: { functional: 0.1, bare: 0.5 },
  deploy: { functional: 0.3, bare: 0.3 },
  started: { functional: 0.35, bare: 0.4 },
  format: { functional: 0, bare: 0.2 },
}

/** What a check of a kind that was asked for by name counts. */
export const namedCheckWeight = 0.95

/** What a command counts that is neither the kind of check that was asked for by name nor any other known one. */
export const otherRunForNamedCheck = 0.3

/** What a command counts that names what is to be checked, where no kind of check is asked for. */
export const namingRun = 0.85

/** From this relation on a command names it. */
export const namingFrom = 0.5

/** What the very command counts that an item asks for. */
export const commandWeight = 0.92

/** A push in place of a deployment: it often sets one off. */
export const pushForDeployment = 0.5

/** A test, a build or a dry run in place of a deployment. */
export const checkForDeployment = 0.15

/** Types checked, linted or built say little of a property of the code, unless types are the property. */
export const typesForInspection = { asked: 0.8, otherwise: 0.2 } as const

/** "Ensure …" may be met by making it so. */
export const writeForEnsure = 0.6

/** For a plan or a decision code is no text, but it shows one. */
export const productForThinking = 0.55

/** A write of a document, where the item is about such a thing. */
export const notesForNotes = 0.9

/** A write of other files, where the item asks for tests. */
export const otherFilesForTests = 0.28

/** A migration of a database is a change of it. */
export const databaseForWrite = 0.6

/** A statement that the thing was there already, made in the item's time after something was read. */
export const alreadyThere = 0.78

/** A generator, or a program whose product was asked for. */
export const generated = 0.85

/** Packages fetched, where they are what changes. */
export const fetchedForUpdate = 0.85

/** A search that found nothing, where nothing was to be found. */
export const emptySearch = 0.85

/** What a test run keeps that is of another suite than the one named, or of a part where all was named. */
export const shortfall = { suite: 0.3, part: 0.65 } as const

/** What was read and is called like what was to be made: it may have been there already. */
export const foundByReading = 0.35

/** A document written to a file is the text, however short. */
export const documentWritten = 0.85

/** A question put to the user is worth a statement at least; where it was to be put, it is what was asked for. */
export const question = 0.5
export const questionAsked = 0.85

/** "Tell the testers", "Summarise the port": a text of so many characters is enough, however plain. */
export const said = 0.85
export const saidLength = 100

/** A check that ran before the last write keeps so much: it says nothing of that write. */
export const outdatedShare = 0.3

/** A request or a click made for another item that asks for a check keeps so much: it was that item's. */
export const othersCheckShare = 0.5

/** A sub-agent that worked for another item: of a check or a write next to nothing, else a little. */
export const othersDelegate = { doing: 0.1, knowing: 0.4 } as const

/** Reads for a check, by what is known of them; none of these alone makes an item supported. */
export const readsForCheck = {
  /** Before the last write: they show nothing of it. */
  before: 0.05,
  /** After it, of the thing that the item names, with findings written down. */
  namedWithFindings: 0.5,
  /** The same without a word on what was found. */
  named: 0.42,
  /** After it, several of them, with findings or in the item's own time. */
  several: 0.35,
  /** After it, several of them, in another item's time. */
  severalBeside: 0.2,
  /** A single look. */
  single: 0.1,
} as const

/** Reads for an inspection. */
export const readsForInspection = {
  /** Of what the item names, with findings written down near by. */
  namedWithFindings: 0.6,
  /** Of something else, with findings. */
  withFindings: 0.5,
  /** Of what the item names, without a word on what was found. */
  named: 0.45,
  /** Of something else, without; three in the item's own time carry it, where looking was all there was to do. */
  otherwise: 0.37,
  /** Before the last write and without findings, this share: it was reading for the change, not for the review. */
  beforeWriteShare: 0.5,
  /** After the mark. */
  after: 0.15,
} as const

/** What is left of written findings where nothing was read or run that they could have come from. */
export const findingsWithoutLook = 0.4

/** What is above the threshold of support keeps so much where no word ties the work to the item. */
export const timeAlone = 0.1
