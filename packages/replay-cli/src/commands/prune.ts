/** `todo-replay prune`: takes the contents of sessions' first turns out of a ledger, by age or by count. */

import {
  type EventStore,
  encodeEvent,
  openLedger,
  type PruneOptions,
  type SessionPruning,
} from '@todo-ledger/core'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { flag, jsonOption, ledgerArgument, number, type OptionValues, text } from '../options.js'
import { wipeWarning } from '../redact/redacted-text.js'
import { sessionsToRedact } from '../redact/sessions-to-redact.js'
import type { PruneOutput } from '../schema/printed-json.js'
import { isLedgerAddress } from '../sources/ledger-address.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { count } from '../text/count.js'
import { printable, printableJson } from '../text/printable.js'
import { ledgerNamed } from '../verify/ledger-named.js'
import { WrittenFile } from '../written-file.js'

const options = {
  session: text('--session <id>', 'only this session of the ledger'),
  keepTurns: number('--keep-turns <count>', 'keep this many of the last turns of a session'),
  olderThan: text('--older-than <age>', 'only turns that ended this long ago (90d), or before a date'),
  archive: text('--archive <file>', 'first write the complete sessions to this file, as export does'),
  apply: flag('--apply', 'do it (default: only say what would be done)'),
  reason: text('--reason <text>', 'why; it is stored'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const prune: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `The state at the end of the last pruned turn is kept, and the session continues from there; earlier states are gone. Pruned events keep their times, order, ids and hashes, so the ledger, its anchors and its proofs verify as before. This cannot be undone; the archive is a file that every command opens.

Examples:
  todo-replay prune todos.db --older-than 90d
  todo-replay prune todos.db --keep-turns 50 --archive 2026.jsonl --apply`,
  run,
})

async function run({ source, options, output }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(source, 'A recording is pruned by its agent, or deleted.')
  const { apply, archive, reason } = options
  const which = whichOf(options)
  const store = await openLedgerFile(file, { readOnly: !apply })
  const ledger = openLedger({ store })
  try {
    const [session] =
      options.session === undefined ? [] : await sessionsToRedact(store, file, options.session)
    const asked = { ...which, ...(session === undefined ? {} : { session }) }
    const found = await ledger.prune({ ...asked, dryRun: true })
    if (apply && archive !== undefined) await writeArchive(archive, file, store, found)
    const done: SessionPruning[] = []
    for (const one of apply ? found : []) {
      output.slowProgress(() => `${done.length} of ${count(found.length, 'session')} pruned`)
      const before = (now: SessionPruning) => mustBeArchived(now, one)
      done.push(
        ...(await ledger.prune({
          ...asked,
          session: one.session,
          before,
          ...(reason === undefined ? {} : { reason }),
        })),
      )
    }
    const sessions = apply ? done : found
    const events = sessions.reduce((sum, each) => sum + each.events, 0)
    const printed: PruneOutput = {
      ledger: file,
      applied: apply,
      archive: apply ? (archive ?? null) : null,
      events,
      sessions,
    }
    if (options.json) output.json(printed)
    else {
      for (const each of sessions) output.line(lineOf(each, apply))
      const what = apply ? 'pruned' : 'would be pruned; --apply does it'
      output.line(
        `${printable(file)}: ${count(events, 'event')} of ${count(sessions.length, 'session')} ${what}`,
      )
    }
    if (sessions.some(({ wiped }) => !wiped)) output.message(wipeWarning(output, file))
    return exitCode.fine
  } finally {
    await ledger.close()
  }
}

function lineOf({ session, events, turn, turnsLeft }: SessionPruning, applied: boolean): string {
  const what = applied ? 'pruned' : 'would be pruned'
  const left = turnsLeft === 0 ? 'none left' : `${count(turnsLeft, 'turn')} left`
  return `${printable(session, 200)}: ${count(events, 'event')} up to the end of turn ${turn} ${what}, ${left}`
}

/** What the session has come to since it was archived is not pruned with it. */
async function mustBeArchived({ session, lastSeq }: SessionPruning, archived: SessionPruning): Promise<void> {
  if (lastSeq <= archived.lastSeq) return
  throw new Failure(
    'busy',
    `Session ${JSON.stringify(session)} has grown, and more of it would be pruned than was shown. It was left as it is; run the command again.`,
  )
}

async function writeArchive(
  path: string,
  ledger: string,
  store: EventStore,
  sessions: readonly SessionPruning[],
): Promise<void> {
  const file = new WrittenFile(path, isLedgerAddress(ledger) ? [] : [ledger])
  try {
    for (const { session } of sessions) {
      for await (const event of store.read(session)) file.line(printableJson(encodeEvent(event)))
    }
    file.finish()
  } finally {
    file.abandon()
  }
}

/** @throws Failure `usage` */
function whichOf({ keepTurns, olderThan }: Options): Pick<PruneOptions, 'keepTurns' | 'olderThan'> {
  if (keepTurns === undefined && olderThan === undefined) {
    throw new Failure('usage', 'Say what to prune: --older-than 90d, --keep-turns 50, or both.')
  }
  return {
    ...(keepTurns === undefined ? {} : { keepTurns }),
    ...(olderThan === undefined ? {} : { olderThan: timeOf(olderThan) }),
  }
}

/** @throws Failure `usage` */
function timeOf(age: string): Date {
  const [, days] = /^(\d{1,6})d$/.exec(age) ?? []
  const time = days === undefined ? new Date(age) : new Date(Date.now() - Number(days) * 86_400_000)
  if (!Number.isNaN(time.getTime())) return time
  throw new Failure(
    'usage',
    `${JSON.stringify(age)} is not an age. Give days, such as 90d, or a date, such as 2026-09-01.`,
  )
}
