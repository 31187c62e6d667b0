/** What each sort of work counts for each kind of need, if it is the item's and worked, 0 to 1; with the reasons. */

import type { CheckKind } from '../calls/call-description.js'
import type { NeedKind } from '../items/item-class.js'
import type { WorkSort } from '../work/work-sort.js'

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
    status: 0.5,
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
    check: 0.6,
    run: 0.6,
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
    elsewhere: 0.7,
    run: 0.7,
    version: 0.6,
    fetch: 0.6,
    chore: 0.4,
    status: 0.5,
    read: 0.5,
    text: 0.7,
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

/** Types checked, linted or built say little of a property of the code, unless types are the property. */
export const typesForInspection = { asked: 0.75, otherwise: 0.2 } as const

/** "Ensure …" may be met by making it so. */
export const writeForEnsure = 0.6

/** For a plan or a decision code is no text, but it shows one. */
export const productForThinking = 0.55

/** A write of a document, where the item is about such a thing. */
export const notesForNotes = 0.9

/** A write of other files, where the item asks for tests. */
export const otherFilesForTests = 0.4

/** A migration of a database is a change of it. */
export const databaseForWrite = 0.6

/** A statement that the thing was there already, made while the item was in progress. */
export const alreadyThere = 0.6

/** What was read and is called like what was to be made: it may have been there already. */
export const foundByReading = 0.35

/** A document written to a file is the text, however short. */
export const documentWritten = 0.85

/** A question put to the user is worth a statement at least. */
export const question = 0.5

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
