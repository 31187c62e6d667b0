/** `todo-replay import`: puts recordings into a ledger. Importing again adds what is new, and else nothing. */

import { existsSync } from 'node:fs'
import { type EventStore, LedgerError } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import { type ImportedSession, type ImportTarget, SessionImport } from '../import/session-import.js'
import {
  jsonOption,
  type OptionValues,
  requiredText,
  sourceArgument,
  sourceOptions,
  todosOption,
} from '../options.js'
import type { Output } from '../output.js'
import { redactionOf, redactionOptions } from '../redact/redaction-options.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { ledgerFileProblems, openLedgerFile } from '../sources/ledger-file.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...todosOption,
  ...jsonOption,
  ...redactionOptions,
  ledger: requiredText('--ledger <file>', 'the ledger to import into; it is made if there is none'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `The same recording is stored only once; if it has grown, the rest is added. Events from a pipe (import -) are stored as they come, so another program can watch the ledger meanwhile. Secrets are removed before anything is stored and replaced by [redacted:<pattern>].

Examples:
  todo-replay import ~/.claude/projects --ledger todos.db
  todo-replay import --ledger todos.db`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const source = await resolveSource(call.source, call)
  const redaction = await redactionOf(options)
  const redactor = createRedactor(redaction)
  const target = new LedgerTarget(options.ledger)
  const imports = new Set<SessionImport>()
  // What comes from a pipe is stored as it comes, so that others can watch the ledger while the host is at work.
  const isStream = source.kind === 'stream'
  try {
    await target.look()
    const reading = {
      ...(await readOptions(call)),
      redaction,
      async pause() {
        for (const one of imports) if (isStream || one.isFull) await one.store()
      },
    }
    const imported = await listOf(
      openSource(source, reading, ({ id, file }) => {
        const one = new SessionImport(target, redactor.id(id), file, redactor)
        imports.add(one)
        return {
          take: ({ event, place = call.source ?? 'the source' }) => one.take(event, place),
          async finish() {
            const done = await one.finish()
            imports.delete(one)
            target.stored(done)
            return done
          },
        }
      }),
    )
    print(target.name, imported, options.json, output)
    return reading.report.exit(exitCode.fine)
  } finally {
    await target.close()
  }
}

/** A ledger file, opened when something is to be stored: an import that fails leaves no empty ledger behind. */
class LedgerTarget implements ImportTarget {
  readonly name: string
  readonly #held = new Map<string, number>()
  #store: EventStore | null = null

  constructor(name: string) {
    if (name === '') throw new Failure('usage', 'Give the ledger a name: --ledger todos.db.')
    this.name = name
  }

  /**
   * Reads what an existing ledger holds.
   * @throws Failure `damaged-log` where the file or the end of its log is not whole: what is added would be lost with it
   */
  async look(): Promise<void> {
    if (!isLedgerAddress(this.name) && !existsSync(this.name)) return
    const [problem] = await fileProblems(this.name)
    if (problem !== undefined) throw this.#damaged(problem)
    const store = await this.store()
    for (const { session, lastSeq } of await store.sessions()) this.#held.set(session, lastSeq)
  }

  async store(): Promise<EventStore> {
    this.#store ??= await openLedgerFile(this.name, { readOnly: false })
    return this.#store
  }

  held(session: string): number {
    return this.#held.get(session) ?? 0
  }

  /** A session is stored: the same one in another file finds it. */
  stored({ session, events }: ImportedSession): void {
    this.#held.set(session, events)
  }

  async close(): Promise<void> {
    await this.#store?.close()
  }

  #damaged(problem: string): Failure {
    return new Failure(
      'damaged-log',
      `${this.name}: nothing was added to a damaged ledger: ${problem}. Run todo-replay verify ${this.name}.`,
    )
  }
}

/** What is wrong with the file of a ledger; an empty one becomes a ledger yet. */
async function fileProblems(file: string): Promise<readonly string[]> {
  try {
    return await ledgerFileProblems(file)
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'not-a-ledger') return []
    throw error
  }
}

function print(ledger: string, imported: readonly ImportedSession[], isJson: boolean, output: Output): void {
  const added = imported.reduce((sum, session) => sum + session.added, 0)
  if (isJson) {
    output.json({ ledger, added, sessions: imported })
    return
  }
  for (const each of imported) output.line(sessionLine(each))
  if (imported.length > 1) output.line()
  const changed = added === 0 ? 'nothing new' : `${count(added, 'event')} added`
  output.line(`${printable(ledger)}: ${count(imported.length, 'session')}, ${changed}`)
}

function sessionLine({ session, status, added, events, redacted }: ImportedSession): string {
  const total = count(events, 'event')
  const what =
    status === 'forgotten'
      ? 'forgotten in the ledger: nothing was added'
      : status === 'unchanged'
        ? `unchanged, ${total}`
        : status === 'new'
          ? `new, ${total}`
          : `grown by ${added}, ${total}`
  const stays = redacted === 0 ? '' : `; ${count(redacted, 'redacted event')} left as in the ledger`
  return `${printable(session, 200)}: ${what}${stays}`
}
