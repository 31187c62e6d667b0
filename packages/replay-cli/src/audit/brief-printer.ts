/** An audit at a glance: what was looked at, the worst that was found, and what to type next. */

import type { AuditSummary } from '@todo-ledger/audit'
import type { Output } from '../output.js'
import { type Concern, concernsOf, gravityOf } from '../session-view/concerns.js'
import { verdictMarks, verdicts } from '../session-view/words.js'
import { count, grouped, someOf } from '../text/count.js'
import { pathWord, printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
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
    const { sessions, completions } = summary
    const place =
      this.#sources.length === 0
        ? ''
        : ` in ${someOf(
            this.#sources.map((each) => printable(each, 200)),
            3,
          )}`
    const read = `${count(sessions, 'recorded session')}${place}`
    this.#print([
      completions === 0
        ? `${read}: no todo was marked done.`
        : `${read}: ${count(completions, 'todo was', 'todos were')} marked done. What the log shows of them:`,
      '',
      ...(completions === 0 ? [] : [...verdictLines(summary, style), '']),
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

/** What a verdict means, in a few words. */
const meanings: { readonly [verdict: string]: string } = {
  supported: 'tools said that it was done',
  weak: 'tools said half of it, or what they said is out of date',
  unsupported: 'tools said otherwise, or what the todo asks to run was never run',
  undecided: 'there was work, and only a reader can tell whether it is what the todo says',
  unknown: 'the log has a gap where the answer would be',
}

/** A line for each verdict that there is, with what it means. */
function verdictLines(summary: AuditSummary, style: Style): readonly string[] {
  const there = Object.keys(meanings).flatMap((name) => {
    const verdict = verdicts.find((each) => each === name)
    return verdict === undefined || summary[verdict] === 0 ? [] : [verdict]
  })
  const width = Math.max(...there.map((verdict) => grouped(summary[verdict]).length))
  const words = Math.max(...there.map(({ length }) => length))
  return there.map((verdict) => {
    const { mark, style: name } = verdictMarks[verdict]
    const head = `${mark} ${grouped(summary[verdict]).padStart(width)} ${verdict.padEnd(words)}`
    return `  ${style(name, head)}  ${style('dim', meanings[verdict] ?? '')}`
  })
}

/** The gravest first; of equal ones that which the recording's own words show. */
function ranked(concern: Concern): number {
  return gravityOf(concern) + (concern.completion?.why?.quote === undefined ? 0.01 : 0)
}
