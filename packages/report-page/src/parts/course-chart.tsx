/** The course of a session: what it claimed against what the log supports, and under it where something happened. */

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { courseOf } from '../data/course.js'
import { useTheme } from '../theme.js'
import { lanesOptions, progressOptions } from './chart-options.js'
import { useSession, useTurn } from './session-context.js'

/** The two charts over one axis of turns. A press or a drag on them goes to the turn. */
export function CourseChart({ onTurn }: { onTurn: (turn: number) => void }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const box = useRef<HTMLDivElement>(null)
  const charts = useRef<readonly uPlot[]>([])
  const chosen = useRef(onTurn)
  chosen.current = onTurn
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const course = courseOf(view)
    const width = (): number => Math.max(240, element.clientWidth)
    const made = [
      new uPlot({ ...progressOptions(course, element), width: width() }, [...course.progress], element),
      new uPlot({ ...lanesOptions(course, element), width: width() }, [...course.lanes], element),
    ]
    charts.current = made
    const undo = made.map((chart) => followPointer(chart, (at) => chosen.current(clamp(at, view.lastTurn))))
    const resized = new ResizeObserver(() => {
      for (const chart of made)
        if (chart.width !== width()) chart.setSize({ width: width(), height: chart.height })
    })
    resized.observe(element)
    return () => {
      resized.disconnect()
      for (const each of undo) each()
      for (const chart of made) chart.destroy()
      charts.current = []
    }
  }, [view, theme])

  useEffect(() => {
    const place = (): void => {
      for (const chart of charts.current) placeNeedle(chart, turn)
    }
    place()
    // After a new size the needle has another place.
    const frame = new ResizeObserver(place)
    if (box.current !== null) frame.observe(box.current)
    return () => frame.disconnect()
  }, [turn, view, theme])

  const last = view.replay.audit.summary.progress.at(-1)
  const summary =
    last === undefined
      ? 'The session has no list.'
      : `At the end ${last.claimed} of ${last.items} items are claimed as completed, ${last.supported} of them supported.`
  return (
    <div class="course">
      <div ref={box} class="charts" role="img" aria-label={`Progress over the turns. ${summary}`} />
      <ul class="legend" aria-hidden="true">
        <li class="items">items</li>
        <li class="claimed">claimed as completed</li>
        <li class="supported">supported by the log</li>
        <li class="gap">claimed, not supported</li>
      </ul>
    </div>
  )
}

function clamp(turn: number, last: number): number {
  return Math.min(last, Math.max(0, Math.round(turn)))
}

/** Goes where the pointer is pressed, and along with it. */
function followPointer(chart: uPlot, go: (turn: number) => void): () => void {
  const { over } = chart
  const move = (event: PointerEvent): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    const { left } = over.getBoundingClientRect()
    go(chart.posToVal(event.clientX - left, 'x'))
  }
  over.addEventListener('pointerdown', move)
  over.addEventListener('pointermove', move)
  return () => {
    over.removeEventListener('pointerdown', move)
    over.removeEventListener('pointermove', move)
  }
}

/** The line that shows the turn. */
function placeNeedle(chart: uPlot, turn: number): void {
  let needle = chart.over.querySelector<HTMLElement>('.needle')
  if (needle === null) {
    needle = document.createElement('div')
    needle.className = 'needle'
    chart.over.append(needle)
  }
  needle.style.transform = `translateX(${chart.valToPos(turn, 'x')}px)`
}
