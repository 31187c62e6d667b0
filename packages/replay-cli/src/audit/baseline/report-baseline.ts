import type { Output } from '../../output.js'
import { count, grouped } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import type { BaselineUse } from './baseline-entry.js'

/** Reports that a baseline was written. */
export function reportWritten(file: string, findings: number, output: Output): void {
  const text = `${count(findings, 'finding')} written to ${file}, accepted from now on`
  output.note(printable(text))
}

/** As many entries are named one by one. */
const toldOneByOne = 10

/** Reports what a baseline comes to: how many findings it accepts, and what it holds that is no longer found. */
export function reportBaseline(file: string, { known, gone, notAudited }: BaselineUse, output: Output): void {
  const note = (text: string): void => output.note(printable(text))
  const other = notAudited === 0 ? '' : `; ${count(notAudited, 'entry', 'entries')} of sessions not audited`
  note(`${file} accepts ${count(known, 'finding')}${other}`)
  for (const { rule, session, item } of gone.slice(0, toldOneByOne)) {
    note(`${file}: no longer found: ${rule} in session ${session}${item === null ? '' : `, "${item}"`}`)
  }
  const left = gone.length - toldOneByOne
  if (left > 0) note(`${file}: ${grouped(left)} more no longer found`)
}
