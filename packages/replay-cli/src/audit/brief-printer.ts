/** An audit at a glance: what was looked at, the worst that was found, and what to type next. */

import type { Output } from '../output.js'
import { type Concern, concernsOf, gravityOf } from '../session-view/concerns.js'
import { count, someOf } from '../text/count.js'
import { pathWord, printable } from '../text/printable.js'
import type { AuditEnd } from './audit-report.js'
import { completionText } from './completion-text.js'
import type { AuditedSession } from './followed-session.js'
import { ItemNumbers } from './item-numbers.js'
import { findingText } from './session-text.js'

/** What was found and is the worst so far. */
interface Worst {
  readonly session: AuditedSession
  readonly concern: Concern
}

/** Takes the sessions as they come, and prints at the end. */
export class BriefPrinter {
  readonly #output: Output
  readonly #sources: readonly string[]
  #worst: Worst | null = null
  #others = 0

  /** @param sources what is audited, as it was typed */
  constructor(output: Output, sources: readonly string[]) {
    this.#output = output
    this.#sources = sources
  }

  /** Looks whether it holds the worst. */
  session(session: AuditedSession): void {
    for (const concern of concernsOf(session.audit).grave) {
      this.#others += 1
      if (this.#worst === null || ranked(concern) < ranked(this.#worst.concern))
        this.#worst = { session, concern }
    }
  }

  /** Prints what all sessions come to. */
  end({ summary }: AuditEnd): void {
    const { style } = this.#output
    const { sessions, completions, supported, weak, unsupported, unknown } = summary
    const place =
      this.#sources.length === 0
        ? ''
        : ` in ${someOf(
            this.#sources.map((each) => printable(each, 200)),
            3,
          )}`
    const verdicts = [
      `${supported} supported`,
      ...(weak === 0 ? [] : [style('yellow', `${weak} weak`)]),
      ...(unsupported === 0 ? [] : [style('red', `${unsupported} unsupported`)]),
      ...(unknown === 0 ? [] : [style('blue', `${unknown} unknown`)]),
    ]
    this.#print([
      `Looked at ${count(sessions, 'session')}${place}.`,
      completions === 0
        ? 'No todo was marked done there.'
        : `${count(completions, 'todo')} marked done: ${verdicts.join(', ')} by what the log shows.`,
      '',
      ...this.#worstLines(),
      '',
      ...this.#nextLines(sessions),
    ])
  }

  #worstLines(): readonly string[] {
    if (this.#worst === null) return [`${this.#output.style('green', '✓')} Nothing to look at.`]
    const { columns, style } = this.#output
    const { session, concern } = this.#worst
    const { completion, findings } = concern
    const layout = { columns, style, numbers: new ItemNumbers(session.audit.completions) }
    const more = this.#others - 1
    return [
      style(
        'bold',
        more === 0 ? 'One thing to look at' : `The worst of ${count(this.#others, 'thing')} to look at`,
      ),
      ...(completion === null
        ? findings.flatMap((finding) => findingText(finding, session.file, layout))
        : completionText(
            completion,
            findings.filter(({ severity }) => severity !== 'info'),
            session.file,
            layout,
          )),
    ]
  }

  #nextLines(sessions: number): readonly string[] {
    const { style, calledAs: name } = this.#output
    const sources = this.#sources.map((each) => ` ${pathWord(each)}`).join('')
    const file = this.#worst?.session.file ?? null
    const commands: readonly (readonly [command: string, does: string])[] = [
      ...(file === null || sessions === 1
        ? []
        : [[`${name} audit ${pathWord(file)}`, 'that session, item by item'] as const]),
      [`${name} audit${sources}`, 'all that was found'],
      [`${name} report${sources} --out report.html`, 'the same as a page'],
      [`${name} sessions`, 'what your own agents recorded'],
      [`${name} --help`, 'all commands'],
    ]
    const width = Math.max(...commands.map(([command]) => command.length))
    return [
      style('bold', 'Type next'),
      ...commands.map(([command, does]) => `  ${command.padEnd(width)}  ${style('dim', does)}`),
    ]
  }

  #print(lines: readonly string[]): void {
    for (const line of lines) this.#output.line(line)
  }
}

/** The gravest first; of equal ones that which the recording's own words show. */
function ranked(concern: Concern): number {
  return gravityOf(concern) + (concern.completion?.why?.quote === undefined ? 0.01 : 0)
}
