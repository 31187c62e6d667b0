/** How the charts look. Their colours are those of the page, read where they stand. */

import type { LaneName } from 'todo-replay/session-view'
import uPlot from 'uplot'
import type { Course } from '../data/course.js'

/** As wide is the room beside both charts, in CSS pixels; the slider below stands between the same edges. */
const left = 72
const right = 22
const font = '12px system-ui, sans-serif'

type ChartOptions = Omit<uPlot.Options, 'width'>

/** The chart of what was claimed against what is supported. */
export function progressOptions({ last, most }: Course, element: Element): ChartOptions {
  const colour = coloursOf(element)
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const paths = stepped === undefined ? {} : { paths: stepped }
  return {
    ...shared(last),
    height: 160,
    scales: { x: { time: false, range: [0, last] }, y: { range: [0, most * 1.06] } },
    axes: [
      { show: false },
      {
        ...axis(colour),
        label: 'items',
        labelFont: font,
        labelSize: 18,
        size: left - 18,
        incrs: wholeSteps,
        space: 28,
      },
    ],
    series: [
      {},
      { ...paths, stroke: colour('--soft'), width: 1, dash: [2, 3], points: { show: false } },
      { ...paths, stroke: colour('--accent'), width: 2, points: { show: false } },
      {
        ...paths,
        stroke: colour('--supported'),
        width: 2,
        dash: [7, 3],
        fill: colour('--supported-ground'),
        points: { show: false },
      },
    ],
    bands: [{ series: [2, 3], fill: hatched(colour('--unsupported')) }],
  }
}

/** The chart of where something happened, a lane for each kind. */
export function lanesOptions({ last, laneNames, lanes }: Course, element: Element): ChartOptions {
  const colour = coloursOf(element)
  const stroke: { readonly [L in LaneName]: string } = {
    findings: colour('--unsupported'),
    refused: colour('--weak'),
    reminders: colour('--unknown'),
    compacted: colour('--ink'),
    updates: colour('--accent'),
  }
  const size = lanes[0].length > 400 ? 4 : 7
  return {
    ...shared(last),
    height: laneNames.length * 20 + 54,
    scales: { x: { time: false, range: [0, last] }, y: { range: [0.4, laneNames.length + 0.6] } },
    axes: [
      {
        ...axis(colour),
        incrs: wholeSteps,
        label: 'turn',
        labelFont: font,
        labelSize: 16,
        labelGap: 0,
        size: 26,
      },
      {
        ...axis(colour),
        size: left,
        splits: () => laneNames.map((_, place) => laneNames.length - place),
        values: () => laneNames.map((name) => (name === 'findings' ? 'doubts' : name)),
      },
    ],
    series: [
      {},
      ...laneNames.map((name) => ({
        paths: () => null,
        stroke: stroke[name],
        points: { show: true, size, fill: stroke[name], stroke: stroke[name], width: 0 },
      })),
    ],
  }
}

const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000]

function shared(last: number): Pick<uPlot.Options, 'cursor' | 'legend' | 'padding' | 'select'> {
  return {
    padding: [8, right, 8, 0],
    legend: { show: false },
    cursor: { y: false, x: last > 1, points: { show: false }, drag: { x: false, y: false } },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
  }
}

function axis(colour: (name: string) => string): uPlot.Axis {
  const line = { stroke: colour('--line'), width: 1 }
  return { stroke: colour('--soft'), font, grid: line, ticks: { show: false }, gap: 6 }
}

/** The colours of the page's custom properties, as a canvas understands them. */
function coloursOf(element: Element): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

/** Slanted lines, so that the gap is seen without its colour. */
function hatched(colour: string): () => CanvasPattern | string {
  return () => {
    const size = 6 * devicePixelRatio
    const tile = document.createElement('canvas')
    tile.width = size
    tile.height = size
    const context = tile.getContext('2d')
    if (context === null) return colour
    context.strokeStyle = colour
    context.lineWidth = devicePixelRatio
    for (const shift of [-size, 0, size]) {
      context.moveTo(shift, size)
      context.lineTo(shift + size, 0)
    }
    context.stroke()
    return context.createPattern(tile, 'repeat') ?? colour
  }
}
