/** `todo-replay redact`: takes a secret that was found later out of a ledger. */

import { readFileSync } from 'node:fs'
import { openLedger } from '@todo-ledger/core'
import type { Leak } from '@todo-ledger/core/redaction'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import { flag, jsonOption, ledgerArgument, type OptionValues, text } from '../options.js'
import { redactedLine, wipeWarning } from '../redact/redacted-text.js'
import { regularExpression } from '../redact/redaction-options.js'
import { sessionsToRedact } from '../redact/sessions-to-redact.js'
import type { RedactOutput } from '../schema/printed-json.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { ledgerNamed } from '../verify/ledger-named.js'

const options = {
  session: text('--session <id>', 'only this session of the ledger'),
  secretFrom: text('--secret-from <file>', 'the secret is what this file holds; - for standard input'),
  pattern: text('--pattern <regexp>', 'the secret is what this regular expression matches'),
  builtIn: flag('--built-in', 'the secrets are what the built-in patterns find'),
  dryRun: flag('--dry-run', 'say what would be removed, and change nothing'),
  reason: text('--reason <text>', 'why; it is stored'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const redact: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `The secret is also found in base64, hexadecimal, percent-encoding and escapes. The ledger then verifies as redacted at those events and nowhere else. Never put a secret on the command line, where other programs and the shell's history see it.

Examples:
  todo-replay redact todos.db --secret-from key.txt --dry-run
  todo-replay redact todos.db --secret-from key.txt --reason "leaked in a log"
  todo-replay redact todos.db --built-in --session s1`,
  run,
})

async function run({ source, options, output, host }: Call<Options>): Promise<ExitCode> {
  const file = await ledgerNamed(source, recordingInstead(source))
  const leak = await leakOf(options, host)
  const dryRun = options.dryRun
  const reason = options.reason
  const store = await openLedgerFile(file, { readOnly: false })
  const ledger = openLedger({ store })
  try {
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
    const printed: RedactOutput = { ledger: file, dryRun, events, sessions }
    if (options.json) output.json(printed)
    else {
      const what = dryRun ? 'would be redacted' : 'redacted'
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

/** A recording belongs to its agent and is never altered; what is written of it has no secrets. */
function recordingInstead(source = '-'): string {
  return `A recording is never altered. todo-replay export ${printable(source)} --out clean.jsonl writes a copy without secrets, --redact-pattern name=regexp takes out more, and every command reads the copy. Delete the recording itself where the secret must go.`
}

async function leakOf(options: Options, host: Host): Promise<Leak> {
  const secretFrom = options.secretFrom
  const pattern = options.pattern
  const builtin = options.builtIn
  if ([secretFrom !== undefined, pattern !== undefined, builtin].filter(Boolean).length !== 1) {
    throw new Failure('usage', 'Give one of --secret-from, --pattern and --built-in.')
  }
  if (pattern !== undefined) return { pattern: await regularExpression(pattern, '--pattern') }
  if (secretFrom === undefined) return { builtin: true }
  const text = secretFrom === '-' ? await inputText(host) : readFileSync(secretFrom, 'utf8')
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new Failure('usage', 'The input of --secret-from holds no secret.')
  return { secret }
}

async function inputText({ stdin }: Host): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
