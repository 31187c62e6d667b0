/** Reads a source: every session of it passes by, event after event, with the state that each leads to. */

import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import type { Output } from '../output.js'
import { printable } from '../text/printable.js'
import { BesideReading } from './beside/read-beside.js'
import { readLedgerFile } from './ledger-file.js'
import { ReadReport } from './read-report.js'
import type { FileReading, Reading } from './reading.js'
import { readRecording } from './recording-file.js'
import { sessionNamed } from './session-named.js'
import type { Source } from './source.js'
import { unreadableName } from './unreadable-name.js'
import { WantedSessions } from './wanted-sessions.js'

/**
 * Reads a source. A file of a folder that can't be read is reported and left out.
 * @throws Failure `unknown-session`, `ambiguous-session`, `no-session`, `nothing-readable`, `profile-of-ledger`
 * @throws RecordingError, LedgerError where a single file can't be read
 */
export async function readSource(
  source: Source,
  reading: Reading,
  host: Host,
  output: Output,
): Promise<ReadReport> {
  const report = new ReadReport(output)
  const { session } = reading
  const named = session === undefined ? undefined : await sessionNamed(source, session)
  const sessions = new WantedSessions({ ...reading, session: named })
  const fileReading: FileReading = {
    listenerFor: sessions.listenerFor,
    isOver: () => sessions.isOver,
    profile: reading.profile,
    todos: reading.todos ?? [],
    redaction: reading.redaction ?? false,
    coming: reading.coming ?? (() => undefined),
    report,
    settle: reading.settle ?? (() => output.ready()),
  }
  let readElsewhere = 0
  if (source.kind === 'folder') {
    for (const folder of source.closed)
      report.unreadable(folder, unreadableName(folder) ?? 'you may not open this folder.')
    const { files } = source
    if (reading.readFiles !== undefined) readElsewhere = await reading.readFiles(files, report)
    else {
      for (const [index, file] of files.entries()) {
        const { next = () => output.progress(`${index + 1} of ${files.length}: ${printable(file)}`) } =
          reading
        next(file, index)
        if (!sessions.isOver) await report.tryFile(file, () => readRecording(file, fileReading))
      }
    }
    report.finish()
    if (report.readable === 0) {
      throw new Failure(
        'nothing-readable',
        `${source.folder}: none of its files could be read as a recorded session.`,
      )
    }
  } else {
    if (source.kind === 'ledger') {
      if ((reading.todos ?? []).length > 0) tellStored(source.file, output)
      await readLedgerFile(source.file, fileReading)
    } else if (source.kind === 'input') await readRecording(standardInput(host), fileReading)
    else {
      if (source.isPipe === true) {
        output.progress(`${printable(source.file)} is a pipe: waiting for what is written into it`)
      }
      await readWithBeside(source.file, reading, fileReading, { report, output })
    }
    report.finish()
  }
  if (readElsewhere === 0) sessions.check(nameOf(source))
  return report
}

/** Reads a recording; and where its sub-agents' work is wanted, the files of theirs beside it. */
async function readWithBeside(
  file: string,
  { besides, beside = true }: Reading,
  fileReading: FileReading,
  told: { readonly report: ReadReport; readonly output: Output },
): Promise<void> {
  if (besides === undefined || !beside) return readRecording(file, fileReading)
  const noted = new BesideReading()
  await readRecording(file, { ...fileReading, listenerFor: noted.noting(fileReading.listenerFor) })
  await noted.read(file, besides, fileReading, told)
}

/** What a ledger holds was settled when it was imported. */
function tellStored(file: string, output: Output): void {
  const note = output.messageStyle('dim', 'note:')
  output.message(
    `${note} todos outside a todo tool are taken when a recording is imported: of ${printable(file)} nothing changes`,
  )
}

/** What messages call a source. */
function nameOf(source: Source): string {
  if (source.kind === 'input') return 'standard input'
  return source.kind === 'folder' ? source.folder : source.file
}

function standardInput(host: Host): { readonly name: string; readonly bytes: Host['stdin'] } {
  return { name: 'standard input', bytes: host.stdin }
}
