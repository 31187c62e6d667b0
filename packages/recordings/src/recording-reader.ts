/** Reads a recording as its bytes are pushed: finds out its format by the first records, and gives the steps. */

import type { Agent } from './agents/agent.js'
import { agents as builtinAgents } from './agents/index.js'
import { formatsOf, mostRecords, recogniseFormat } from './formats/index.js'
import { FileLines } from './lines.js'
import type { Damage } from './plain-bytes.js'
import { todoToolsOf } from './profiles.js'
import type {
  FileLine,
  ReadContext,
  RecordingFormat,
  RecordingStep,
  RecordReader,
  SkippedPiece,
} from './recording.js'
import { RecordingError } from './recording-error.js'
import { type FileValue, FileValues, recordsIn } from './records.js'

export interface ReaderOptions {
  /** Is called with each piece that was left out. */
  readonly onSkipped?: (piece: SkippedPiece) => void
  /** The agents whose formats are known; all that are built in when absent. */
  readonly agents?: readonly Agent[]
}

/** After as many lines, and after as many characters, of which a line counts for a quarter at most, a file is of no format. */
const longestBeginning = { lines: mostRecords, characters: 4_000_000 }

export class RecordingReader {
  readonly file: string
  readonly #onSkipped: (piece: SkippedPiece) => void
  readonly #formats: readonly RecordingFormat[]
  readonly #context: ReadContext
  readonly #lines: FileLines
  readonly #values: FileValues
  #reading: { readonly format: RecordingFormat; readonly reader: RecordReader } | null = null
  /** What came before the format was known, and what was left out then. */
  #head: FileValue[] = []
  #early: SkippedPiece[] = []
  #looked = { lines: 0, characters: 0 }
  /** So many of the steps that were not given out yet are known to list no more than is read. */
  #checked = 0
  #isOver = false

  constructor(file: string, { onSkipped = () => undefined, agents = builtinAgents }: ReaderOptions = {}) {
    const skip = (line: number, reason: string) => this.#skip({ file, line, reason })
    this.file = file
    this.#onSkipped = onSkipped
    this.#formats = formatsOf(agents)
    this.#context = { file, todoTools: todoToolsOf(agents), steps: [], skip }
    this.#lines = new FileLines(file, (piece) => this.#skip(piece))
    this.#values = new FileValues(skip)
  }

  /** The name of the format; null as long as it is not known. */
  get format(): string | null {
    return this.#reading?.format.name ?? null
  }

  /**
   * The steps that the next bytes come to.
   * @param bytes UTF-8, not compressed
   * @throws RecordingError `not-a-recording`, `unknown-format`, `unreadable`
   */
  push(bytes: Uint8Array | string): readonly RecordingStep[] {
    if (!this.#isOver) for (const line of this.#lines.push(bytes)) this.#takeLine(line)
    return this.#taken()
  }

  /** Says that the bytes are damaged from here on. */
  damaged(damage: Damage): void {
    this.#skip({ file: this.file, line: this.#lines.line, ...damage })
  }

  /** No more bytes come. @throws RecordingError as `push`, and `empty` */
  end(): readonly RecordingStep[] {
    if (this.#isOver) return []
    for (const line of this.#lines.end()) this.#takeLine(line)
    for (const value of this.#values.finish()) this.#take(value)
    if (this.#reading === null) this.#begin(recogniseFormat(this.#head, this.#formats))
    if (!this.#isOver) this.#reading?.reader.finish()
    this.#check()
    return this.#taken()
  }

  #takeLine(line: FileLine): void {
    for (const value of this.#values.take(line)) this.#take(value)
    if (this.#reading !== null || this.#values.isDocument) return
    const { lines, characters } = longestBeginning
    this.#looked.lines += 1
    this.#looked.characters += Math.min(line.text.length, characters / 4)
    if (this.#looked.lines >= lines || this.#looked.characters >= characters)
      this.#begin(recogniseFormat(this.#head, this.#formats))
  }

  #take(value: FileValue): void {
    if (this.#reading !== null) {
      this.#read(value, this.#reading)
      return
    }
    this.#head.push(value)
    const isAsked = this.#head.length <= mostRecords
    const format = isAsked ? recogniseFormat([value], this.#formats) : null
    if (format !== null) this.#begin(format)
  }

  /** @param format null where nothing of the beginning shows what it is */
  #begin(format: RecordingFormat | null): void {
    if (format === null) throw this.#unrecognised()
    const reading = { format, reader: format.reader(this.#context) }
    this.#reading = reading
    for (const piece of this.#early.splice(0)) this.#onSkipped(piece)
    for (const value of this.#head.splice(0)) this.#read(value, reading)
  }

  #read(
    value: FileValue,
    { format, reader }: { readonly format: RecordingFormat; readonly reader: RecordReader },
  ): void {
    for (const piece of recordsIn(value, format.lists, this.#context.skip)) {
      if (this.#isOver) return
      if (piece.record === null) reader.begin?.(piece.head, piece.name)
      else reader.take(piece.record, piece.line)
      this.#check()
    }
  }

  /** Nothing is read behind a step that lists too much. */
  #check(): void {
    const { steps } = this.#context
    for (const step of steps.slice(this.#checked)) {
      const rest = listsTooMuch(step)
      if (rest !== null) {
        this.#skip({ file: this.file, ...rest })
        this.#isOver = true
        steps.length = this.#checked
        return
      }
      this.#checked += 1
    }
  }

  #taken(): readonly RecordingStep[] {
    this.#checked = 0
    return this.#context.steps.splice(0)
  }

  #skip(piece: SkippedPiece): void {
    if (this.#reading === null) this.#early.push(piece)
    else if (!this.#isOver) this.#onSkipped(piece)
  }

  #unrecognised(): RecordingError {
    const { file } = this
    const problem = this.#early.find(({ reason }) => !reason.startsWith('not JSON'))?.reason
    if (problem !== undefined)
      return new RecordingError('unreadable', file, `none of it can be read: ${problem}`)
    if (this.#head.length + this.#early.length === 0)
      return new RecordingError('empty', file, 'the file is empty; name a recorded session')
    const known = this.#formats.map(({ name }) => name).join(', ')
    // One JSON text over many lines says what is wrong with it; of other texts each line is just none.
    const damaged = this.#early.find(({ reason }) => reason.startsWith('not JSON:'))?.reason
    const message =
      damaged === undefined
        ? `this is no recording of a format that is known (${known})`
        : `none of it can be read: ${damaged}`
    return new RecordingError('unknown-format', file, message)
  }
}

/** Things that a call may list: what is followed of each takes several kB; a model writes a few hundred at once. */
const mostListed = 50_000

/** That nothing which follows a step is read; null where it is. */
export function listsTooMuch(step: RecordingStep): Omit<SkippedPiece, 'file'> | null {
  const input = step.kind === 'call' ? step.input : null
  if (typeof input !== 'object' || input === null) return null
  const held: readonly unknown[] = Array.isArray(input) ? [input] : Object.values(input)
  if (!held.some((each) => Array.isArray(each) && each.length > mostListed)) return null
  const most = mostListed.toLocaleString('en-US')
  const reason = `a call lists more than ${most} things; it is read no further`
  return { line: step.source.line, reason, rest: true }
}
