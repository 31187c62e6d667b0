/** A rule explained, for people. */

import { labelled, type ParagraphLayout } from '../../text/paragraph.js'
import { printable } from '../../text/printable.js'
import type { Style, TextLayout } from '../../text/style.js'
import { hang, wrap } from '../../text/wrap.js'
import type { ExplainedOption, ExplainedRule } from './explained-rule.js'

/** The lines of an explained rule. */
export function explainText(explained: ExplainedRule, { columns, style }: TextLayout): readonly string[] {
  const { rule, module, severity, setTo, means, spares, options, example } = explained
  const layout: ParagraphLayout = { indent: 2, labelColumns: 10, columns, style }
  const set = setTo === severity ? severity : `${setTo} (set; usually ${severity})`
  return [
    style('bold', printable(rule)),
    ...wrap(printable(means), columns - 2).map((line) => `  ${line}`),
    '',
    ...labelled({ label: 'severity', text: set }, layout),
    ...(module === null ? [] : labelled({ label: 'from', text: module }, layout)),
    ...(spares === null ? [] : labelled({ label: 'spared', text: spares }, layout)),
    ...options.flatMap((option, index) =>
      labelled({ label: index === 0 ? 'options' : '', text: optionText(option) }, layout),
    ),
    ...(options.length === 0 ? labelled({ label: 'options', text: 'none' }, layout) : []),
    ...(example === null ? [] : exampleText(example, columns, style)),
  ]
}

function optionText({ name, doc, value, default: usual }: ExplainedOption): string {
  const shown = JSON.stringify(value)
  const set = shown === JSON.stringify(usual) ? '' : ` (set; usually ${JSON.stringify(usual)})`
  return `${name} = ${shown}${set}: ${doc}`
}

function exampleText(
  { session, says }: NonNullable<ExplainedRule['example']>,
  columns: number,
  style: Style,
): readonly string[] {
  return [
    '',
    `  ${style('dim', 'Example: of the session')}`,
    ...session.flatMap((line) => hang('    ', printable(line), columns)),
    `  ${style('dim', 'it says')}`,
    ...hang('    ', printable(says), columns),
  ]
}
