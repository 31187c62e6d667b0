/** The step that decides a doubt with the one before it and the one after it, and the mark where that stands apart. */

import type { JSX } from 'preact'
import { borderAt, type Concern, count, cut, decisiveSeq, type Step } from 'todo-replay/session-view'
import { TurnContext, useSession } from './session.js'
import { Foreign, TurnLink } from './texts.js'
import { EventLine } from './turn-panel.js'

/** The steps. */
export function StepsAround({ concern }: { concern: Concern }): JSX.Element {
  const { view } = useSession()
  const { completion } = concern
  const decisive = decisiveSeq(concern)
  const around = view.stepsAround(decisive)
  const mark = completion === null ? undefined : view.stepsAround(completion.seq)
  const apart = mark?.find(
    ({ event }) => event.seq === completion?.seq && !around.some((step) => step.event.seq === event.seq),
  )
  const line = (step: Step): JSX.Element => (
    <StepLine
      key={step.event.seq}
      step={step}
      role={
        step.event.seq === completion?.seq
          ? 'marked done here'
          : step.event.seq === decisive
            ? 'found here'
            : null
      }
      isDecisive={step.event.seq === decisive}
      itemKey={completion?.key}
      quote={step.event.seq === decisive ? completion?.why?.quote : undefined}
    />
  )
  return (
    <ol class="steps">
      {around.map(line)}
      {apart === undefined || mark?.[0] === around.at(-1) ? null : (
        <li class="soft" aria-hidden="true">
          ⋮
        </li>
      )}
      {apart === undefined ? null : line(apart)}
    </ol>
  )
}

/** As many changes of an update are shown that are not the item's, and as many UTF-16 units of what was said or called. */
const shownChanges = 2
const shownText = 240

function StepLine({
  step: { turn, event },
  role,
  isDecisive,
  itemKey,
  quote,
}: {
  step: Step
  role: string | null
  isDecisive: boolean
  itemKey: string | undefined
  quote: string | undefined
}): JSX.Element {
  const { view } = useSession()
  const output = event.kind === 'call' || quote !== undefined ? (view.textsOf(event.seq)?.output ?? '') : ''
  const [before, quoted, after] = excerptOf(output, quote)
  // A step as a card has room for it: of an update what it did to the item.
  const { violations: _, changes, ...rest } = event
  const own = changes?.filter((change) => 'key' in change && change.key === itemKey) ?? []
  const shown = own.length > 0 ? own : changes?.slice(0, shownChanges)
  const left = (changes?.length ?? 0) - (shown?.length ?? 0)
  const text = rest.text.length > shownText ? `${cut(rest.text, shownText)} …` : rest.text
  return (
    <li class={`around event ${event.kind} ${isDecisive ? 'decisive' : ''}`}>
      <TurnLink turn={turn} />
      <div class="around-what">
        {role === null ? null : <span class="around-role">{role}</span>}
        <TurnContext.Provider value={turn}>
          <EventLine event={shown === undefined ? { ...event, text } : { ...rest, changes: shown, text }} />
        </TurnContext.Provider>
        {left === 0 ? null : <span class="around-more">and {count(left, 'other change')}</span>}
        {before + quoted + after === '' ? null : (
          <pre class="excerpt">
            <Foreign text={before} />
            {quoted === '' ? null : (
              <mark>
                <Foreign text={quoted} />
              </mark>
            )}
            <Foreign text={after} />
          </pre>
        )}
      </div>
    </li>
  )
}

/** As many lines of an output are shown, or on each side of a quotation, and as many UTF-16 units of them. */
const shownLines = 3
const shownUnits = 240

/** A few lines of an output, and the quotation in them; the quotation alone where the output was cut before it. */
function excerptOf(output: string, quote: string | undefined): readonly [string, string, string] {
  const words = quote?.replace(/…$/, '') ?? ''
  const at = words === '' ? -1 : output.indexOf(words)
  if (at < 0) return ['', quote ?? '', quote === undefined ? firstLines(output) : '']
  const before = output.slice(0, at).split('\n').slice(-shownLines).join('\n')
  const from = borderAt(before, Math.max(0, before.length - shownUnits))
  return [before.slice(from), words, firstLines(output.slice(at + words.length))]
}

function firstLines(text: string): string {
  const lines = text.split('\n')
  const first = lines.slice(0, shownLines).join('\n')
  return first.length > shownUnits || lines.length > shownLines ? `${cut(first, shownUnits)} …` : first
}
