/** `todo-replay redact`: takes a secret that was found later, or all of a session, out of a ledger. */

import { readFileSync } from 'node:fs'
import { text as textIn } from 'node:stream/consumers'
import { type EventStore, openLedger, type SessionRedaction } from '@todo-ledger/core'
import type { Leak } from '@todo-ledger/core/redaction'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import type { Host } from '../host.js'
import { flag, jsonOption, ledgerArgument, type OptionValues, text } from '../options.js'
import type { Output } from '../output.js'
import { regularExpression } from '../redact/redaction-options.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { count, ranges, someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'
import { ledgerNamed } from '../verify/named.js'

const options = {
  session: text('--session <id>', 'only this session of the ledger'),
  secretFrom: text('--secret-from <file>', 'the secret is what this file holds; - for standard input'),
  pattern: text('--pattern <regexp>', 'the secret is what this regular expression matches'),
  builtIn: flag('--built-in', 'the secrets are what the built-in patterns find'),
  forget: flag('--forget', 'erase all contents of the session that --session names; this cannot be undone'),
  dryRun: flag('--dry-run', 'say what would be removed, and change nothing'),
  reason: text('--reason <text>', 'why; it is stored'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

export const command: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `The secret is also found in base64, hexadecimal, percent-encoding and escapes. The ledger then verifies as redacted at those events and nowhere else. Never put a secret on the command line, where other programs and the shell's history see it. Of a forgotten session the number, order, times and ids of the events stay, and nothing can be added to it.

Examples:
  todo-replay redact todos.db --secret-from key.txt --dry-run
  todo-replay redact todos.db --secret-from key.txt --reason "leaked in a log"
  todo-replay redact todos.db --built-in --session c0ffee
  todo-replay redact todos.db --forget --session c0ffee --reason "they asked for it"`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  return call.options.forget ? forgetSession(call) : redactSecrets(call)
}

async function redactSecrets({ source, options, output, host }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(source, recordingInstead(source))
  const leak = await leakOf(options, host)
  const dryRun = options.dryRun
  const reason = options.reason
  return withLedger(file, async (store, ledger) => {
    const sessions = []
    for (const session of await sessionsToRedact(store, file, options.session)) {
      output.slowProgress(() => `looking through ${printable(session, 200)}`)
      const redacted = await ledger.redact(session, {
        ...leak,
        dryRun,
        ...(reason === undefined ? {} : { reason }),
      })
      const isTold = redacted.events.length > 0 || redacted.left.length > 0
      if (isTold) sessions.push(redacted)
      if (isTold && !options.json) output.line(redactedLine(redacted, dryRun))
    }
    const events = sessions.reduce((sum, session) => sum + session.events.length, 0)
    if (options.json) output.json({ ledger: file, dryRun, events, sessions })
    else {
      const what = dryRun ? 'would be redacted' : 'redacted'
      output.line(
        `${printable(file)}: ${count(events, 'event')} of ${count(sessions.length, 'session')} ${what}`,
      )
    }
    if (sessions.some(({ wiped }) => !wiped)) output.message(wipeWarning(output, file))
  })
}

async function forgetSession({ source, options, output }: Call<Options>): Promise<ExitCode> {
  const { session: named, reason, secretFrom, pattern, builtIn, dryRun } = options
  if (named === undefined) throw new Failure('usage', 'Name the session to forget: --forget --session ID.')
  if (secretFrom !== undefined || pattern !== undefined || builtIn || dryRun) {
    throw new Failure('usage', 'Only --session, --reason and --json go with --forget.')
  }
  const file = await ledgerNamed(
    source,
    'A recording is forgotten by deleting its file; todo-replay import puts recordings into a ledger.',
  )
  return withLedger(file, async (store, ledger) => {
    const [session = ''] = await sessionsToRedact(store, file, named)
    const forgotten = await ledger.forget(session, reason === undefined ? {} : { reason })
    if (options.json) output.json({ ledger: file, ...forgotten })
    else {
      const what =
        forgotten.seq === null ? 'was forgotten before' : `${count(forgotten.erased, 'event')} erased`
      output.line(`${printable(session, 200)}: ${what}`)
    }
    if (!forgotten.wiped) output.message(wipeWarning(output, file))
  })
}

async function withLedger(
  file: string,
  work: (store: EventStore, ledger: ReturnType<typeof openLedger>) => Promise<void>,
): Promise<ExitCode> {
  // Opened for writing at once, an empty file would become a ledger.
  await (await openLedgerFile(file, { readOnly: true })).close()
  const store = await openLedgerFile(file, { readOnly: false })
  const ledger = openLedger({ store })
  try {
    await work(store, ledger)
    return exitCode.fine
  } finally {
    await ledger.close()
  }
}

/** The session that was asked for, else all. @throws Failure `unknown-session` */
async function sessionsToRedact(store: EventStore, file: string, wanted: string | undefined) {
  const all = (await store.sessions()).map(({ session }) => session)
  if (wanted === undefined) return all
  if (all.includes(wanted)) return [wanted]
  throw new Failure(
    'unknown-session',
    `There is no session ${JSON.stringify(wanted)} in ${file}.${didYouMean(wanted, all) || ` It holds ${someOf(all)}.`}`,
  )
}

/** A recording belongs to its agent and is never altered; what is written of it has no secrets. */
function recordingInstead(source = '-'): string {
  return `A recording is never altered. todo-replay export ${printable(source)} --out clean.jsonl writes a copy without secrets, --redact-pattern name=regexp takes out more, and every command reads the copy. Delete the recording itself where the secret must go.`
}

async function leakOf(options: Options, host: Host): Promise<Leak> {
  const { secretFrom, pattern, builtIn } = options
  if ([secretFrom !== undefined, pattern !== undefined, builtIn].filter(Boolean).length !== 1) {
    throw new Failure('usage', 'Give one of --secret-from, --pattern, --built-in and --forget.')
  }
  if (pattern !== undefined) return { pattern: await regularExpression(pattern, '--pattern') }
  if (secretFrom === undefined) return { builtin: true }
  const text = secretFrom === '-' ? await textIn(host.stdin) : readFileSync(secretFrom, 'utf8')
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new Failure('usage', 'The input of --secret-from holds no secret.')
  return { secret }
}

/** What was taken out of one session, as a line. */
function redactedLine({ session, events, left }: SessionRedaction, dryRun: boolean): string {
  const patterns = new Map<string, number>()
  for (const { found } of events) {
    for (const [name, times] of Object.entries(found)) patterns.set(name, (patterns.get(name) ?? 0) + times)
  }
  const names = [...patterns].map(([name, times]) => `${name} ${times}`).join(', ')
  const seqs = ranges(events.map(({ seq }) => seq))
  const what = dryRun ? 'would be redacted' : 'redacted'
  const taken =
    events.length === 0
      ? `nothing ${what}`
      : `${what} in ${count(events.length, 'event')} (${seqs}): ${names}`
  const stays =
    left.length === 0
      ? ''
      : `; still in the ids of events ${ranges(left)}: ids can not be changed, forget the session`
  return printable(`${printable(session, 200)}: ${taken}${stays}`)
}

/** Says that the old contents are still in the file. */
function wipeWarning(output: Output, file: string): string {
  const warning = output.messageStyle('yellow', 'warning:')
  if (isLedgerAddress(file)) {
    return `${warning} the old contents may stay in the files and logs of ${printable(file)} until the server writes over them, in its replicas, and in backups.`
  }
  return `${warning} another program is reading ${printable(file)}: until all such programs have ended, the old contents can be read in ${printable(file)}-wal.`
}
