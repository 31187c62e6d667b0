/** An audit at a glance: what was looked at, the worst that was found, and what to type next. */

import type { Verdict } from '@todo-ledger/audit'
import type { Output } from '../../output.js'
import { type Concern, concernsOf, gravityOf } from '../../session-view/concerns.js'
import { verdictMarks, verdicts } from '../../session-view/words.js'
import { count, grouped, someOf } from '../../text/count.js'
import { pathWord, printable } from '../../text/printable.js'
import type { AuditWriter } from '../audit-report.js'
import { newPart } from '../audit-report.js'
import type { AuditedSession } from '../followed-session.js'
import { type AuditLayout, completionText, findingText, itemNumbers } from './text.js'

const meanings: { readonly [V in Verdict]: string } = {
  supported: 'tools said that it was done',
  weak: 'tools said half of it, or what they said is out of date',
  unsupported: 'tools said otherwise, or what the todo asks to run was never run',
  undecided: 'there was work, and only a reader can tell whether it is what the todo says',
  unknown: 'the log has a gap where the answer would be',
}

/** Prints at the end. @param sources as they were typed */
export function briefWriter(output: Output, sources: readonly string[]): AuditWriter {
  const { columns, style, calledAs: name } = output
  let worst: { readonly session: AuditedSession; readonly concern: Concern } | null = null
  let all = 0
  // The gravest first; of equal ones that which the recording's own words show.
  const ranked = (concern: Concern): number =>
    gravityOf(concern) + (concern.completion?.why?.quote === undefined ? 0.01 : 0)
  const worstLines = (): readonly string[] => {
    if (worst === null) return [`${style('green', '✓')} Nothing to look at.`]
    const { audit, file } = worst.session
    const { completion, findings } = worst.concern
    const layout: AuditLayout = { columns, style, numberOf: itemNumbers(audit.completions) }
    const grave = findings.filter(({ severity }) => severity !== 'info')
    return [
      style('bold', all === 1 ? 'One thing to look at' : `The worst of ${count(all, 'thing')} to look at`),
      ...(completion === null
        ? findings.flatMap((finding) => findingText(finding, file, layout))
        : completionText(completion, grave, file, layout)),
    ]
  }
  return {
    session(audited) {
      const session = newPart(audited)
      for (const concern of concernsOf(session.audit).grave) {
        all += 1
        if (worst === null || ranked(concern) < ranked(worst.concern)) worst = { session, concern }
      }
    },
    end({ summary }) {
      const { sessions, completions } = summary
      const names = sources.map((each) => printable(each, 200))
      const read = `${count(sessions, 'recorded session')}${names.length === 0 ? '' : ` in ${someOf(names, 3)}`}`
      const done = `${count(completions, 'todo was', 'todos were')} marked done. What the log shows of them:`
      const words = sources.map((each) => ` ${pathWord(each)}`).join('')
      const file = worst?.session.file ?? null
      const commands = [
        ...(file === null || sessions === 1
          ? []
          : [[`audit ${pathWord(file)}`, 'that session, item by item']]),
        [`audit${words}`, 'all that was found'],
        [`report${words} --out report.html`, 'the same as a page'],
        ['sessions', 'what your own agents recorded'],
        ['--help', 'all commands'],
      ]
      const width = Math.max(...commands.map(([command = '']) => command.length))
      output.lines([
        completions === 0 ? `${read}: no todo was marked done.` : `${read}: ${done}`,
        '',
        ...verdicts
          .filter((verdict) => summary[verdict] > 0)
          .map((verdict) => {
            const { mark, style: look } = verdictMarks[verdict]
            const said = style(look, `${mark} ${grouped(summary[verdict])} ${verdict}`)
            return `  ${said}: ${style('dim', meanings[verdict])}`
          }),
        ...(completions === 0 ? [] : ['']),
        ...worstLines(),
        ...['', style('bold', 'Type next')],
        ...commands.map(
          ([command = '', does = '']) => `  ${name} ${command.padEnd(width)}  ${style('dim', does)}`,
        ),
      ])
    },
  }
}
