/** The step that decides a doubt with the one before it and the one after it, and the mark where that stands apart. */

import type { JSX } from 'preact'
import {
  borderAt,
  type Concern,
  count,
  cut,
  decisiveSeq,
  type ReplayEvent,
  type Step,
} from 'todo-replay/session-view'
import { Foreign } from './foreign.js'
import { TurnContext, useSession } from './session-context.js'
import { TurnLink } from './turn-link.js'
import { EventLine } from './turn-panel.js'

/** The steps. */
export function StepsAround({ concern }: { concern: Concern }): JSX.Element {
  const { view } = useSession()
  const { completion } = concern
  const decisive = decisiveSeq(concern)
  const around = view.stepsAround(decisive)
  const atMark = completion === null ? [] : view.stepsAround(completion.seq)
  const mark = atMark.find(({ event }) => event.seq === completion?.seq)
  const isNext = atMark[0] === around.at(-1)
  const isApart = mark !== undefined && !around.includes(mark)
  return (
    <ol class="steps">
      {around.map((step) => (
        <StepLine
          key={step.event.seq}
          step={step}
          isDecisive={step.event.seq === decisive}
          isMark={step.event.seq === completion?.seq}
          itemKey={completion?.key}
          quote={step.event.seq === decisive ? completion?.why?.quote : undefined}
        />
      ))}
      {isApart && mark !== undefined ? (
        <>
          {isNext ? null : (
            <li class="soft" aria-hidden="true">
              ⋮
            </li>
          )}
          <StepLine step={mark} isDecisive={false} isMark itemKey={completion?.key} />
        </>
      ) : null}
    </ol>
  )
}

interface StepLineProps {
  readonly step: Step
  readonly isDecisive: boolean
  readonly isMark: boolean
  readonly itemKey: string | undefined
  readonly quote?: string | undefined
}

function StepLine({ step: { turn, event }, isDecisive, isMark, itemKey, quote }: StepLineProps): JSX.Element {
  const { view } = useSession()
  const output = event.kind === 'call' || quote !== undefined ? (view.textsOf(event.seq)?.output ?? '') : ''
  const shownEvent = shortened(event, itemKey)
  const left = (event.changes?.length ?? 0) - (shownEvent.changes?.length ?? 0)
  const [before, quoted, after] = excerptOf(output, quote)
  return (
    <li class={`around event ${event.kind} ${isDecisive ? 'decisive' : ''}`}>
      <TurnLink turn={turn} />
      <div class="around-what">
        {isDecisive || isMark ? (
          <span class="around-role">{isMark ? 'marked done here' : 'found here'}</span>
        ) : null}
        <TurnContext.Provider value={turn}>
          <EventLine event={shownEvent} />
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

/** As many changes of an update are shown that are not the item's, and as many UTF-16 units of what was said or called. */
const shownChanges = 2
const shownText = 240

/** A step as a card has room for it: of an update what it did to the item. */
function shortened(event: ReplayEvent, itemKey: string | undefined): ReplayEvent {
  const { violations: _, ...rest } = event
  const { changes, text } = rest
  const short = text.length > shownText ? `${cut(text, shownText)} …` : text
  if (changes === undefined) return { ...event, text: short }
  const own = changes.filter((change) => 'key' in change && change.key === itemKey)
  return { ...rest, changes: own.length > 0 ? own : changes.slice(0, shownChanges) }
}

/** As many lines of an output are shown, or on each side of a quotation, and as many UTF-16 units of them. */
const shownLines = 3
const shownUnits = 240

/** A few lines of an output, and the quotation in them; the quotation alone where the output was cut before it. */
function excerptOf(output: string, quote: string | undefined): readonly [string, string, string] {
  const words = quote?.replace(/…$/, '') ?? ''
  const at = words === '' ? -1 : output.indexOf(words)
  if (at < 0) return ['', quote ?? '', quote === undefined ? firstLines(output) : '']
  const lines = output.slice(0, at).split('\n')
  const before = lines.slice(-shownLines).join('\n')
  const from = borderAt(before, Math.max(0, before.length - shownUnits))
  return [before.slice(from), words, firstLines(output.slice(at + words.length))]
}

function firstLines(text: string): string {
  const lines = text.split('\n')
  const first = lines.slice(0, shownLines).join('\n')
  return first.length > shownUnits || lines.length > shownLines ? `${cut(first, shownUnits)} …` : first
}
