/** Exports one finding as a regression case: the smallest recording that has it, and what the audit says of that. */

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { SessionAudit } from '@todo-ledger/audit'
import { createRedactor } from '@todo-ledger/core/redaction'
import { RecordingError } from '@todo-ledger/recordings'
import { auditSessions } from '../audit/audit-collector.js'
import type { Call } from '../command.js'
import { type AuditSetup, auditSetup } from '../config/audit-setup.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import { redactionOf } from '../redact/redaction-options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { Source } from '../sources/source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { mustBeFree, writeCase } from './case-folder.js'
import type { ExportOptions } from './export-options.js'
import { auditedRecording } from './minimal/audited-recording.js'
import { type CaseRecording, type RecordingSize, sizeOf, textsOf } from './minimal/case-recording.js'
import { expectedAudit } from './minimal/expected-audit.js'
import { KeptSessions } from './minimal/kept-sessions.js'
import { type Holds, smallestRecording } from './minimal/smallest-recording.js'
import { asNeutral, findTarget, foundIn, type TargetFinding } from './minimal/target-finding.js'

/** What `export --test --json` prints. */
export interface RegressionCaseJson {
  /** The folder that was written. */
  readonly out: string
  /** The files in it. */
  readonly files: readonly string[]
  /** The session that the finding is of. */
  readonly session: string
  /** The rule of the finding. */
  readonly rule: string
  /** What the audit says of it in the smallest recording. */
  readonly message: string
  /** How much the session holds. */
  readonly before: RecordingSize
  /** How much the case holds. */
  readonly after: RecordingSize
  /** How many recordings were tried. */
  readonly tries: number
}

/** Exports a regression case. */
export async function exportRegressionCase(call: Call<ExportOptions>): Promise<ExitCode> {
  const { options, output } = call
  const [rule, out] = [options.finding, options.out]
  if (rule === undefined) {
    throw new Failure('usage', 'Name the finding for the test: --finding verify-item-without-check.')
  }
  if (out === undefined || out === '') throw new Failure('usage', 'Name a folder for the test: --out FOLDER.')
  mustBeFree(out)
  const setup = await auditSetup(call)
  const source = await resolveSource(call.source, call)
  if (source.kind === 'stream') {
    throw new Failure(
      'usage',
      'A test is made by reading its source twice. Save standard input to a file first.',
    )
  }
  const query = { rule, item: options.item, turn: options.turn }
  const audits = await audited(source, call, setup)
  const found = findTarget(
    audits,
    query,
    setup.rules.map(({ id }) => id),
  )
  const recording = await recordingFor(found, source, call)
  const target = asNeutral(found, await auditsOf(recording, setup))
  const search = new Search(target, setup, output)
  await mustHold(search, recording, target)
  const smallest = await smallestRecording(recording, target.found.turn, search.holds)
  const lines = textsOf(smallest)
  const minimal = await auditedRecording(lines, setup.audit)
  const message = foundIn(target, minimal.audits)?.message ?? target.found.message
  const readme = `From a session of ${smallest.header.profile}: ${printable(message)} (${rule}, ${target.severity})`
  const files = writeCase(
    out,
    new Map([
      ['session.jsonl', lines.join('')],
      ['expected.json', `${JSON.stringify(expectedAudit(minimal), null, 2)}\n`],
      ['README.md', `${readme}\n`],
    ]),
  )
  const sizes = { before: sizeOf(recording), after: sizeOf(smallest) }
  const printed = { out, files, session: target.session, rule, message, ...sizes, tries: search.tries }
  if (options.json) output.json(printed satisfies RegressionCaseJson)
  else print(printed, smallest, output)
  return exitCode.fine
}

/** The audits of the wanted sessions. */
async function audited(
  source: Source,
  call: Call<ExportOptions>,
  setup: AuditSetup,
): Promise<readonly SessionAudit[]> {
  const reading = { ...(await readOptions(call)), redaction: await redactionOf(call.options) }
  return (await listOf(auditSessions(source, reading, { audit: setup.audit }))).map(({ audit }) => audit)
}

/** The session of the finding as a recording. */
async function recordingFor(
  target: TargetFinding,
  source: Source,
  call: Call<ExportOptions>,
): Promise<CaseRecording> {
  const redaction = await redactionOf(call.options)
  const redactor = createRedactor(redaction)
  const kept = new KeptSessions(redactor.id(target.session), redactor)
  const reading = { ...(await readOptions(call)), session: undefined, redaction }
  await listOf(openSource(source, reading, (session) => kept.follow(session)))
  const recording = kept.recording()
  if (recording === null) throw new Failure('no-session', 'The source changed while it was read. Try again.')
  return recording
}

/** Looks for the finding in recordings that hold less and less. */
class Search {
  /** How many recordings were tried. */
  tries = 0
  readonly #target: TargetFinding
  readonly #setup: AuditSetup
  readonly #output: Output
  readonly #known = new Map<string, boolean>()

  constructor(target: TargetFinding, setup: AuditSetup, output: Output) {
    this.#target = target
    this.#setup = setup
    this.#output = output
  }

  readonly holds: Holds = async (recording) => {
    const lines = textsOf(recording)
    const name = createHash('sha256').update(lines.join('')).digest('base64')
    const known = this.#known.get(name)
    if (known !== undefined) return known
    this.tries += 1
    const { turns, calls } = sizeOf(recording)
    this.#output.progress(
      `${count(this.tries, 'recording')} tried, the last of ${count(turns, 'turn')} and ${count(calls, 'call')}`,
    )
    const { audits } = await auditedRecording(lines, this.#setup.audit)
    const isThere = foundIn(this.#target, audits) !== undefined
    this.#known.set(name, isThere)
    return isThere
  }
}

/** The audits of the session as a recording, before anything is left out. */
async function auditsOf(recording: CaseRecording, setup: AuditSetup): Promise<readonly SessionAudit[]> {
  try {
    return (await auditedRecording(textsOf(recording), setup.audit)).audits
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    throw new Failure(
      'no-recording',
      `The session can't be written as a neutral recording: ${error.message}`,
      {
        cause: error,
      },
    )
  }
}

/** The neutral form does not hold everything: where it loses the finding, there is no case to be made. */
async function mustHold(search: Search, recording: CaseRecording, { rule }: TargetFinding): Promise<void> {
  if (await search.holds(recording)) return
  throw new Failure(
    'finding-lost',
    `${rule} disappears when the session is written as a neutral recording, so no test can be made from it.`,
  )
}

function print(
  { out, files, before, after, message, tries }: RegressionCaseJson,
  { header }: CaseRecording,
  output: Output,
): void {
  const held = ({ turns, calls, characters }: RecordingSize): string =>
    `${count(turns, 'turn')}, ${count(calls, 'call')}, ${count(characters, 'character')}`
  for (const file of files) output.line(printable(file))
  output.line()
  output.line(`was   ${held(before)}`)
  output.line(`is    ${held(after)}; ${count(tries, 'recording')} tried`)
  output.line(`says  ${printable(message)}`)
  output.line()
  const name = printable(basename(out))
  output.line('expected.json holds what the audit says today. Where that is wrong, correct it.')
  output.line(
    `In fixtures/, it needs a row: | [${name}](${name}/) | neutral, \`${printable(header.profile)}\` | … | … |`,
  )
}
