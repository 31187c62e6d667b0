/** Exports the beginning of a session as a session of its own, which a host can carry on with. */

import { encodeEvent, type Point } from '@todo-ledger/core'
import { SessionFork } from '@todo-ledger/core/history'
import { createRedactor, type Redactor } from '@todo-ledger/core/redaction'
import type { Call } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { redactionOf } from '../redact/redaction-options.js'
import { oneSession } from '../sources/one-session.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { printable, printableJson } from '../text/printable.js'
import type { ExportOptions } from './export-options.js'
import { writeLines } from './export-target.js'

/** The moment up to which a fork holds what its parent does. */
type ForkPoint = Extract<Point, { readonly turn: number } | { readonly seq: number }>

/** Exports a fork. */
export async function exportFork(call: Call<ExportOptions>): Promise<ExitCode> {
  const { options, output } = call
  const until = forkPointOf(options)
  const source = await resolveSource(call.source, call)
  const redaction = await redactionOf(options)
  const forks = new Forks(until, options.as, createRedactor(redaction))
  const reading = { ...(await readOptions(call)), redaction }
  await listOf(openSource(source, reading, (session) => forks.follow(session)))
  const { events, session, forkedFrom, turn } = forks.only()
  await writeLines(call, source, async (line) => {
    for (const event of events) {
      line(printableJson(encodeEvent(event)))
      await output.ready()
    }
    const json = { session, forkedFrom, turn, events: events.length }
    return { json, text: `${count(events.length, 'event')} of session ${printable(session, 200)}` }
  })
  if (options.out !== undefined && !options.json) {
    const parent = printable(forkedFrom.session, 200)
    output.line(`forked from ${parent} after turn ${turn}, event ${forkedFrom.seq}`)
  }
  return reading.report.exit(exitCode.fine)
}

function forkPointOf({ until = '' }: ExportOptions): ForkPoint {
  const [, seq, number] = /^(seq:)?(\d{1,15})$/.exec(until) ?? []
  if (number === undefined) {
    throw new Failure(
      'usage',
      `--until takes a turn, such as 12, or an event, such as seq:40; not ${JSON.stringify(until)}.`,
    )
  }
  return seq === undefined ? { turn: Number(number) } : { seq: Number(number) }
}

/** A session that may be the one to fork. */
interface Candidate {
  readonly session: string
  readonly parent: string | null
  /** Null once it is known that several could be meant: then nothing is kept of them. */
  fork: SessionFork | null
  turn: number
  seq: number
}

/** Forks the one session of a source that is meant: the one that is no sub-agent of another. */
class Forks {
  readonly #until: ForkPoint
  readonly #as: string | undefined
  readonly #redactor: Redactor
  readonly #candidates = new Map<string, Candidate>()

  /** @param as the id of the fork, where it was given */
  constructor(until: ForkPoint, as: string | undefined, redactor: Redactor) {
    this.#until = until
    this.#as = as
    this.#redactor = redactor
  }

  /** Follows a session up to the moment. */
  follow({ id, parent }: SourceSession): SessionFollower<void> {
    const [until, as, redactor] = [this.#until, this.#as, this.#redactor]
    const session = redactor.id(id)
    const name = as === undefined ? usualName(session, until) : redactor.id(as)
    if (name === session) {
      const message = `A fork of ${quoted(session)} needs an id of its own. Give it another name with --as.`
      throw new Failure('same-session', message)
    }
    const fork = new SessionFork({ as: name, until })
    const candidate: Candidate = { session: id, parent, fork, turn: 0, seq: 0 }
    if (this.#candidates.has(id)) {
      const message = `Several files hold session ${quoted(session)}. Name the one to fork.`
      throw new Failure('several-sessions', message)
    }
    this.#candidates.set(id, candidate)
    const heads = [...this.#candidates.values()].filter((each) => each.parent === null)
    if (heads.length > 1) for (const each of this.#candidates.values()) each.fork = null
    let isOver = false
    return {
      take({ event, state }) {
        if (isOver) return
        candidate.turn = Math.max(candidate.turn, event.turn)
        candidate.seq = event.seq
        candidate.fork?.observe(redactor.event(event), state)
        isOver = candidate.fork?.isOver ?? true
      },
      finish: () => undefined,
    }
  }

  /** The fork of the one session that is meant. @throws Failure `several-sessions`, `unknown-turn`, `unknown-seq` */
  only() {
    const meant = oneSession([...this.#candidates.values()], 'fork')
    const events = meant.fork?.finish() ?? null
    const [opened] = events ?? []
    const forkedFrom = opened?.type === 'session.opened' ? opened.data.forkedFrom : undefined
    if (events === null || opened === undefined || forkedFrom === undefined) throw this.#missing(meant)
    return { events, session: opened.session, forkedFrom, turn: events.at(-1)?.turn ?? 0 }
  }

  #missing({ session, turn, seq }: Candidate): Failure {
    const until = this.#until
    const name = `Session ${quoted(session)}`
    if ('seq' in until) {
      return new Failure('unknown-seq', `${name} has no event ${until.seq}: its events are 1 to ${seq}.`)
    }
    const its = turn === 0 ? 'it has no turns' : `its last is turn ${turn}`
    return new Failure('unknown-turn', `${name} has no turn ${until.turn}: ${its}.`)
  }
}

/** The id of a fork that was given none. */
function usualName(session: string, until: ForkPoint): string {
  return 'seq' in until ? `${session}-fork-at-event-${until.seq}` : `${session}-fork-at-${until.turn}`
}

function quoted(session: string): string {
  return JSON.stringify(session.slice(0, 200))
}
